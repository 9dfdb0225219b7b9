import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newAccount, signUp } from './accounts.ts'
import { otherStaff } from './administration.ts'
import { expect } from './fixtures.ts'
import { test } from './visitors.ts'
import { bearerOf, listedTools, toolsInStock } from './locators.ts'

const names = ['USB-C', '12V-2x6', '24-pin', 'GN-100', 'WX-1000', '850 W', '65 W', '135 mm', '5 × PCIe', '1.62 kg']

test('no line break falls inside "USB-C" or between a figure and its unit', async ({ tabs }) => {
  const { page } = await tabs.open({ as: 'buyer', width: 320 })
  const tools = await listedTools(page)
  const seen = tools.filter(({ description }) => /12V-2x6|USB-C/.test(description)).map(({ _id }) => `/tool/${_id}`)
  for (const path of ['/tools', ...seen]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (let width = 320; width <= 480; width += 20) {
      await page.setViewportSize({ width, height: 800 })
      expect(await brokenOn(page), `${path} at ${width} px`).toEqual([])
    }
  }
})

test('no line break falls inside "20 × $76.25" beside the card form', async ({ page }) => {
  await signUp(page)
  const chosen = (await toolsInStock(page, 10)).slice(0, 8)
  const lines = chosen.map(({ _id: toolId, minimum_order_quantity: quantity }) => ({ toolId, quantity }))
  const data = { lines, address: 'Plot 7, Road 3, Dhaka 1208', phone: '+880 1711 000000' }
  const placed = await page.request.post('/api/order', { headers: await bearerOf(page), data })
  const { _id }: { _id: string } = await placed.json()
  await page.goto(`/dashboard/payment/${_id}`)
  const prices = page.getByRole('region', { name: 'Order', exact: true }).getByText(/^[\d,]+ × \$/)
  await expect(prices).toHaveCount(chosen.length)
  for (let width = 320; width <= 480; width += 20) {
    await page.setViewportSize({ width, height: 800 })
    const heights = await prices.evaluateAll((all) => all.map((price) => price.getBoundingClientRect().height))
    expect(Math.max(...heights), `at ${width} px`).toBeLessThan(40)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('an e-mail of one long word is shown whole in the profile on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { email } = await signUp(page, {
    ...newAccount(),
    email: `${'purchasing'.repeat(6)}@${randomUUID()}.example.com`,
  })
  await page.goto('/dashboard/myprofile')
  const shown = page.getByRole('definition').filter({ hasText: email })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('a name of one long word never makes a page wider than the screen', async ({ page, browser, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const account = newAccount('Wolfeschlegelsteinhausenbergerdorff'.repeat(2))
  await signUp(page, account)
  const [tool] = await toolsInStock(page, 10)
  const lines = [{ toolId: tool?._id, quantity: tool?.minimum_order_quantity }]
  const [headers, phone] = [await bearerOf(page), '+880 1711 000000']
  const place = { lines, address: 'Plot 7, Road 3, Dhaka 1208', phone }
  const { _id } = await (await page.request.post('/api/order', { headers, data: place })).json()
  const ask = { lines, ...account, phone, password: undefined }
  const quote = await (await page.request.post('/api/quote', { headers, data: ask })).json()
  for (const path of [`/dashboard/orders/${_id}`, `/dashboard/payment/${_id}`])
    await expectToFit(page, path, account.name)
  const staff = await otherStaff(browser, baseURL, '/dashboard')
  await staff.setViewportSize({ width: 390, height: 844 })
  for (const path of [`/dashboard/orders/${_id}`, `/quote/${quote._id}`]) await expectToFit(staff, path, account.name)
  await staff.close()
})

test('an e-mail stays on one line in the user list beside a name of eighty letters', async ({
  browser,
  page,
  baseURL,
}) => {
  const email = `long-${randomUUID().slice(0, 8)}@example.com`
  await signUp(page, { ...newAccount('Wolfeschlegel '.repeat(6).slice(0, 80).trim()), email })
  const staff = await otherStaff(browser, baseURL, `/dashboard/users?q=${email}`)
  await staff.setViewportSize({ width: 1440, height: 900 })
  const cell = staff.getByRole('main').getByRole('cell', { name: email, exact: true })
  await expect(cell).toBeVisible()
  const lines = await cell.evaluate((shown) => {
    const range = document.createRange()
    range.selectNodeContents(shown)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
  await staff.close()
})

/** Checks the texts themselves too: overflow may be cut off without widening the page. */
async function expectToFit(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path)
  const written = page.getByRole('main').getByText(name).filter({ visible: true })
  await expect(written.first()).toBeVisible()
  const ends = await written.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
  expect(Math.max(...ends), path).toBeLessThanOrEqual(390)
  expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
}

/** Which of those names are broken over more than one line. */
const brokenOn = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main, sought) => {
    const found: string[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const name of sought) {
        const start = node.textContent?.indexOf(name) ?? -1
        if (start < 0) continue
        range.setStart(node, start)
        range.setEnd(node, start + name.length)
        if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) found.push(name)
      }
    }
    return found
  }, names)
