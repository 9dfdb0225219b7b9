import { expect, expectAccessible, test as base } from './fixtures.ts'
import { prepareVisitors, screens, type Visitors } from './screen-list.ts'

const test = base.extend<object, { visitors: Visitors }>({
  visitors: [
    async ({ browser }, use, { project }) => use(await prepareVisitors(browser, project.use.baseURL ?? '')),
    { scope: 'worker', timeout: 120_000 },
  ],
})

for (const { name, path, as = 'nobody', prepare, status = 200 } of screens) {
  test(`${name} has no fault that axe knows, in light and in dark, and fits 320 px`, async ({
    browser,
    visitors,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...visitors.state[as], baseURL, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const answer = await page.goto(path(visitors))
    expect(answer?.status()).toBe(status)
    await page.waitForLoadState('networkidle')
    await prepare?.(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await context.close()
  })
}
