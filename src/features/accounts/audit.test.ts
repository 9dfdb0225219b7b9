import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '#platform/http/tables.ts'
import { recordedBy } from '#testing/audit.ts'
import { openBrowser, type TestBrowser } from '#testing/browser.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { findUserByEmail } from './store.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const password = 'first-secret'
let made = 0

const open = () => openBrowser(shop.app, shop.config.publicUrl)
const recorded = (work: () => unknown) => recordedBy(shop.db, work)
const signIn = (browser: TestBrowser, email: string, word = password) =>
  browser.post('/api/auth/sign-in/email', { email, password: word })

async function signedUp() {
  made += 1
  const email = `farida${made}@example.com`
  const browser = open()
  const entries = await recorded(() => browser.post('/api/auth/sign-up/email', { name: 'Farida', email, password }))
  const user = await findUserByEmail(shop.db, email)
  if (!user) throw new Error('nobody signed up')
  return { browser, email, entries, user }
}

/** The token of the newest mail's link. */
function mailedToken(): string {
  const { hash } = new URL(shop.mails.at(-1)?.action?.url ?? 'missing:')
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}

const own = (action: string, { id, email }: { id: string; email: string }) => ({
  at: shop.clock.now(),
  action,
  area: 'account',
  actorId: id,
  actorEmail: email,
  subjectType: 'user',
  subjectId: id,
  subjectLabel: email,
})

describe('an account’s own actions are recorded', () => {
  test('signing up, once, with the address and the browser', async () => {
    const address = { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Firefox' }
    const email = 'first@example.com'
    const entries = await recorded(() =>
      shop.app.request('/api/auth/sign-up/email', json('POST', { name: 'Nusrat', email, password }, address)),
    )
    const user = await findUserByEmail(shop.db, email)
    expect(entries).toMatchObject([
      { ...own('account.signed-up', { id: user?.id ?? '', email }), address: 'unknown', userAgent: 'Firefox' },
    ])
  })

  test('signing in, and whether the browser is new', async () => {
    const { browser, email, user } = await signedUp()
    const after = { by: 'password' }
    expect(await recorded(() => signIn(browser, email))).toMatchObject([{ ...own('account.signed-in', user), after }])
    expect(await recorded(() => signIn(open(), email))).toMatchObject([{ ...own('account.new-device', user), after }])
  })

  test('signing out', async () => {
    const { browser, user } = await signedUp()
    const signOut = () => browser.post('/api/auth/sign-out', {})
    expect(await recorded(signOut)).toMatchObject([own('account.signed-out', user)])
    expect(await recorded(signOut)).toEqual([])
  })

  test('a changed name, but not the same name again', async () => {
    const { browser, user } = await signedUp()
    const rename = () => browser.post('/api/auth/update-user', { name: 'Farida Begum' })
    const changes = { before: { name: 'Farida' }, after: { name: 'Farida Begum' } }
    expect(await recorded(rename)).toMatchObject([{ ...own('account.name-changed', user), ...changes }])
    expect(await recorded(rename)).toEqual([])
  })

  test('ending all sessions', async () => {
    const { browser, user } = await signedUp()
    expect(await recorded(() => browser.post('/api/auth/revoke-sessions', {}))).toMatchObject([
      own('account.sessions-ended', user),
    ])
  })

  test('a changed password, without recording any password', async () => {
    const { browser, user } = await signedUp()
    const change = { currentPassword: password, newPassword: 'second-secret' }
    const entries = await recorded(() => browser.post('/api/auth/change-password', change))
    expect(entries).toMatchObject([{ ...own('account.password-changed', user), before: null, after: null }])
    expect(JSON.stringify(entries)).not.toContain('secret')
    const wrong = await recorded(() => browser.post('/api/auth/change-password', change))
    expect(wrong).toEqual([])
  })

  test('a reset: that it was requested, that the e-mail is verified, and that it was done', async () => {
    const { email, user } = await signedUp()
    const asked = await recorded(() => open().post('/api/auth/request-password-reset', { email }))
    expect(asked).toMatchObject([
      { action: 'account.reset-asked', actorId: null, actorEmail: null, subjectId: user.id, subjectLabel: email },
    ])
    const token = mailedToken()
    const reset = await recorded(() => open().post('/api/auth/reset-password', { token, newPassword: 'second-secret' }))
    expect(reset).toMatchObject([own('account.email-verified', user), own('account.password-reset', user)])
    expect(JSON.stringify([...asked, ...reset])).not.toContain(token)
  })

  test('nothing for a reset of an address without an account', async () => {
    const ask = () => open().post('/api/auth/request-password-reset', { email: 'nobody@example.com' })
    expect(await recorded(ask)).toEqual([])
  })

  test('an address verified by its link, once', async () => {
    const { user } = await signedUp()
    const verify = () => open().get(`/api/auth/verify-email?token=${encodeURIComponent(mailedToken())}`)
    expect(await recorded(verify)).toMatchObject([own('account.email-verified', user)])
    expect(await recorded(verify)).toEqual([])
  })
})

describe('a wrong password', () => {
  test('is recorded once per quarter of an hour and account, and never for an address without an account', async () => {
    const [one, other] = [await signedUp(), await signedUp()]
    const guess = async (email: string) => {
      expect((await signIn(open(), email, 'wrong-secret')).status).toBe(401)
    }
    const failed = (email: string) => ({
      action: 'account.sign-in-failed',
      actorId: null,
      subjectLabel: email,
    })
    const entries = await recorded(async () => {
      for (const email of [one.email, one.email, other.email, 'nobody@example.com']) await guess(email)
    })
    expect(entries).toMatchObject([failed(one.email), failed(other.email)])
    expect(entries).toHaveLength(2)
    // The same is written for an address without an account.
    for (const email of [one.email, 'nobody@example.com'])
      expect(await shop.db.$count(rateLimits, eq(rateLimits.key, `failed sign-in noted:${email}`)), email).toBe(1)
    shop.clock.advance({ seconds: 15 * 60 })
    expect(await recorded(() => guess(one.email))).toMatchObject([failed(one.email)])
  })
})

test('staff actions on users record the role before and after, and who acted', async () => {
  const { actor, headers } = await shop.signedIn({ role: 'admin' })
  const { user, email } = await signedUp()
  const call = (method: string, path: string) => shop.app.request(`/api${path}`, { method, headers })
  const by = { area: 'staff', actorId: actor.id, actorEmail: actor.email, subjectId: user.id, subjectLabel: email }
  const given = { ...by, action: 'user.made-admin', before: { role: 'user' }, after: { role: 'admin' } }
  expect(await recorded(() => call('PUT', `/user/admin/${email}`))).toMatchObject([given])
  expect(await recorded(() => call('PUT', `/user/admin/${email}`))).toEqual([])
  expect(await recorded(() => call('DELETE', `/user/admin/${email}`))).toMatchObject([
    { ...by, action: 'user.admin-revoked', before: { role: 'admin' }, after: { role: 'user' } },
  ])
  expect(await recorded(() => call('DELETE', `/user/${email}`))).toMatchObject([{ ...by, action: 'user.removed' }])
  expect(await recorded(() => call('DELETE', `/user/${email}`))).toEqual([])
})
