import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openAsAdmin, test as inOwnShop } from './administration.ts'
import { signUp } from './accounts.ts'
import { expectLive, main, painted, tellLife, title } from './locators.ts'

const place = (page: Page) => page.evaluate(() => Math.round(scrollY))

async function scrollDown(page: Page, y: number): Promise<void> {
  // The page may only become long enough when its list has loaded.
  await expect(async () => {
    await page.evaluate((to) => window.scrollTo(0, to), y)
    expect(await place(page)).toBe(y)
  }).toPass()
}

test('a new address in the same tab opens at the top, and going back restores the scroll position', async ({
  page,
}) => {
  await tellLife(page)
  await page.goto('/')
  await expectLive(page)
  await scrollDown(page, 1500)
  await page.goto('/blogs')
  await expectLive(page)
  await painted(page)
  expect(await place(page)).toBe(0)
  await scrollDown(page, 700)
  await page.goto('/')
  await expectLive(page)
  await painted(page)
  expect(await place(page)).toBe(0)
  await page.goBack()
  await expectLive(page)
  await expect.poll(() => place(page)).toBe(700)
  await page.goBack()
  await expectLive(page)
  await expect.poll(() => place(page)).toBe(1500)
  await page.reload()
  await expectLive(page)
  await expect.poll(() => place(page)).toBe(1500)
})

test('an address with an anchor opens at the anchor, also after another page', async ({ page }) => {
  await tellLife(page)
  await page.goto('/blogs')
  const question = main(page).getByRole('heading', { level: 2 }).last()
  const anchor = await question.evaluate((heading) => heading.closest('[id]')?.id)
  await scrollDown(page, 300)
  await page.goto('/')
  await page.goto(`/blogs#${anchor}`)
  await expectLive(page)
  await expect(question).toBeInViewport()
})

test('pages that wait for the session open at the top, unless the visitor has scrolled meanwhile', async ({ page }) => {
  await tellLife(page)
  await signUp(page)
  const tool = await page
    .getByRole('link', { name: /^Purchase / })
    .last()
    .getAttribute('href')
  await page.goto('/tools')
  await expectLive(page)
  await scrollDown(page, 500)
  await page.goto(tool ?? '')
  await expectLive(page)
  await painted(page)
  expect(await place(page)).toBe(0)
  await page.route(/\/assets\/entry\.client-/, async (route) => {
    await page.evaluate(() => window.scrollTo(0, 600))
    await route.continue()
  })
  await page.goto('/tools')
  await expectLive(page)
  await painted(page)
  expect(await place(page)).toBe(600)
})

inOwnShop('going back to a list that loads after its page restores the scroll position', async ({ page }) => {
  await openAsAdmin(page, '/managetools')
  const last = main(page).getByRole('row').last()
  await last.scrollIntoViewIfNeeded()
  const before = await place(page)
  expect(before).toBeGreaterThan(500)
  await last.getByRole('link').first().click()
  await expect(title(page)).toHaveText('Edit product')
  expect(await place(page)).toBe(0)
  await page.goBack()
  await expect(last).toBeInViewport()
  expect(await place(page)).toBe(before)
  await page.reload()
  await expect(last).toBeInViewport()
})
