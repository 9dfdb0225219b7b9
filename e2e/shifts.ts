import type { Page } from '@playwright/test'
import { shareNext } from '#platform/db/freshness.ts'
import { painted } from './locators.ts'

/** What a page shows of the shop, and its scripts and pictures. */
export const allThatIsShown = /\/api\/(?!docs)|\.data|\/assets\/.*\.js|\/products\//

/** How far a page may move: a fifth of what Google calls good. https://web.dev/articles/cls */
export const steady = 0.02

/**
 * Has every answer to those addresses come late: when the browser has shown what stands there without it. Before the page opens.
 * @returns what tells the page's layout shift until then, once
 */
export async function comingLate(page: Page, late: RegExp): Promise<() => Promise<number>> {
  const shown = shareNext(() => painted(page))
  const script = await page.addInitScript(countShifts)
  await page.route(late, async (route) => {
    await shown()
    await route.continue()
  })
  return async () => {
    await painted(page)
    await script.dispose()
    return page.evaluate(() => Reflect.get(window, 'shift'))
  }
}

/** Runs in the page, before anything of its own: sums what the browser measures. https://web.dev/articles/cls */
function countShifts(): void {
  Object.assign(window, { shift: 0 })
  const add = (entry: PerformanceEntry) =>
    Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
  new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: 'layout-shift', buffered: true })
}
