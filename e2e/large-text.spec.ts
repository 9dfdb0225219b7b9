import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { isOpenedOnly, screens } from './screen-list.ts'
import { test } from './visitors.ts'

/** How far the page reaches, in px: more than the screen is wide, and it scrolls sideways. */
const reachOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)

/** The figures in tables that are broken over several lines, and would be misread. */
const brokenFigures = (page: Page): Promise<string[]> =>
  page.locator('.table .number').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const texts = document.createNodeIterator(cell, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      const broken: string[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        range.selectNodeContents(text)
        const words = text.nodeValue?.trim() ?? ''
        if (/^[$\d.,]+$/.test(words) && range.getClientRects().length > 1) broken.push(words)
      }
      return broken
    }),
  )

async function setText(page: Page, standard: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard } })
}

test('text of twice the usual size, as set in the browser, does not make a page wider than the screen', async ({
  tabs,
  visitors,
}) => {
  const { page } = await tabs.open({ as: 'buyer', width: 1280 })
  // The usual size last: other tests go on in the same tab.
  for (const size of [24, 32, 16]) {
    await setText(page, size)
    for (const path of [visitors.tool, '/dashboard/cart', `/dashboard/orders/${visitors.paid}`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main')).toContainText('$')
      expect(await reachOf(page), `${path} at ${size} px`).toBe(1280)
    }
  }
})

for (const as of ['nobody', 'buyer', 'admin'] as const) {
  test(`on a phone neither: pages of ${as}`, async ({ tabs, visitors }) => {
    const { page } = await tabs.open({ as, width: 390 })
    await setText(page, 32)
    for (const screen of screens.filter((each) => (each.as ?? 'nobody') === as && isOpenedOnly(each))) {
      await page.goto(screen.path(visitors))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // Lists come after their heading.
      await expect(
        page
          .getByRole('main')
          .getByRole('status')
          .filter({ hasText: /^Loading/ }),
      ).toHaveCount(0)
      expect(await reachOf(page), screen.name).toBe(390)
      expect(await brokenFigures(page), screen.name).toEqual([])
    }
    await setText(page, 16)
  })
}
