import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { googleMessages } from '#content/google.ts'
import { recordedBy } from '#testing/audit.ts'
import { openBrowser } from '#testing/browser.ts'
import { choosePath, goals, googleVisits, locationOf } from '#testing/google.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { findUserByEmail } from './store.ts'
import { accounts, users } from './tables.ts'

let shop: TestShop
let visits: ReturnType<typeof googleVisits>
beforeAll(async () => {
  shop = await openTestShop()
  visits = googleVisits(shop)
})
afterAll(() => shop.close())

const browser = () => openBrowser(shop.app, shop.config.publicUrl)
const errorIn = (location: string) => new URL(location, shop.config.publicUrl).searchParams.get('error')

test('the audit log records a sign-in with Google and whether the device is new', async () => {
  const who = browser()
  const come = () => visits.continueWithGoogle(who, 'recorded@example.com')
  expect(await recordedBy(shop.db, come)).toMatchObject([
    { action: 'account.signed-up', subjectLabel: 'recorded@example.com' },
    { action: 'account.google-connected' },
    { action: 'account.new-device', after: { by: 'google' } },
  ])
  expect(await recordedBy(shop.db, come)).toMatchObject([{ action: 'account.signed-in', after: { by: 'google' } }])
})

test('a new visitor becomes a user with a session, a verified e-mail and no password', async () => {
  const who = browser()
  expect(await visits.continueWithGoogle(who, 'Farida@Example.com')).toBe(goals.callbackURL)
  const token = await who.accessToken('farida@example.com')
  const answer = await shop.app.request('/api/profile', { headers: { authorization: `Bearer ${token}` } })
  expect(await answer.json()).toEqual({
    name: 'Farida',
    email: 'farida@example.com',
    emailVerified: true,
    hasPassword: false,
    hasGoogle: true,
    hasCodes: false,
  })
})

test('a visitor who came for a product is sent back to it from login and sign-up alike', async () => {
  for (const page of ['/login', '/signup']) {
    const callbackURL = `${page}?from=%2Ftool%2F019ab7a4-6c00-7000-8000-000000000001%3Fa%3Db&via=google`
    const who = browser()
    const answer = await who.post('/api/auth/sign-in/social', { ...goals, callbackURL })
    const person = { email: `${page.slice(1)}-back@example.com`, name: 'Farida' }
    const callback = await visits.choose(who, new URL((await answer.json()).url), person)
    expect(locationOf(await who.get(callback.href))).toBe(callbackURL)
  }
})

test('a second visit finds the same user, and no token of the issuer is stored', async () => {
  await visits.continueWithGoogle(browser(), 'again@example.com')
  const first = await findUserByEmail(shop.db, 'again@example.com')
  expect(await visits.continueWithGoogle(browser(), 'again@example.com', 'Another name')).toBe(goals.callbackURL)
  expect(await findUserByEmail(shop.db, 'again@example.com')).toEqual(first)
  const kept = await shop.db
    .select()
    .from(accounts)
    .where(eq(accounts.userId, first?.id ?? ''))
  expect(kept).toMatchObject([{ providerId: 'google', accessToken: null, refreshToken: null, idToken: null }])
})

test('each request has a new state, nonce and PKCE challenge', async () => {
  const [one, two] = [await visits.start(browser()), await visits.start(browser())]
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(one.searchParams.get(name)?.length).toBeGreaterThanOrEqual(32)
    expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name))
  }
  expect(one.searchParams.get('code_challenge_method')).toBe('S256')
  expect(one.searchParams.get('response_type')).toBe('code')
  expect(one.searchParams.get('scope')).toBe('openid email profile')
  // On a shared machine the visitor is asked which account to use.
  expect(one.searchParams.get('prompt')).toBe('select_account')
})

test('a state from another browser is refused', async () => {
  const who = browser()
  const callback = await visits.choose(who, await visits.start(who), { email: 'state@example.com', name: 'State' })
  const mutated = new URL(callback)
  mutated.searchParams.set('state', `${callback.searchParams.get('state')}x`)
  expect(errorIn(locationOf(await who.get(mutated.href)))).toBeTruthy()
  expect(errorIn(locationOf(await browser().get(callback.href)))).toBe('state_mismatch')
  expect(await findUserByEmail(shop.db, 'state@example.com')).toBeUndefined()
})

test('a changed or reused code is refused', async () => {
  const who = browser()
  const callback = await visits.choose(who, await visits.start(who), { email: 'code@example.com', name: 'Code' })
  const mutated = new URL(callback)
  mutated.searchParams.set('code', 'x'.repeat(43))
  expect(errorIn(locationOf(await who.get(mutated.href)))).toBe('invalid_code')

  const other = browser()
  const used = await visits.choose(other, await visits.start(other), { email: 'used@example.com', name: 'Used' })
  expect(errorIn(locationOf(await other.get(used.href)))).toBeNull()
  expect(errorIn(locationOf(await other.get(used.href)))).toBeTruthy()
})

test('an answer made for another request’s nonce or PKCE challenge is refused', async () => {
  for (const [name, error] of [
    ['nonce', 'unable_to_get_user_info'],
    ['code_challenge', 'invalid_code'],
  ] as const) {
    const who = browser()
    const url = await visits.start(who)
    url.searchParams.set(name, 'A'.repeat(43))
    const callback = await visits.choose(who, url, { email: `${name}@example.com`, name: 'Nobody' })
    expect(errorIn(locationOf(await who.get(callback.href)))).toBe(error)
    expect(await findUserByEmail(shop.db, `${name}@example.com`)).toBeUndefined()
  }
})

test('an answer that claims to come from another issuer is refused', async () => {
  const who = browser()
  const callback = await visits.choose(who, await visits.start(who), { email: 'iss@example.com', name: 'Iss' })
  expect(callback.searchParams.get('iss')).toBe(`${shop.config.publicUrl}/sandbox/sign-in`)
  callback.searchParams.set('iss', 'https://evil.example')
  expect(errorIn(locationOf(await who.get(callback.href)))).toBe('issuer_mismatch')
})

test('a visitor who cancels returns to the login page', async () => {
  const who = browser()
  const callback = await visits.choose(who, await visits.start(who), { action: 'cancel' })
  const location = locationOf(await who.get(callback.href))
  expect(errorIn(location)).toBe('access_denied')
  expect(new URL(location, shop.config.publicUrl).searchParams.get('from')).toBe('/tools')
})

test('the issuer’s page requires an e-mail and asks each time', async () => {
  const who = browser()
  const url = await visits.start(who)
  await who.get(url.href)
  expect(locationOf(await who.submit(choosePath, { email: 'nothing', name: 'X' }))).toBe('?problem=input')
  expect(locationOf(await browser().submit(choosePath, { email: 'a@example.com', name: 'A' }))).toMatch(
    /^\/login\?error=/,
  )

  await visits.continueWithGoogle(who, 'first@example.com')
  expect(locationOf(await who.get((await visits.start(who)).href))).toBe(choosePath)
})

test('Google does not open an account with a password until its signed-in owner connects it', async () => {
  const account = { name: 'Nusrat', email: 'password@example.com', password: 'first-secret' }
  const who = browser()
  await who.post('/api/auth/sign-up/email', account)
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.email, account.email))
  expect(errorIn(await visits.continueWithGoogle(browser(), account.email))).toBe('account_not_linked')

  const connect = async (email: string) => {
    const callback = await visits.choose(who, await visits.start(who, '/api/auth/link-social'), {
      email,
      name: 'Nusrat',
    })
    return errorIn(locationOf(await who.get(callback.href)))
  }
  expect(await connect('somebody-else@example.com')).toBe('email_does_not_match')
  expect(await connect(account.email)).toBeNull()
  expect(errorIn(await visits.continueWithGoogle(browser(), account.email))).toBeNull()
  const user = await findUserByEmail(shop.db, account.email)
  const kept = await shop.db
    .select()
    .from(accounts)
    .where(eq(accounts.userId, user?.id ?? ''))
  expect(kept.map(({ providerId }) => providerId).toSorted()).toEqual(['credential', 'google'])
})

test('a removed user cannot sign in with Google', async () => {
  await visits.continueWithGoogle(browser(), 'removed@example.com')
  await shop.db.update(users).set({ removedAt: new Date() }).where(eq(users.email, 'removed@example.com'))
  const who = browser()
  expect(errorIn(await visits.continueWithGoogle(who, 'removed@example.com'))).toBe('ACCOUNT_REMOVED')
  expect(await who.accessToken('removed@example.com')).toBeUndefined()
})

test('only addresses on this site and known options are accepted', async () => {
  const longest = `/${'a'.repeat(1999)}`
  const ways = ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', `${longest}a`]
  expect((await browser().post('/api/auth/sign-in/social', { ...goals, callbackURL: longest })).status).toBe(200)
  for (const callbackURL of ways) {
    expect((await browser().post('/api/auth/sign-in/social', { ...goals, callbackURL })).status).toBe(422)
  }
  const more = [
    { idToken: { token: 'x' } },
    { scopes: ['drive'] },
    { provider: 'github' },
    { additionalParams: { prompt: 'none' } },
  ]
  for (const extra of more) {
    expect((await browser().post('/api/auth/sign-in/social', { ...goals, ...extra })).status).toBe(422)
  }
})

test('an unavailable issuer is reported, and works again without a restart', async () => {
  const server = createServer((_request, response) => response.end(JSON.stringify(discovery)))
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const issuer = `http://127.0.0.1:${port}`
  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  }
  server.close()

  const google = {
    clientId: 'shop',
    clientSecret: 'secret',
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
  }
  const other = await openTestShop({ google })
  const press = () => openBrowser(other.app, other.config.publicUrl).post('/api/auth/sign-in/social', goals)
  const refused = await press()
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ code: 'GOOGLE_UNAVAILABLE', detail: googleMessages.unavailable })

  await listen(port)
  const answer = await press()
  expect(answer.status).toBe(200)
  expect((await answer.json()).url).toContain(`${issuer}/auth?`)
  server.closeAllConnections()
  server.close()
  await other.close()
})

test('without Google and its stand-in, the route does not exist', async () => {
  const other = await openTestShop({ sandbox: false })
  const who = openBrowser(other.app, other.config.publicUrl)
  expect((await who.post('/api/auth/sign-in/social', goals)).status).toBe(404)
  expect(await (await who.get('/sandbox/sign-in/.well-known/openid-configuration')).text()).not.toContain('issuer')
  await other.close()
})
