import { site } from '#content/site.ts'
import { newAccount, signUp } from './accounts.ts'
import { expect, test } from './fixtures.ts'

test('dashboard pages have a short footer', async ({ page }) => {
  await signUp(page, newAccount())
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Branding' })).toBeVisible()
  for (const path of ['/dashboard', '/dashboard/myprofile']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(footer.getByRole('link')).toHaveText(['Terms of use', 'Privacy policy', 'Cookie policy', 'Contact'])
    await expect(footer).toContainText(`Copyright © ${site.copyrightYear} ${site.name}`)
  }
  await footer.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(footer.getByRole('link', { name: 'Branding' })).toBeVisible()
})

test('the large site name below the footer is hidden in forced colours', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('.wordmark')).toBeVisible()
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.locator('.wordmark')).toBeHidden()
})
