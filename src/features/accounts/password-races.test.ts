import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '#testing/browser.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { findUserByEmail } from './store.ts'
import { sessions } from './tables.ts'
import { eq } from 'drizzle-orm'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const browser = () => openBrowser(shop.app, shop.config.publicUrl)
const [first, second, third] = ['first-secret', 'second-secret', 'third-secret'] as const
let made = 0

async function signUp() {
  const email = `owner${(made += 1)}@example.com`
  const who = browser()
  await who.post('/api/auth/sign-up/email', { name: 'Owner', email, password: first })
  const user = await findUserByEmail(shop.db, email)
  return { email, id: user?.id ?? '', browser: who }
}

const signIn = (who: TestBrowser, email: string, password: string) =>
  who.post('/api/auth/sign-in/email', { email, password })
const change = (who: TestBrowser, newPassword: string) =>
  who.post('/api/auth/change-password', { currentPassword: first, newPassword })
const liveSessions = (id: string) => shop.db.$count(sessions, eq(sessions.userId, id))

/** The token of a mailed link that sets a new password. */
async function resetToken(email: string): Promise<string> {
  await browser().post('/api/auth/request-password-reset', { email })
  const { hash } = new URL(shop.mails.findLast(({ to }) => to === email)?.action?.url ?? 'missing:')
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}

const reset = (token: string) => browser().post('/api/auth/reset-password', { token, newPassword: second })

/** Holds whoever is about to hash or check a password until `meanwhile` is done: each answers in the order of the calls. */
async function amid(slow: () => Promise<Response>, meanwhile: () => Promise<unknown>): Promise<Response> {
  const { password } = await shop.shop.auth.$context
  const { verify } = password
  let hold: (() => void) | undefined
  const held = new Promise<void>((resolve) => (hold = resolve))
  let begun: (() => void) | undefined
  const isChecking = new Promise<void>((resolve) => (begun = resolve))
  password.verify = async (given) => {
    const isRight = await verify(given)
    password.verify = verify
    begun?.()
    await held
    return isRight
  }
  const answer = slow()
  await isChecking
  await meanwhile()
  hold?.()
  return answer
}

test('a password that was being changed does not take the place of the one that its owner has set by mail', async () => {
  const { email, id, browser: thief } = await signUp()
  const token = await resetToken(email)
  const answer = await amid(
    () => change(thief, third),
    async () => expect((await reset(token)).status).toBe(200),
  )
  expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'PASSWORD_REPLACED' }])
  expect(await liveSessions(id)).toBe(0)
  expect((await signIn(browser(), email, third)).status).toBe(401)
  expect((await signIn(browser(), email, second)).status).toBe(200)
})

test('whoever signs in with a password that is replaced meanwhile is not in', async () => {
  const { email, id } = await signUp()
  const token = await resetToken(email)
  const thief = browser()
  const answer = await amid(
    () => signIn(thief, email, first),
    async () => expect((await reset(token)).status).toBe(200),
  )
  expect(answer.status).toBe(409)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await liveSessions(id)).toBe(0)
  expect(await thief.accessToken(email)).toBeUndefined()
})

test('nor while it is changed by its owner, who stays signed in', async () => {
  const { email, id, browser: owner } = await signUp()
  const answer = await amid(
    () => signIn(browser(), email, first),
    async () => expect((await change(owner, second)).status).toBe(200),
  )
  expect(answer.status).toBe(409)
  expect(await liveSessions(id)).toBe(1)
  expect(await owner.accessToken(email)).toBeDefined()
})

test('of two who change it at once one does', async () => {
  const { email, id, browser: one } = await signUp()
  const other = browser()
  await signIn(other, email, first)
  const answer = await amid(
    () => change(one, second),
    async () => expect((await change(other, third)).status).toBe(200),
  )
  expect(answer.status).toBe(409)
  expect((await signIn(browser(), email, third)).status).toBe(200)
  expect(await liveSessions(id)).toBe(2)
})
