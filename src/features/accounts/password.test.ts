import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '#testing/browser.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { findUserByEmail } from './store.ts'
import { sessions, users, verifications } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const browser = () => openBrowser(shop.app, shop.config.publicUrl)
let made = 0

/** An account with a password, and a browser that is signed in to it. */
async function signUp() {
  made += 1
  const account = { name: 'Nusrat', email: `nusrat${made}@example.com`, password: 'first-secret' }
  const signedIn = browser()
  expect((await signedIn.post('/api/auth/sign-up/email', account)).status).toBe(200)
  return { ...account, browser: signedIn }
}

const logIn = (who: TestBrowser, email: string, password: string) =>
  who.post('/api/auth/sign-in/email', { email, password })
const codeOf = async (answer: Response) => (await answer.json()).code

/** Asks for a link and reads the token from the message. */
async function resetToken(email: string): Promise<string> {
  const before = shop.mails.length
  await browser().post('/api/auth/request-password-reset', { email })
  const mail = shop.mails.slice(before).find(({ to }) => to === email)
  const url = new URL(mail?.action?.url ?? 'missing:')
  expect(`${url.origin}${url.pathname}`).toBe(`${shop.config.publicUrl}/resetpassword`)
  return new URLSearchParams(url.hash.slice(1)).get('token') ?? ''
}

const callAs = (token: string | undefined) =>
  shop.app.request('/api/profile', { headers: { authorization: `Bearer ${token}` } })

test('a forgotten password is replaced once through the mailed link', async () => {
  const { email, password } = await signUp()
  const token = await resetToken(email)
  const answer = await browser().post('/api/auth/reset-password', { token, newPassword: 'second-secret' })
  expect(answer.status).toBe(200)
  expect((await logIn(browser(), email, password)).status).toBe(401)
  expect((await logIn(browser(), email, 'second-secret')).status).toBe(200)

  const again = await browser().post('/api/auth/reset-password', { token, newPassword: 'third-secret' })
  expect(again.status).toBe(400)
  expect(await codeOf(again)).toBe('INVALID_TOKEN')
})

test('a reset ends all sessions, access tokens and other links, and verifies the e-mail', async () => {
  const { email, browser: elsewhere } = await signUp()
  const token = await elsewhere.accessToken(email)
  expect((await callAs(token)).status).toBe(200)
  const [unused, used] = [await resetToken(email), await resetToken(email)]
  const another = await signUp()
  const ofAnother = await resetToken(another.email)
  await browser().post('/api/auth/reset-password', { token: used, newPassword: 'second-secret' })

  expect((await callAs(token)).status).toBe(401)
  expect(await elsewhere.accessToken(email)).toBeUndefined()
  expect(
    (await browser().post('/api/auth/reset-password', { token: unused, newPassword: 'third-secret' })).status,
  ).toBe(400)
  expect(await findUserByEmail(shop.db, email)).toMatchObject({ emailVerified: true })

  expect(await another.browser.accessToken(another.email)).toBeDefined()
  const theirs = { token: ofAnother, newPassword: 'third-secret' }
  expect((await browser().post('/api/auth/reset-password', theirs)).status).toBe(200)
})

test('the answer does not reveal whether an account exists', async () => {
  const { email } = await signUp()
  const ask = async (address: string) => {
    const answer = await browser().post('/api/auth/request-password-reset', { email: address })
    return { status: answer.status, body: await answer.text() }
  }
  expect(await ask('nobody@example.com')).toEqual(await ask(email))
  expect(shop.mails.some(({ to }) => to === 'nobody@example.com')).toBe(false)
})

test('a removed user gets no link', async () => {
  const { email } = await signUp()
  await shop.db.update(users).set({ removedAt: new Date() }).where(eq(users.email, email))
  const before = shop.mails.length
  expect((await browser().post('/api/auth/request-password-reset', { email })).status).toBe(200)
  expect(shop.mails).toHaveLength(before)
})

test('a link is valid for an hour, and the database stores only its hash', async () => {
  const { email } = await signUp()
  const token = await resetToken(email)
  const user = await findUserByEmail(shop.db, email)
  const [kept] = await shop.db
    .select()
    .from(verifications)
    .where(eq(verifications.value, user?.id ?? ''))
  expect(kept?.identifier).not.toContain(token)
  expect(Math.round(((kept?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000)).toBe(60)

  await shop.db
    .update(verifications)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(verifications.id, kept?.id ?? ''))
  expect((await browser().post('/api/auth/reset-password', { token, newPassword: 'second-secret' })).status).toBe(400)
})

test('requests for links are limited per account', async () => {
  const { email } = await signUp()
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries++) {
    statuses.push((await browser().post('/api/auth/request-password-reset', { email })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('a new password must be long enough', async () => {
  const answer = await browser().post('/api/auth/reset-password', { token: 'any', newPassword: 'short' })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    errors: [{ path: 'newPassword', message: 'Must be 6 characters or longer' }],
  })
})

test('changing the password requires the current one and ends all other sessions', async () => {
  const { email, password, browser: here } = await signUp()
  const elsewhere = browser()
  await logIn(elsewhere, email, password)
  const token = await elsewhere.accessToken(email)

  const wrong = await here.post('/api/auth/change-password', {
    currentPassword: 'not-my-secret',
    newPassword: 'second-secret',
  })
  expect(await wrong.json()).toMatchObject({ code: 'INVALID_PASSWORD', errors: [{ path: 'currentPassword' }] })
  expect((await callAs(token)).status).toBe(200)

  const right = await here.post('/api/auth/change-password', {
    currentPassword: password,
    newPassword: 'second-secret',
  })
  expect(right.status).toBe(200)
  expect((await callAs(token)).status).toBe(401)
  expect(await elsewhere.accessToken(email)).toBeUndefined()
  expect((await callAs(await here.accessToken(email))).status).toBe(200)
  expect((await logIn(browser(), email, 'second-secret')).status).toBe(200)
})

test('guesses at the current password are limited per account', async () => {
  const { browser: here } = await signUp()
  const guess = () =>
    here.post('/api/auth/change-password', { currentPassword: 'not-my-secret', newPassword: 'second-secret' })
  const answers = await Promise.all(Array.from({ length: 11 }, guess))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(400), 429])
})

test.each([
  ['change-password', { currentPassword: 'first-secret', newPassword: 'second-secret' }],
  ['revoke-sessions', {}],
])('a link for a new password is ended by /%s', async (route, body) => {
  const { email, browser: here } = await signUp()
  const token = await resetToken(email)
  expect((await here.post(`/api/auth/${route}`, body)).status).toBe(200)
  const late = await browser().post('/api/auth/reset-password', { token, newPassword: 'third-secret' })
  expect([late.status, await codeOf(late)]).toEqual([400, 'INVALID_TOKEN'])
})

test('a link for a new password survives the owner’s other actions', async () => {
  const { email, password, browser: here } = await signUp()
  const token = await resetToken(email)
  expect((await here.post('/api/auth/update-user', { name: 'Nusrat Jahan' })).status).toBe(200)
  expect((await logIn(here, email, password)).status).toBe(200)
  const guess = { currentPassword: 'not-my-secret', newPassword: 'second-secret' }
  expect((await here.post('/api/auth/change-password', guess)).status).toBe(400)
  expect((await browser().post('/api/auth/reset-password', { token, newPassword: 'second-secret' })).status).toBe(200)
})

test('signing out everywhere ends every session and every access token at once', async () => {
  const { email, password, browser: here } = await signUp()
  const elsewhere = browser()
  await logIn(elsewhere, email, password)
  const tokens = [await here.accessToken(email), await elsewhere.accessToken(email)]

  expect((await here.post('/api/auth/revoke-sessions', {})).status).toBe(200)
  for (const token of tokens) expect((await callAs(token)).status).toBe(401)
  const user = await findUserByEmail(shop.db, email)
  expect(
    await shop.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, user?.id ?? '')),
  ).toEqual([])
})

test.each([
  '/api/auth/change-password',
  '/api/auth/revoke-sessions',
  '/api/auth/update-user',
  '/api/auth/send-verification-email',
  '/api/auth/link-social',
])('%s is closed without a session, before the body is read', async (path) => {
  expect((await browser().post(path, { unknown: true })).status).toBe(401)
})
