import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#testing/browser.ts'
import { createTestIssuer } from '#testing/issuer.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { sweepSessions } from './store.ts'
import { sessions } from './tables.ts'

const issuer = await createTestIssuer()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ publicUrl: 'https://shop.example', google: issuer.settings })
})
afterAll(() => shop.close())

const account = { name: 'Farida', email: 'farida@example.com', password: 'first-secret' }
const goals = { provider: 'google', callbackURL: '/tools', errorCallbackURL: '/login' }

test('behind TLS, every cookie is bound to this host and unreadable to scripts', async () => {
  const who = openBrowser(shop.app, shop.config.publicUrl)
  const answers = [
    await who.post('/api/auth/sign-up/email', account),
    await who.post('/api/auth/link-social', goals),
    await who.post('/api/auth/sign-out', {}),
    await who.post('/api/auth/sign-in/email', { email: account.email, password: account.password }),
  ]
  const cookies = answers.flatMap((answer) => answer.headers.getSetCookie())
  expect(cookies.length).toBeGreaterThanOrEqual(answers.length)
  for (const cookie of cookies) {
    const [pair, ...attributes] = cookie.split('; ')
    expect(pair).toMatch(/^__Host-wattwork\.\w+=/)
    expect(attributes).toEqual(expect.arrayContaining(['Secure', 'Path=/', 'HttpOnly', 'SameSite=Lax']))
    expect(cookie).not.toMatch(/domain=/i)
  }
  expect(who.cookies.has('__Host-wattwork.session_token')).toBe(true)
  expect(await who.accessToken(account.email)).toBeDefined()
})

test('without TLS, cookies have plain names so that a local machine can store them', async () => {
  const plain = await openTestShop()
  const answer = await openBrowser(plain.app, plain.config.publicUrl).post('/api/auth/sign-up/email', account)
  for (const cookie of answer.headers.getSetCookie()) {
    expect(cookie).toMatch(/^wattwork\.\w+=/)
    expect(cookie).not.toContain('Secure')
  }
  await plain.close()
})

test('a session stores a shortened user agent and is removed once it has expired', async () => {
  const plain = await openTestShop()
  const who = openBrowser(
    {
      request: (path, init) =>
        plain.app.request(path, {
          ...init,
          headers: [...new Headers(init?.headers), ['user-agent', 'x'.repeat(9000)]],
        }),
    },
    plain.config.publicUrl,
  )
  await who.post('/api/auth/sign-up/email', { name: 'Buyer', email: 'one@example.com', password: 'first-secret' })
  const [session] = await plain.db.select().from(sessions)
  expect(session?.userAgent).toBe('x'.repeat(256))
  await sweepSessions(plain.db)
  expect(await plain.db.$count(sessions)).toBe(1)
  await plain.db.update(sessions).set({ expiresAt: new Date(Date.now() - 1000) })
  await sweepSessions(plain.db)
  expect(await plain.db.$count(sessions)).toBe(0)
  await plain.close()
})
