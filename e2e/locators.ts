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
/** Tools, reviews and projects alike: each stands in an article. */
export const cards = (page: Page) => main(page).getByRole('article')
export const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

export async function openPage(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path)
  await expect(title(page)).toHaveText(heading)
}

/** The access token that the browser keeps; null when it keeps none. */
export const keptToken = (page: Page): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), tokenKey)

/** The header of a call in the name of who is signed in on that page. */
export const bearerOf = async (page: Page): Promise<{ authorization: string }> => ({
  authorization: `Bearer ${await keptToken(page)}`,
})

/** How many of the cells stand in their first row. */
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

/** Those of them of which there is enough for so many of their smallest orders. */
export const toolsInStock = async (page: Page, orders = 1): Promise<Tool[]> =>
  (await listedTools(page)).filter((tool) => tool.available_quantity >= orders * tool.minimum_order_quantity)

/** Has every page from now on tell when React has brought it to life, for `expectLive`. */
export const tellLife = (page: Page): Promise<unknown> =>
  page.addInitScript(() => addEventListener('hydrated', () => (document.documentElement.dataset['live'] = '')))

/** A reader's first move of the pointer, which calls React: the first of the two could be where it rested. */
export async function move(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
}

/** Moves as a reader would, and waits for React. */
export async function expectLive(page: Page): Promise<void> {
  await move(page)
  await expect(page.locator('html[data-live]')).toBeAttached()
}

/** Two frames: the second begins when the first has been drawn. A page that is being left draws none. */
export const painted = (page: Page): Promise<unknown> =>
  page
    .evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    .catch(() => undefined)

/**
 * Ends the stream that lists of staff renew themselves by as soon as it begins: a page that goes on reading it never comes to
 * the end of what it loads.
 */
export async function withoutStream(page: Page): Promise<void> {
  await page.route('**/api/staff/changes', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: ':\n\n' }),
  )
}

/**
 * Loads the page again and again until it shows what happens in the background. Each time it waits as long as a busy machine
 * takes for a list: a shorter look never sees one there.
 */
export async function reloadUntilVisible(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(shown).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}
