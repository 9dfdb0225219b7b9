import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { withoutStream } from './locators.ts'
import { isOpenedOnly, screens, type Screen } from './screen-list.ts'
import { allThatIsShown, comingLate, steady } from './shifts.ts'
import { test } from './visitors.ts'

/** Screens that axe.spec.ts does not open: it measures the others on a wide screen. */
const more: readonly Screen[] = [
  { name: 'profile-of-an-admin', path: () => '/dashboard/myprofile', as: 'admin' },
  { name: 'home-of-a-buyer', path: () => '/', as: 'buyer' },
  { name: 'dashboard-of-nobody', path: () => '/dashboard' },
  { name: 'tool-of-nobody', path: ({ tool }) => tool },
]
/** The text pages are all built alike: one represents them. */
const isOneOfMany = ({ name }: Screen) => name.startsWith('text-') && name !== 'text-about'
const visits = [
  ...screens.filter((screen) => isOpenedOnly(screen) && !isOneOfMany(screen)).map((screen) => ({ screen, width: 390 })),
  ...more.flatMap((screen) => [390, 1440].map((width) => ({ screen, width }))),
]

for (const { screen, width } of visits) {
  const { name, path, as } = screen
  test(`${name} does not shift when its content arrives late, ${width} px wide`, async ({ visitors, tabs }) => {
    const { page } = await tabs.open({ as, ...windowOf(width) })
    expect(await shiftOf(page, path(visitors), allThatIsShown)).toBeLessThanOrEqual(steady)
  })
}

for (const path of ['/', '/blogs', '/about', '/login', '/api/docs']) {
  test(`the lines of ${path} do not shift when the fonts arrive late`, async ({ tabs }) => {
    for (const width of [390, 1440]) {
      const { page } = await tabs.open(windowOf(width))
      expect(await shiftOf(page, path, /\.woff2/)).toBeLessThanOrEqual(steady)
    }
  })
}

const windowOf = (width: number) => ({ width, isMobile: width === 390 })

async function shiftOf(page: Page, path: string, late: RegExp): Promise<number> {
  const shift = await comingLate(page, late)
  await withoutStream(page)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return shift()
}
