import type { Page } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { signUp } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { expectLive, tellLife, title, toolsInStock } from './locators.ts'

/** Holds React back until the returned function is called. */
async function holdReact(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry\.client-/, async (route) => {
    await promise
    await route.continue()
  })
  await tellLife(page)
  return resolve
}

for (const path of ['/', '/blogs', '/review', '/businesssummery', '/buyproduct', '/login', '/about']) {
  for (const width of [390, 1280]) {
    test(`nothing visible changes on ${path} when React arrives, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      const release = await holdReact(page)
      await page.goto(path)
      await page.evaluate(async () => {
        await document.fonts.ready
        const seen = Array.from(document.images).filter((picture) => picture.getBoundingClientRect().top < innerHeight)
        await Promise.all(seen.map((picture) => picture.checkVisibility() && picture.decode()))
      })
      const before = await page.screenshot()
      release()
      await expectLive(page)
      expect(before.equals(await page.screenshot()), 'whether every pixel is the same').toBe(true)
    })
  }
}

test('React is fetched but does not run before the visitor does anything', async ({ page }) => {
  await tellLife(page)
  await page.goto('/')
  await expect(page.locator('link[rel=modulepreload]').first()).toBeAttached()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('html[data-live]')).not.toBeAttached()
  await expectLive(page)
})

test('clicks and typing before React has loaded are not lost', async ({ page }) => {
  const release = await holdReact(page)
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('early@example.com')
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'])
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme)
  release()
  await expectLive(page)
  await expect(page.locator('html[data-theme]')).toBeAttached()
  await expect(page.getByLabel('E-mail')).toHaveValue('early@example.com')
})

test('the list applies filters chosen before React has loaded', async ({ page }) => {
  await signUp(page)
  const release = await holdReact(page)
  await page.goto('/tools')
  const sort = page.getByLabel('Sort by')
  await sort.selectOption('Lowest price first')
  const inStock = page.getByRole('checkbox', { name: 'In stock' })
  await inStock.click()
  release()
  await expect(page).toHaveURL(/sort=price/)
  await expect(page).toHaveURL(/in_stock=true/)
  await expect(sort.locator('option:checked')).toHaveText('Lowest price first')
  await expect(inStock).toBeChecked()
})

test('an order includes what was typed before React had loaded', async ({ page }) => {
  await signUp(page)
  const tool = (await toolsInStock(page, 2)).at(-1)
  const quantity = String((tool?.minimum_order_quantity ?? 0) * 2)
  const release = await holdReact(page)
  await page.goto(`/tool/${tool?._id}`)
  await page.getByLabel('Quantity').fill(quantity)
  await page.getByLabel('Phone').fill('+880 1711 000000')
  release()
  await expectLive(page)
  await expect(page.getByRole('button', { name: 'Order Now' })).toBeEnabled()
  await page.getByLabel('Delivery address').fill('Plot 7, Road 3, Dhaka 1208')
  await expect(page.getByLabel('Quantity')).toHaveValue(quantity)
  await expect(page.getByLabel('Phone')).toHaveValue('+880 1711 000000')
  const ordering = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/order'))
  await page.getByRole('button', { name: 'Order Now' }).click()
  expect((await ordering).postDataJSON()).toMatchObject({ orderQuantity: Number(quantity), phone: '+880 1711 000000' })
})

test('going back restores the scroll position, also after a page in between', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Goals and objectives' }).scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
  await expect(page).toHaveURL('/about')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 10)
})

test('a page requested without a connection says so, and Retry loads it', async ({ page, context, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await tellLife(page)
  await page.goto('/review')
  await expectLive(page)
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })
  await home.click()
  // React Router requests a page it has never shown as a new document, and the browser itself would report its failure.
  await page.getByRole('link', { name: 'All reviews' }).click()
  await expect(page).toHaveURL('/review')
  await context.setOffline(true)
  await home.click()
  await expect(page.getByText(messages.offline)).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Power you/ })).toBeVisible()
})

const codeFailed = /ERR_CONNECTION_FAILED|reloading page|dynamically imported module/
const failOnce = (page: Page) =>
  page.route(/\/assets\/blogs-/, (route) => route.abort('connectionfailed'), { times: 1 })

test('a page whose code failed to load is loaded itself, not the previous page again', async ({ page, problems }) => {
  problems.expect(codeFailed)
  await tellLife(page)
  await page.goto('/about')
  await expectLive(page)
  await failOnce(page)
  const again: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && again.push(new URL(request.url()).pathname))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).click()
  await expect(page).toHaveURL('/blogs')
  await expectLive(page)
  expect(again).toEqual(['/blogs'])
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('going back to a page whose code fails to load keeps its place in the history', async ({ page, problems }) => {
  problems.expect(codeFailed)
  await tellLife(page)
  await page.goto('/blogs#main')
  await expectLive(page)
  const key = await page.evaluate(() => history.state.key)
  const heading = await title(page).textContent()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
  await expect(page).toHaveURL('/about')
  await page.reload()
  await expectLive(page)
  await failOnce(page)
  await page.goBack()
  await expect(title(page)).toHaveText(heading ?? '')
  await expect(page).toHaveURL('/blogs#main')
  expect(await page.evaluate(() => history.state.key)).toBe(key)
})

test('a visit cut short by a newer one is not reported as an error, but any other uncaught error is', async ({
  page,
  problems,
}) => {
  problems.expect(/^uncaught: a mistake$/)
  await tellLife(page)
  await page.goto('/about')
  await expectLive(page)
  const uncaught = page.waitForEvent('pageerror')
  await page.evaluate(() => {
    const visit = new AbortController()
    visit.abort()
    void Promise.reject(visit.signal.reason)
    void Promise.reject(new Error('a mistake'))
  })
  expect((await uncaught).message).toBe('a mistake')
})
