import { messages } from '#content/messages.ts'
import { refusals } from '#content/refusals.ts'
import { endSession, logIn, newAccount, signUp } from './accounts.ts'
import { quotedCart } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { signOutButton, title } from './locators.ts'

test('Sign Out ends the session in every open tab and removes the token', async ({ page, context }) => {
  await signUp(page)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(other).toHaveURL(/\/login|\/$/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('signing out in one tab closes the quote in the others', async ({ page, context }) => {
  const id = await quotedCart(page, await signUp(page))
  await page.goto(`/quote/${id}`)
  await expect(title(page)).toHaveText(/^Quote WQ-\d{4}-\d{6}$/)
  const other = await context.newPage()
  await other.goto('/tools')
  await signOutButton(other).click()
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`/quote/${id}`)}`)
})

test('what was typed is restored after the session ended and the same user logs in', async ({ page }) => {
  const account = await signUp(page)
  await page.goto('/dashboard/addreview')
  await page.getByLabel('Description').fill('Forty of these, and the fan of none has been heard.')
  await page.getByRole('radio', { name: '4 of 5' }).check({ force: true })
  await endSession(page)
  await logIn(page, account)
  await expect(page).toHaveURL('/dashboard/addreview')
  await expect(page.getByLabel('Description')).toHaveValue('Forty of these, and the fan of none has been heard.')
  await expect(page.getByRole('radio', { name: '4 of 5' })).toBeChecked()
})

test('a wrong password says so and keeps what was typed', async ({ page, problems }) => {
  problems.expect(/status of 401/)
  await page.goto('/login')
  await logIn(page, { ...newAccount(), password: 'not-the-one' })
  await expect(page.getByText(refusals.wrongPassword)).toBeVisible()
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
