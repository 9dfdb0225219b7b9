import { expect, expectAccessible, test } from './fixtures.ts'
import { expectLive, main, openPage, tellLife, title } from './locators.ts'

test('the forgotten password form takes over the e-mail typed at the login', async ({ page }) => {
  await tellLife(page)
  await page.goto('/login')
  const email = page.getByLabel('E-mail')
  await email.fill('nusrat@delta.example')
  await expectLive(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(title(page)).toHaveText('New password')
  await expect(email).toHaveValue('nusrat@delta.example')
  expect(page.url()).not.toContain('nusrat')
})

test('the new password page without a link’s token shows what to do instead of a form', async ({ page }) => {
  await openPage(page, '/resetpassword', 'Set a new password')
  const ask = main(page).getByRole('link', { name: 'Ask for a new link' })
  await expect(ask).toBeVisible()
  await expect(page.getByLabel('New password')).toBeHidden()
  await expectAccessible(page)
  await ask.click()
  await expect(page).toHaveURL('/forgotpassword')
  await page.goto('/resetpassword#token=abc')
  await expect(page.getByLabel('New password')).toBeVisible()
})
