import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { withoutStream } from './locators.ts'
import { isOpenedOnly, screens, type Screen } from './screen-list.ts'
import { allThatIsShown, comingLate, steady } from './shifts.ts'
import { test } from './visitors.ts'

/** Those that axe.spec.ts does not open: it measures the others on a wide screen. */
const more: readonly Screen[] = [
  { name: 'profile-of-an-admin', path: () => '/dashboard/myprofile', as: 'admin' },
  { name: 'edit-tool', path: ({ tool }) => tool.replace('/tool/', '/managetools/'), as: 'admin' },
  { name: 'home-of-a-buyer', path: () => '/', as: 'buyer' },
  { name: 'dashboard-of-nobody', path: () => '/dashboard' },
  { name: 'tool-of-nobody', path: ({ tool }) => tool },
]
/** The pages of text are built alike: one stands for them. */
const isOneOfMany = ({ name }: Screen) => name.startsWith('text-') && name !== 'text-about'
const visits = [
  ...screens.filter((screen) => isOpenedOnly(screen) && !isOneOfMany(screen)).map((screen) => ({ screen, width: 390 })),
  ...more.flatMap((screen) => [390, 1440].map((width) => ({ screen, width }))),
]

for (const { screen, width } of visits) {
  const { name, path, as = 'nobody' } = screen
  test(`${name} does not move while what it shows comes late, ${width} px wide`, async ({
    browser,
    visitors,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...visitors.state[as], baseURL, ...windowOf(width) })
    expect(await shiftOf(await context.newPage(), path(visitors), allThatIsShown)).toBeLessThanOrEqual(steady)
    await context.close()
  })
}

for (const path of ['/', '/blogs', '/about', '/login', '/api/docs']) {
  test(`the lines of ${path} stay where they are when its fonts come late`, async ({ browser, baseURL }) => {
    for (const width of [390, 1440]) {
      const context = await browser.newContext({ baseURL, ...windowOf(width) })
      expect(await shiftOf(await context.newPage(), path, /\.woff2/)).toBeLessThanOrEqual(steady)
      await context.close()
    }
  })
}

const windowOf = (width: number) => ({ viewport: { width, height: 844 }, isMobile: width === 390 })

async function shiftOf(page: Page, path: string, late: RegExp): Promise<number> {
  const shift = await comingLate(page, late)
  await withoutStream(page)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return shift()
}
