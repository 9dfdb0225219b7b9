import { messages } from '#content/messages.ts'
import { admin, logIn, newAccount, signUp } from './accounts.ts'
import { expect, test } from './fixtures.ts'

test('a private page leads to the login and back', async ({ page }) => {
  const account = await signUp(page)
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto('/dashboard/myprofile')
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, account)
  await expect(page).toHaveURL('/dashboard/myprofile')
  await expect(page.getByRole('main').getByText(account.email).first()).toBeVisible()
})

test('Sign Out ends the session in every open tab and removes the token', async ({ page, context }) => {
  await signUp(page)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(other).toHaveURL(/\/login|\/$/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('a wrong password says so and keeps what was typed', async ({ page, problems }) => {
  problems.expect(/status of 401/)
  await page.goto('/login')
  await logIn(page, { ...newAccount(), password: 'not-the-one' })
  await expect(page.getByText(messages.wrongPassword)).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveValue('not-the-one')
})

test('the forms ask for what is missing, in the specified words', async ({ page }) => {
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Sign up' }).click()
  for (const message of [messages.nameRequired, messages.emailRequired, messages.passwordRequired]) {
    await expect(page.getByText(message)).toBeVisible()
  }
  await page.getByLabel('E-mail').fill('nobody')
  await page.getByLabel('Password').fill('12345')
  await expect(page.getByText(messages.emailInvalid)).toBeVisible()
  await expect(page.getByText(messages.passwordTooShort)).toBeVisible()
})

test('the dashboard menu follows the role', async ({ page }) => {
  await signUp(page)
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  await expect(menu).toHaveText(['My Orders', 'Add a Review', 'My Profile'])
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await page.goto('/login?from=/dashboard')
  await logIn(page, admin)
  await expect(menu.getByText('My Profile')).toBeVisible()
  await expect(menu.filter({ hasText: /My Orders|Add a Review/ })).toHaveCount(0)
})
