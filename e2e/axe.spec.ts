import type { Page } from '@playwright/test'
import { expect, expectAccessible } from './fixtures.ts'
import { withoutStream } from './locators.ts'
import { isOpenedOnly, screens } from './screen-list.ts'
import { allThatIsShown, comingLate, steady } from './shifts.ts'
import { test } from './visitors.ts'

const wide = { width: 1440, height: 844 }

/** The checkboxes and radio buttons that would show their checked state in the browser's own colour. */
const chosenInBlue = (page: Page): Promise<string[]> =>
  page
    .locator('[type=checkbox], [type=radio]')
    .evaluateAll((all) =>
      all.filter((each) => getComputedStyle(each).accentColor === 'auto').map((each) => each.outerHTML),
    )

for (const screen of screens) {
  const { name, path, as, prepare, status = 200, viewport = wide } = screen
  test(`${name} has no browser or axe errors in light and dark mode, does not shift, and fits 320 px`, async ({
    visitors,
    tabs,
  }) => {
    const { page, problems } = await tabs.open({ as, ...viewport })
    const shift = isOpenedOnly(screen) ? await comingLate(page, allThatIsShown) : undefined
    await withoutStream(page)
    const answer = await page.goto(path(visitors))
    expect(answer?.status()).toBe(status)
    // A busy machine can take so long to run the page's script that the network counts as idle too early.
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    if (shift) expect(await shift()).toBeLessThanOrEqual(steady)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await prepare?.(page)
    await expectAccessible(page)
    expect(await chosenInBlue(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'colours')
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(problems.filter((problem) => !problem.includes(`status of ${status}`))).toEqual([])
  })
}
