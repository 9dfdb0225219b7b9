import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { openBrowser, type TestBrowser } from '#testing/browser.ts'
import { createTestIssuer } from '#testing/issuer.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { findUserByEmail, listProviders } from './store.ts'
import { accounts, sessions } from './tables.ts'

const issuer = await createTestIssuer()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ google: issuer.settings })
})
afterAll(() => shop.close())
afterEach(() => void vi.restoreAllMocks())

const browser = () => openBrowser(shop.app, shop.config.publicUrl)
const goals = { provider: 'google', callbackURL: '/tools', errorCallbackURL: '/login' }
const password = 'first-secret'
let made = 0

async function signUp() {
  const email = `tania${(made += 1)}@example.com`
  const who = browser()
  await who.post('/api/auth/sign-up/email', { name: 'Tania', email, password })
  const owner = browser()
  await owner.post('/api/auth/sign-in/email', { email, password })
  return { email, id: (await findUserByEmail(shop.db, email))?.id ?? '', browser: who, owner }
}
type Person = Awaited<ReturnType<typeof signUp>>

/** The path by which somebody comes back from the issuer. */
async function wayBack(who: TestBrowser, route: '/sign-in/social' | '/link-social', claims: Record<string, unknown>) {
  const { url } = await (await who.post(`/api/auth${route}`, goals)).json()
  return issuer.vouch(url, { name: 'Tania', email_verified: true, ...claims })
}

const connecting = (who: TestBrowser, { email }: Person) => wayBack(who, '/link-social', { sub: email, email })

const errorIn = (answer: Response) =>
  new URL(answer.headers.get('location') ?? 'missing:', shop.config.publicUrl).searchParams.get('error')

async function reset({ email }: Person): Promise<Response> {
  await browser().post('/api/auth/request-password-reset', { email })
  const { hash } = new URL(shop.mails.findLast(({ to }) => to === email)?.action?.url ?? 'missing:')
  const token = new URLSearchParams(hash.slice(1)).get('token')
  return browser().post('/api/auth/reset-password', { token, newPassword: 'second-secret' })
}

const revoke = ({ owner }: Person) => owner.post('/api/auth/revoke-sessions', {})
const liveSessions = (id: string) => shop.db.$count(sessions, eq(sessions.userId, id))

/** Makes something happen once the library has found that nobody has connected this Google account yet. */
async function onceNoneIsFound(then: () => Promise<unknown>): Promise<void> {
  const { internalAdapter } = await shop.shop.auth.$context
  const find = internalAdapter.findAccountByKey
  vi.spyOn(internalAdapter, 'findAccountByKey').mockImplementation(async (key) => {
    const found = await find(key)
    await then()
    return found
  })
}

test.each([
  ['resets the password', reset],
  ['ends all sessions', revoke],
  ['signs that browser out', ({ browser: who }: Person) => who.post('/api/auth/sign-out', {})],
])('Google is not connected by a session whose owner %s while connecting', async (_how, meanwhile) => {
  const person = await signUp()
  const path = await connecting(person.browser, person)
  // The browser's cookies as they were when it came back.
  const cookie = Array.from(person.browser.cookies, ([name, value]) => `${name}=${value}`).join('; ')
  await onceNoneIsFound(async () => expect((await meanwhile(person)).status).toBe(200))
  const answer = await shop.app.request(path, { headers: { cookie } })
  expect([answer.status, errorIn(answer)]).toEqual([302, 'session_over'])
  expect(await listProviders(shop.db, person.id)).toEqual(['credential'])
})

test('two visits that connect the same Google account at once both find it connected', async () => {
  const person = await signUp()
  const path = await connecting(person.browser, person)
  let other: Response | undefined
  await onceNoneIsFound(async () => {
    vi.restoreAllMocks()
    other = await person.owner.get(await connecting(person.owner, person))
  })
  const answer = await person.browser.get(path)
  for (const each of [other, answer]) expect([each?.status, each?.headers.get('location')]).toEqual([302, '/tools'])
  expect((await listProviders(shop.db, person.id)).toSorted()).toEqual(['credential', 'google'])
})

test('the second of two users who connect the same Google account at once is told it is taken', async () => {
  const [person, first] = [await signUp(), await signUp()]
  const path = await connecting(person.browser, person)
  await onceNoneIsFound(() =>
    shop.db.insert(accounts).values({ userId: first.id, providerId: 'google', accountId: person.email }),
  )
  const answer = await person.browser.get(path)
  expect([answer.status, errorIn(answer)]).toEqual([302, 'account_already_linked_to_different_user'])
  expect(await listProviders(shop.db, person.id)).toEqual(['credential'])
})

test('signing in with Google fails when a reset disconnects it meanwhile', async () => {
  const person = await signUp()
  const sub = newId()
  await shop.db.insert(accounts).values({ userId: person.id, providerId: 'google', accountId: sub })
  const thief = browser()
  const claims = { sub, email: 'thief@example.com' }
  const { internalAdapter } = await shop.shop.auth.$context
  const create = internalAdapter.createSession
  const creating = vi.spyOn(internalAdapter, 'createSession').mockImplementation(async (...given) => {
    creating.mockRestore()
    expect((await reset(person)).status).toBe(200)
    return create(...given)
  })
  const answer = await thief.get(await wayBack(thief, '/sign-in/social', claims))
  expect([answer.status, errorIn(answer)]).toEqual([302, 'account_not_linked'])
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await liveSessions(person.id)).toBe(0)
})

test('signing in with a connected Google account works', async () => {
  const person = await signUp()
  const sub = newId()
  await shop.db.insert(accounts).values({ userId: person.id, providerId: 'google', accountId: sub })
  const who = browser()
  const answer = await who.get(await wayBack(who, '/sign-in/social', { sub, email: person.email }))
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/tools'])
  expect(await who.accessToken(person.email)).toBeDefined()
})
