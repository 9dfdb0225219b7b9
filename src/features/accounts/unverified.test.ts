import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { openBrowser, type TestBrowser } from '#testing/browser.ts'
import { createTestIssuer } from '#testing/issuer.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { findUserByEmail, listProviders } from './store.ts'
import { accounts, users } from './tables.ts'

const issuer = await createTestIssuer()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ google: issuer.settings })
})
afterAll(() => shop.close())

const browser = () => openBrowser(shop.app, shop.config.publicUrl)
const goals = { provider: 'google', callbackURL: '/tools', errorCallbackURL: '/login' }
let made = 0
const newEmail = () => `rafiq${(made += 1)}@example.com`

/** Comes back from the issuer with these claims. @returns the `error` of the page it leads to. */
async function comeBack(who: TestBrowser, route: '/sign-in/social' | '/link-social', claims: Record<string, unknown>) {
  const { url } = await (await who.post(`/api/auth${route}`, goals)).json()
  const answer = await who.get(issuer.vouch(url, { name: 'Rafiq', ...claims }))
  return new URL(answer.headers.get('location') ?? '', shop.config.publicUrl).searchParams.get('error')
}

async function signUp(name = 'Rafiq') {
  const account = { name, email: newEmail(), password: 'first-secret' }
  const who = browser()
  await who.post('/api/auth/sign-up/email', account)
  const user = await findUserByEmail(shop.db, account.email)
  return { ...account, id: user?.id ?? '', browser: who }
}

/** The token in the newest message to the address. */
function mailedToken(email: string): string {
  const { hash } = new URL(shop.mails.findLast(({ to }) => to === email)?.action?.url ?? 'missing:')
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}

async function resetPassword(email: string): Promise<void> {
  await browser().post('/api/auth/request-password-reset', { email })
  const answer = await browser().post('/api/auth/reset-password', {
    token: mailedToken(email),
    newPassword: 'second-secret',
  })
  expect(answer.status).toBe(200)
}

/** Connects an account at the issuer, as was possible before the issuer's word on the e-mail counted. */
const connect = (userId: string) =>
  shop.db.insert(accounts).values({ id: newId(), userId, providerId: 'google', accountId: newId() })

test.each([
  ['says that the e-mail is not verified', { email_verified: false }],
  ['does not say whether it is', {}],
])('an issuer that %s cannot open, create or connect an account', async (_what, said) => {
  const email = newEmail()
  const who = browser()
  expect(await comeBack(who, '/sign-in/social', { sub: email, email, ...said })).toBe('email_not_verified')
  expect(who.cookies.has('wattwork.session_token')).toBe(false)
  expect(await findUserByEmail(shop.db, email)).toBeUndefined()

  const known = { sub: `known ${email}`, email }
  expect(await comeBack(browser(), '/sign-in/social', { ...known, email_verified: true })).toBeNull()
  expect(await comeBack(browser(), '/sign-in/social', { ...known, ...said })).toBe('email_not_verified')

  const own = await signUp()
  const claims = { sub: own.email, email: own.email, ...said }
  expect(await comeBack(own.browser, '/link-social', claims)).toBe('email_not_verified')
  expect(await listProviders(shop.db, own.id)).toEqual(['credential'])
})

test.each<[string, (own: Awaited<ReturnType<typeof signUp>>) => Promise<unknown>]>([
  ['signed out', ({ browser: who }) => who.post('/api/auth/sign-out', {})],
  ['set a new password by mail', ({ email }) => resetPassword(email)],
  [
    'signed in as somebody else',
    async ({ browser: who }) =>
      who.post('/api/auth/sign-up/email', { name: 'B', email: newEmail(), password: 'first-secret' }),
  ],
])('a user who has %s meanwhile connects nothing when returning from the issuer', async (_what, meanwhile) => {
  const own = await signUp()
  const { url } = await (await own.browser.post('/api/auth/link-social', goals)).json()
  await meanwhile(own)
  const claims = { sub: own.email, email: own.email, email_verified: true }
  const answer = await own.browser.get(issuer.vouch(url, claims))
  expect(answer.headers.get('location')).toContain('error=session_over')
  expect(await listProviders(shop.db, own.id)).toEqual(['credential'])
})

test('a signed-in user can still connect Google', async () => {
  const own = await signUp()
  const claims = { sub: own.email, email: own.email, email_verified: true }
  expect(await comeBack(own.browser, '/link-social', claims)).toBeNull()
  expect((await listProviders(shop.db, own.id)).toSorted()).toEqual(['credential', 'google'])
})

test.each(['', 'two\u0000parts', '\ud800x', 'ü', 'x'.repeat(256)])(
  'nobody can sign in with the subject %j',
  async (sub) => {
    const claims = { sub, email: newEmail(), email_verified: true }
    expect(await comeBack(browser(), '/sign-in/social', claims)).toBe('unable_to_get_user_info')
  },
)

test('a reset of an unverified address leaves only its owner with access to the account', async () => {
  const { id, email, browser: stranger } = await signUp()
  await connect(id)
  const token = await stranger.accessToken(email)
  await resetPassword(email)
  expect(await listProviders(shop.db, id)).toEqual(['credential'])
  expect(await stranger.accessToken(email)).toBeUndefined()
  const answer = await shop.app.request('/api/profile', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(401)
})

test('verifying the address removes a Google account that a stranger connected before', async () => {
  const [{ id, email }, another] = [await signUp(), await signUp()]
  for (const user of [id, another.id]) await connect(user)
  expect((await shop.app.request(`/api/auth/verify-email?token=${mailedToken(email)}`)).status).toBe(200)
  expect(await listProviders(shop.db, id)).toEqual(['credential'])
  expect(await findUserByEmail(shop.db, email)).toMatchObject({ emailVerified: true })
  expect(await listProviders(shop.db, another.id)).toContain('google')
  expect(await findUserByEmail(shop.db, another.email)).toMatchObject({ emailVerified: false })
})

test('a Google account connected after verifying the address survives a reset', async () => {
  const { id, email } = await signUp()
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, id))
  await connect(id)
  await resetPassword(email)
  expect((await listProviders(shop.db, id)).toSorted()).toEqual(['credential', 'google'])
})

test('a message to an unverified address quotes none of the input', async () => {
  const { id, email } = await signUp('Win a prize at evil.example')
  const newest = () => JSON.stringify(shop.mails.findLast(({ to }) => to === email))
  expect(newest()).toContain('/verifyemail#token=')
  expect(newest()).not.toContain('evil')
  await browser().post('/api/auth/request-password-reset', { email })
  expect(newest()).toContain('/resetpassword#token=')
  expect(newest()).not.toContain('evil')

  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, id))
  await browser().post('/api/auth/request-password-reset', { email })
  expect(newest()).toContain('Hello Win a prize')
})
