import { signUp } from './accounts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { main, move, sideMenu, title } from './locators.ts'

for (const width of [390, 1280]) {
  test(`a loading page shows a progress line, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await signUp(page)
    await page.goto('/dashboard')
    await expect(title(page)).toHaveText('My Orders')
    await move(page)
    await page.waitForLoadState('networkidle')
    const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
    await page.route(/\/api\/|\/assets\//, async (route) => {
      await answers
      await route.continue()
    })
    const line = page.locator('body > .on-its-way')
    const stands = () => main(page).boundingBox()
    const before = await stands()
    await expect(line).toHaveCount(0)
    await sideMenu(page).filter({ hasText: 'My Profile' }).click()
    await expect(line).toBeInViewport()
    expect(await stands()).toEqual(before)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expectAccessible(page)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(line).toBeInViewport()
    answer()
    await expect(title(page)).toHaveText('My Profile')
    await expect(line).toHaveCount(0)
  })
}
