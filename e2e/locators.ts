import { expect, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'
import { Tool } from '#features/catalogue/schema.ts'
import { tokenKey } from '#web/lib/storage.ts'

export const main = (page: Page) => page.getByRole('main')
export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
export const sideMenu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
export const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' })
export const signOutButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign Out' })
/** Tools, reviews and projects alike: each is an article. */
export const cards = (page: Page) => main(page).getByRole('article')
export const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

export async function openPage(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path)
  await expect(title(page)).toHaveText(heading)
}

/** The access token that the browser keeps; null when it keeps none. */
export const keptToken = (page: Page): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), tokenKey)

/** The header for calls as whoever is signed in on that page. */
export const bearerOf = async (page: Page): Promise<{ authorization: string }> => ({
  authorization: `Bearer ${await keptToken(page)}`,
})

/** How many of the cells are in the first row. */
export async function columnsOf(cells: Locator): Promise<number> {
  const tops = await cells.evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().top)))
  return tops.filter((top) => top === tops[0]).length
}

/** Asserts that each part begins below the one before it. */
export async function expectDownThePage(parts: readonly Locator[]): Promise<void> {
  const tops: number[] = []
  for (const part of parts) tops.push((await part.boundingBox())?.y ?? Number.NaN)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(new Set(tops).size).toBe(parts.length)
}

/** The tools as the shop lists them, newest first. */
export async function listedTools(page: Page): Promise<Tool[]> {
  return z.array(Tool).parse(await (await page.request.get('/api/tool')).json())
}

/** Those with enough stock for `orders` orders of their minimum quantity. */
export const toolsInStock = async (page: Page, orders = 1): Promise<Tool[]> =>
  (await listedTools(page)).filter((tool) => tool.available_quantity >= orders * tool.minimum_order_quantity)

/** Makes every page from now on signal when React has hydrated it, for `expectLive`. */
export const tellLife = (page: Page): Promise<unknown> =>
  page.addInitScript(() => addEventListener('hydrated', () => (document.documentElement.dataset['live'] = '')))

/** A reader's first pointer move, which starts React: two moves, since the pointer might already be at the first position. */
export async function move(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
}

/** Moves the pointer as a reader would, and waits for React. */
export async function expectLive(page: Page): Promise<void> {
  await move(page)
  await expect(page.locator('html[data-live]')).toBeAttached()
}

/** Waits two frames: the second begins when the first has been drawn. A page that is being left draws none. */
export const painted = (page: Page): Promise<unknown> =>
  page
    .evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    .catch(() => undefined)

/**
 * Ends the stream by which staff lists update themselves as soon as it begins: a page that keeps reading it never reaches
 * network idle.
 */
export async function withoutStream(page: Page): Promise<void> {
  await page.route('**/api/staff/changes', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: ':\n\n' }),
  )
}

/**
 * Reloads the page until it shows the result of background work. Each time it waits as long as a busy machine needs for a
 * list: with a shorter wait none would ever appear there.
 */
export async function reloadUntilVisible(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(shown).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}
