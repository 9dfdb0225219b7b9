import type { Page, Route } from '@playwright/test'
import { expect } from './fixtures.ts'
import { screens, type Screen } from './screen-list.ts'
import { test } from './visitors.ts'
import { painted, withoutStream } from './locators.ts'

const more: readonly Screen[] = [
  { name: 'profile-of-an-admin', path: () => '/dashboard/myprofile', as: 'admin' },
  { name: 'edit-tool', path: ({ tool }) => tool.replace('/tool/', '/managetools/'), as: 'admin' },
  { name: 'home-of-a-buyer', path: () => '/', as: 'buyer' },
  { name: 'dashboard-of-nobody', path: () => '/dashboard' },
  { name: 'tool-of-nobody', path: ({ tool }) => tool },
]
/** The pages of text are built alike: one stands for them. */
const ownPage = ({ name, prepare }: Screen) => !prepare && (!name.startsWith('text-') || name === 'text-about')
const opened = [...screens.filter(ownPage), ...more]

for (const { name, path, as = 'nobody' } of opened) {
  test(`${name} does not move while what it shows comes late, on a phone and on a wide screen`, async ({
    browser,
    visitors,
    baseURL,
  }) => {
    for (const width of [390, 1440]) {
      const context = await browser.newContext({ ...visitors.state[as], baseURL, ...windowOf(width) })
      const late = /\/api\/(?!docs)|\.data|\/assets\/.*\.js|\/products\//
      expect(await shiftOf(await context.newPage(), path(visitors), late)).toBeLessThanOrEqual(0.02)
      await context.close()
    }
  })
}

for (const path of ['/', '/blogs', '/about', '/login', '/api/docs']) {
  test(`the lines of ${path} stay where they are when its fonts come late`, async ({ browser, baseURL }) => {
    for (const width of [390, 1440]) {
      const context = await browser.newContext({ baseURL, ...windowOf(width) })
      expect(await shiftOf(await context.newPage(), path, /\.woff2/)).toBeLessThanOrEqual(0.02)
      await context.close()
    }
  })
}

const windowOf = (width: number) => ({ viewport: { width, height: 844 }, isMobile: width === 390 })

/** Opens a page, holding back each answer of those addresses until it has been seen without. @returns its layout shift */
async function shiftOf(page: Page, path: string, late: RegExp): Promise<number> {
  await page.addInitScript(countShifts)
  await page.route(late, (route) => afterPaint(page, route))
  await withoutStream(page)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await painted(page)
  return page.evaluate(() => Reflect.get(window, 'shift'))
}

/** Lets an answer through when the browser has shown what stands there without it. */
async function afterPaint(page: Page, route: Route): Promise<void> {
  await painted(page)
  await route.continue()
}

/** Runs in the page, before anything of its own: sums what the browser measures. https://web.dev/articles/cls */
function countShifts(): void {
  Object.assign(window, { shift: 0 })
  const add = (entry: PerformanceEntry) =>
    Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
  new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: 'layout-shift', buffered: true })
}
