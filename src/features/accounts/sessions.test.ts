import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#testing/browser.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { findUserByEmail } from './store.ts'
import { sessions } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const day = 24 * 3600 * 1000
let made = 0

async function signUp() {
  made += 1
  const email = `sadia${made}@example.com`
  const request = (input: string, init?: RequestInit) =>
    shop.app.request(input, init, { incoming: { socket: { remoteAddress: '203.0.113.7' } } })
  const browser = openBrowser({ request }, shop.config.publicUrl)
  const answer = await browser.post('/api/auth/sign-up/email', { name: 'Sadia', email, password: 'first-secret' })
  const id = (await findUserByEmail(shop.db, email))?.id ?? ''
  const session = async () => (await shop.db.select().from(sessions).where(eq(sessions.userId, id)))[0]
  return { email, id, browser, answer, session }
}

test('a session lasts thirty days and is renewed at most once a day while in use', async () => {
  const { browser, answer, session } = await signUp()
  expect(answer.headers.getSetCookie().find((cookie) => cookie.includes('session_token'))).toContain('Max-Age=2592000;')
  const leftDays = async () => ((await session())?.expiresAt.getTime() ?? 0) / day - Date.now() / day
  expect(await leftDays()).toBeCloseTo(30, 2)

  const setLeft = (days: number) => shop.db.update(sessions).set({ expiresAt: new Date(Date.now() + days * day) })
  await setLeft(29.01)
  await browser.get('/api/auth/get-session')
  expect(await leftDays()).toBeCloseTo(29.01, 2)
  await setLeft(28.99)
  await browser.get('/api/auth/get-session')
  expect(await leftDays()).toBeCloseTo(30, 2)
})

test('the session is exchanged for a fifteen-minute token that identifies the user and nothing else', async () => {
  const { email, id, browser, session } = await signUp()
  const seconds = () => Math.floor(Date.now() / 1000)
  const before = seconds()
  const { exp = 0, ...claims } = decodeJwt((await browser.accessToken(email)) ?? '')
  expect(exp).toBeGreaterThanOrEqual(before + 900)
  expect(exp).toBeLessThanOrEqual(seconds() + 900)
  const { publicUrl } = shop.config
  const sid = (await session())?.id
  expect(claims).toEqual({ sub: id, sid, email, name: 'Sadia', role: 'user', iss: publicUrl, aud: publicUrl })
})

test('only the exchange gives out a token', async () => {
  const { browser } = await signUp()
  const answer = await browser.get('/api/auth/get-session')
  expect(answer.headers.get('set-auth-jwt')).toBeNull()
  expect((await browser.get('/api/auth/token')).status).toBe(404)
})

test('a session stores the client’s address as the server sees it, whatever the client claims', async () => {
  const { email, browser, session } = await signUp()
  expect(await session()).toMatchObject({ ipAddress: '203.0.113.7' })
  const told = await shop.app.request(
    '/api/auth/sign-in/email',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client-address': '198.51.100.9' },
      body: JSON.stringify({ email, password: 'first-secret' }),
    },
    { incoming: { socket: { remoteAddress: '203.0.113.8' } } },
  )
  expect(told.status).toBe(200)
  const kept = await shop.db.select({ address: sessions.ipAddress }).from(sessions)
  expect(kept.map(({ address }) => address)).toContain('203.0.113.8')
  expect(kept.map(({ address }) => address)).not.toContain('198.51.100.9')
  expect((await browser.get('/api/auth/get-session')).status).toBe(200)
})

test('a sign-in that cannot be continued ends at the login', async () => {
  const { browser } = await signUp()
  const answer = await browser.get('/api/auth/callback/google')
  expect(answer.headers.get('location')).toBe(`${shop.config.publicUrl}/login?error=state_not_found`)
})
