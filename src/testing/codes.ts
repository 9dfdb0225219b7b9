import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '#features/accounts/tables.ts'
import { openBrowser, type TestBrowser } from './browser.ts'
import type { TestShop } from './shop.ts'
import { codeOf } from './totp.ts'

const Made = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
let made = 0

export const password = 'first-secret'

/** A browser at a network address. */
export function browserAt(shop: TestShop, remoteAddress = '198.51.100.1'): TestBrowser {
  const request = (input: string, init?: RequestInit) =>
    shop.app.request(input, init, { incoming: { socket: { remoteAddress } } })
  return openBrowser({ request }, shop.config.publicUrl)
}

/** An account with a verified e-mail, and the browser it was created in. */
export async function signUpVerified(shop: TestShop, remoteAddress?: string) {
  made += 1
  const email = `code-owner${made}@example.com`
  const browser = browserAt(shop, remoteAddress)
  await browser.post('/api/auth/sign-up/email', { name: 'Owner', email, password })
  const [user] = await shop.db
    .update(users)
    .set({ emailVerified: true })
    .where(eq(users.email, email))
    .returning({ id: users.id })
  return { id: user?.id ?? '', email, browser }
}

/** Starts the setup of one-time codes. @param currentPassword empty for an account without a password. */
export async function beginCodes(browser: TestBrowser, currentPassword = password) {
  const answer = await browser.post('/api/auth/two-factor/enable', currentPassword ? { currentPassword } : {})
  return Made.parse(await answer.json())
}

export const showCode = (browser: TestBrowser, code: string): Promise<Response> =>
  browser.post('/api/auth/two-factor/verify-totp', { code })

/** An account with one-time codes: the code used for setup and the next one, which is valid for at least half a minute. */
export async function withCodes(shop: TestShop) {
  const account = await signUpVerified(shop)
  const { totpURI, backupCodes } = await beginCodes(account.browser)
  const [used, next] = [codeOf(totpURI), codeOf(totpURI, 1)]
  const answer = await showCode(account.browser, used)
  if (!answer.ok) throw new Error(`codes were not set up: ${answer.status} ${await answer.text()}`)
  return { ...account, uri: totpURI, used, next, backupCodes }
}

export const logIn = (browser: TestBrowser, email: string, tried = password): Promise<Response> =>
  browser.post('/api/auth/sign-in/email', { email, password: tried })
