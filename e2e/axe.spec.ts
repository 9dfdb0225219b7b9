import { expect, expectAccessible, watchForProblems } from './fixtures.ts'
import { withoutStream } from './locators.ts'
import { screens } from './screen-list.ts'
import { test } from './visitors.ts'

for (const { name, path, as = 'nobody', prepare, status = 200, viewport } of screens) {
  test(`${name} opens without a complaint of the browser or of axe, in light and in dark, and fits 320 px`, async ({
    browser,
    visitors,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...visitors.state[as], baseURL, viewport, reducedMotion: 'reduce' })
    const problems = watchForProblems(context)
    const page = await context.newPage()
    await withoutStream(page)
    const answer = await page.goto(path(visitors))
    expect(answer?.status()).toBe(status)
    await page.waitForLoadState('networkidle')
    await prepare?.(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'colours')
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(problems.filter((problem) => !problem.includes(`status of ${status}`))).toEqual([])
    await context.close()
  })
}
