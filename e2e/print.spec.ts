import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { main } from './locators.ts'
import { screens, type Screen } from './screen-list.ts'
import { test } from './visitors.ts'

/** The screens that people print, each with a text that has to be there on paper too. */
const printed: Readonly<Record<string, string | RegExp>> = {
  purchase: 'Minimum order',
  orders: /^WW-/,
  account: 'Closing balance',
  'own-quote': 'What was requested',
  receipt: 'Total paid, USD',
  order: 'What happened',
  'order-desk': /^WW-/,
  'desk-order': 'Mail to the buyer',
  'quote-offer': 'What was requested',
  'desk-account': 'Closing balance',
}
const controls = 'button, .btn, input, select, textarea, nav, [role="search"], .choose'

test('on paper there is only what tells something: no button, no field and no menu', async ({ tabs, visitors }) => {
  for (const screen of screens.filter(({ name }) => name in printed)) {
    const { page } = await tabs.open({ as: screen.as ?? 'nobody', width: 1280 })
    await show(page, screen, screen.path(visitors))
    const told = main(page).getByText(printed[screen.name] ?? '')
    await expect(told.first()).toBeVisible()
    // As wide as a sheet is between its margins.
    await page.setViewportSize({ width: 672, height: 900 })
    await page.emulateMedia({ media: 'print' })
    await expect(told.first(), screen.name).toBeVisible()
    await expect(page.locator(controls).filter({ visible: true }), screen.name).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
  }
})

async function show(page: Page, { prepare }: Screen, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await prepare?.(page)
}
