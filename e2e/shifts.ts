import type { Page } from '@playwright/test'
import { shareNext } from '#platform/db/freshness.ts'
import { painted } from './locators.ts'

/** A page's requests for shop data, scripts and pictures. */
export const allThatIsShown = /\/api\/(?!docs)|\.data|\/assets\/.*\.js|\/products\//

/** The highest acceptable layout shift: a fifth of what Google calls good. https://web.dev/articles/cls */
export const steady = 0.02

/**
 * Delays every answer from those addresses until the browser has painted the page without it. Call it before opening the page.
 * @returns a function that tells the page's layout shift so far, once
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

/** Runs in the page before its own scripts: sums the layout shifts that the browser measures. https://web.dev/articles/cls */
function countShifts(): void {
  Object.assign(window, { shift: 0 })
  const add = (entry: PerformanceEntry) =>
    Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
  new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: 'layout-shift', buffered: true })
}
