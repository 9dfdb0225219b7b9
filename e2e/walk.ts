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
