import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountMessages } from '#content/account.ts'
import { inTransaction } from '#platform/db/database.ts'
import { openBrowser, type TestBrowser } from '#testing/browser.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { findUserByEmail, removeUser } from './store.ts'
import { accounts, sessions } from './tables.ts'
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

const reset = (token: string, newPassword: string = second) =>
  browser().post('/api/auth/reset-password', { token, newPassword })

/** Holds a call that is checking a password until `meanwhile` is done, so that the two overlap in a fixed order. */
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

test('changing a password does not overwrite one that its owner sets by mail meanwhile', async () => {
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

test('signing in with a password that is replaced meanwhile fails', async () => {
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

test('signing in fails while the owner changes the password, and the owner stays signed in', async () => {
  const { email, id, browser: owner } = await signUp()
  const answer = await amid(
    () => signIn(browser(), email, first),
    async () => expect((await change(owner, second)).status).toBe(200),
  )
  expect(answer.status).toBe(409)
  expect(await liveSessions(id)).toBe(1)
  expect(await owner.accessToken(email)).toBeDefined()
})

test('only one of two simultaneous changes succeeds', async () => {
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

/** The same for somebody who has used a mailed link and whose new password is being hashed. */
async function amidLink(slow: () => Promise<Response>, meanwhile: () => Promise<unknown>): Promise<Response> {
  const { password } = await shop.shop.auth.$context
  const { hash } = password
  let answered: Promise<unknown> | undefined
  password.hash = async (given) => {
    password.hash = hash
    await (answered = meanwhile())
    return hash(given)
  }
  const answer = await slow()
  await answered
  return answer
}

const revoke = (who: TestBrowser) => who.post('/api/auth/revoke-sessions', {})

test.each<[string, string, (owner: Awaited<ReturnType<typeof signUp>> & { link: string }) => Promise<number>]>([
  ['sets a password by another link', second, async ({ link }) => (await reset(link)).status],
  ['changes the password', second, async (owner) => (await change(owner.browser, second)).status],
  ['ends all sessions', first, async (owner) => (await revoke(owner.browser)).status],
])('a link already in use when the owner %s does not set a password', async (_how, kept, meanwhile) => {
  const owner = await signUp()
  const [token, link] = [await resetToken(owner.email), await resetToken(owner.email)]
  const answer = await amidLink(
    () => reset(token, third),
    async () => expect(await meanwhile({ ...owner, link })).toBe(200),
  )
  expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'PASSWORD_REPLACED' }])
  expect((await signIn(browser(), owner.email, third)).status).toBe(401)
  expect((await signIn(browser(), owner.email, kept)).status).toBe(200)
})

test('a link of a user who is removed during or before its use sets no password', async () => {
  const { email, id } = await signUp()
  const [token, link] = [await resetToken(email), await resetToken(email)]
  const remove = () => inTransaction(shop.db, (tx) => removeUser(tx, id, shop.clock.now()))
  expect((await amidLink(() => reset(token, third), remove)).status).toBe(409)
  expect((await reset(link, third)).status).toBe(400)
})

test('an owner can reset the password repeatedly, each time with a new link', async () => {
  const { email } = await signUp()
  for (const password of [second, third, first]) {
    expect((await reset(await resetToken(email), password)).status).toBe(200)
    expect((await signIn(browser(), email, password)).status).toBe(200)
  }
})

test('a password change fails when the user is signed out everywhere while it is being checked', async () => {
  const { email, id, browser: thief } = await signUp()
  const owner = browser()
  await signIn(owner, email, first)
  const answer = await amid(
    () => change(thief, third),
    async () => expect((await revoke(owner)).status).toBe(200),
  )
  expect(answer.status).toBe(401)
  expect(await liveSessions(id)).toBe(0)
  expect((await signIn(browser(), email, third)).status).toBe(401)
  expect((await signIn(browser(), email, first)).status).toBe(200)
})

test('a new password is reported as set even when signing in fails afterwards', async () => {
  const { email, id, browser: owner } = await signUp()
  const { internalAdapter } = await shop.shop.auth.$context
  const busy = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
  const creating = vi.spyOn(internalAdapter, 'createSession').mockRejectedValue(busy)
  const answer = await change(owner, second)
  creating.mockRestore()
  expect([answer.status, await answer.json()]).toMatchObject([503, { detail: accountMessages.passwordIsSet }])
  expect(await liveSessions(id)).toBe(0)
  expect((await signIn(browser(), email, second)).status).toBe(200)
})

test('only one of two links that set an account’s first password at once succeeds', async () => {
  const { email, id } = await signUp()
  // As for somebody who came by Google alone.
  await shop.db.delete(accounts).where(eq(accounts.userId, id))
  const tokens = [await resetToken(email), await resetToken(email)]
  const passwords = [second, third]
  const { internalAdapter } = await shop.shop.auth.$context
  let found = 0
  let goOn = () => {}
  const bothFound = new Promise<void>((resolve) => (goOn = resolve))
  const find = internalAdapter.findCredentialAccount
  const finding = vi.spyOn(internalAdapter, 'findCredentialAccount').mockImplementation(async (userId) => {
    const none = await find(userId)
    if ((found += 1) === 2) goOn()
    await bothFound
    return none
  })
  const answers = await Promise.all(
    tokens.map((token, n) => browser().post('/api/auth/reset-password', { token, newPassword: passwords[n] })),
  )
  finding.mockRestore()
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const kept = passwords[answers.findIndex(({ ok }) => ok)] ?? ''
  for (const password of passwords)
    expect((await signIn(browser(), email, password)).status).toBe(password === kept ? 200 : 401)
})
