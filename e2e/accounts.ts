import { randomBytes, randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { keptToken, move, title } from './locators.ts'

export type Account = { name: string; email: string; password: string }

/** The first admin of the shop that serve.ts starts. */
export const adminPassword = 'admin-of-the-tests'
export const admin: Account = { name: 'Admin', email: 'admin@wattwork.test', password: adminPassword }

/** An account nobody has yet. */
export function newAccount(name = 'Rahim Uddin'): Account {
  return { name, email: `buyer-${randomUUID()}@example.com`, password: 'secret-6' }
}

/** Of one address only so many sign up in ten minutes. */
const fromElsewhere = () => ({ 'x-forwarded-for': [10, ...randomBytes(3)].join('.') })

/** Opens the tools as a new account, signed up by the call alone. */
export async function signUp(page: Page, account: Account = newAccount()): Promise<Account> {
  // With the cookie of a session before, the call would have to say which page it comes from.
  await page.context().clearCookies()
  const answer = await page.request.post('/api/auth/sign-up/email', { data: account, headers: fromElsewhere() })
  expect(answer.status()).toBe(200)
  await openSignedIn(page, '/tools')
  return account
}

/** Fills in and sends the form, as a visitor does. */
export async function fillSignUp(page: Page, account: Account, path = '/signup'): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Name').fill(account.name)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
}

/** Fills in and sends the login form, once its page is open: the sign-up form before it has an e-mail too. */
export async function logIn(page: Page, account: Account): Promise<void> {
  await expect(title(page)).toHaveText('Login')
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

/** Opens a page as that account, signed in by the call alone: how the form does it is tested where it stands. */
export async function openAs(page: Page, { email, password }: Account, path: string): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', { data: { email, password } })
  expect(answer.status()).toBe(200)
  await openSignedIn(page, path)
}

async function openSignedIn(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // From here on the page's own calls may be made in its name.
  await move(page)
  await expect.poll(() => keptToken(page)).not.toBeNull()
}

export const pressGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' }).click()

/** On the page that stands in for Google: says who to be. */
export async function choosePerson(page: Page, { name, email }: Account): Promise<void> {
  await expect(page).toHaveURL('/sandbox/sign-in/choose')
  await expect(page.getByText('This page stands in for Google.')).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}
