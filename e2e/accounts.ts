import { randomBytes, randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { tokenKey } from '#web/lib/storage.ts'
import { keptToken, move, title } from './locators.ts'

export type Account = { name: string; email: string; password: string }

/** The first admin of the shop that serve.ts starts. */
export const adminPassword = 'admin-of-the-tests'
export const admin: Account = { name: 'Admin', email: 'admin@wattwork.test', password: adminPassword }

/** An account that does not exist yet. */
export function newAccount(name = 'Rahim Uddin'): Account {
  return { name, email: `buyer-${randomUUID()}@example.com`, password: 'secret-6' }
}

/** A made-up client address: sign-ups per address are limited to so many in ten minutes. */
const fromElsewhere = () => ({ 'x-forwarded-for': [10, ...randomBytes(3)].join('.') })

/** Signs up a new account through the API, and opens the tools as that account. */
export async function signUp(page: Page, account: Account = newAccount()): Promise<Account> {
  // With the cookie of an earlier session, the call would have to send its origin.
  await page.context().clearCookies()
  const answer = await page.request.post('/api/auth/sign-up/email', { data: account, headers: fromElsewhere() })
  expect(answer.status()).toBe(200)
  await openSignedIn(page, '/tools')
  return account
}

/** Ends the session as if on another device: the page learns of it only when it calls the shop or another tab tells it. */
export async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies()
  const other = await page.context().newPage()
  await other.goto('/blogs')
  await other.evaluate((key) => localStorage.removeItem(key), tokenKey)
  await other.close()
}

/** Fills in and submits the form, as a visitor does. */
export async function fillSignUp(page: Page, account: Account, path = '/signup'): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Name').fill(account.name)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
}

/** Fills in and submits the login form once its page is open: the sign-up form before it has an e-mail field too. */
export async function logIn(page: Page, account: Account): Promise<void> {
  await expect(title(page)).toHaveText('Login')
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

/** Opens a page as that account, signed in through the API: the login form has its own tests. */
export async function openAs(page: Page, { email, password }: Account, path: string): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', { data: { email, password } })
  expect(answer.status()).toBe(200)
  await openSignedIn(page, path)
}

async function openSignedIn(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // From here on the page's own calls can be made as this account.
  await move(page)
  await expect.poll(() => keptToken(page)).not.toBeNull()
}

export const pressGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' }).click()

/** Enters a person on the page that stands in for Google. */
export async function choosePerson(page: Page, { name, email }: Account): Promise<void> {
  await expect(page).toHaveURL('/sandbox/sign-in/choose')
  await expect(page.getByText('This page stands in for Google.')).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}
