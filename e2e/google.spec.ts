import { googleMessages } from '#content/google.ts'
import { choosePerson, newAccount, pressGoogle, signUp } from './accounts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('from the sign-up form to the tools, as a user with a verified e-mail', async ({ page }) => {
  const account = newAccount('Farida Akter')
  await page.goto('/signup')
  await pressGoogle(page)
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await expectAccessible(page)
  await choosePerson(page, account)
  await expect(page).toHaveURL('/tools')
  await page.goto('/dashboard/myprofile')
  const main = page.getByRole('main')
  await expect(main.getByText(account.email).first()).toBeVisible()
  await expect(main.getByText('Verified', { exact: true })).toBeVisible()
  await expect(main.getByText('Connected')).toBeVisible()
  await expectAccessible(page)
})

test('from the login form back to the page that asked for it', async ({ page }) => {
  await page.goto('/dashboard/addreview')
  await expect(page).toHaveURL(/\/login\?from=/)
  await pressGoogle(page)
  await choosePerson(page, newAccount())
  await expect(page).toHaveURL('/dashboard/addreview')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()
})

test('cancelling at Google says so and returns to the form', async ({ page }) => {
  await page.goto('/login?from=/tools')
  await pressGoogle(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText(googleMessages.stopped)
  expect(new URL(page.url()).searchParams.get('from')).toBe('/tools')
})

test('an account with a password is told what to do, and connects Google in My Profile', async ({ page }) => {
  const account = await signUp(page)
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await page.goto('/login')
  await pressGoogle(page)
  await choosePerson(page, account)
  await expect(page.getByRole('alert')).toHaveText(googleMessages.notLinked)

  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard/myprofile')
  await page.getByRole('button', { name: 'Connect Google' }).click()
  await choosePerson(page, account)
  await expect(page.getByRole('main').getByText('Connected')).toBeVisible()
})

test('My Profile fits a phone with a long e-mail', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const account = newAccount()
  await signUp(page, { ...account, email: `purchasing.${account.email.replaceAll('-', '')}` })
  await page.goto('/dashboard/myprofile')
  await expect(page.getByText(/^Connect the Google account for/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('the Google button works again after coming back to the cached page, or after waiting in vain', async ({
  page,
}) => {
  const button = page.getByRole('button', { name: /Google/ })
  await page.clock.install()
  await page.goto('/login')
  // With a 204 answer the browser stays on the page.
  await page.route('**/sandbox/sign-in/**', (route) => route.fulfill({ status: 204 }))
  await pressGoogle(page)
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(button).not.toHaveAttribute('aria-busy')

  await pressGoogle(page)
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await page.clock.fastForward(10_000)
  await expect(button).not.toHaveAttribute('aria-busy')
})
