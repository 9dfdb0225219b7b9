import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#testing/browser.ts'
import { createTestIssuer } from '#testing/issuer.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

const issuer = await createTestIssuer()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ publicUrl: 'https://shop.example', google: issuer.settings })
})
afterAll(() => shop.close())

const account = { name: 'Farida', email: 'farida@example.com', password: 'first-secret' }
const goals = { provider: 'google', callbackURL: '/tools', errorCallbackURL: '/login' }

test('behind TLS every cookie belongs to this host alone, and no script reads it', async () => {
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

test('without TLS they have plain names, so that one’s own machine can keep them', async () => {
  const plain = await openTestShop()
  const answer = await openBrowser(plain.app, plain.config.publicUrl).post('/api/auth/sign-up/email', account)
  for (const cookie of answer.headers.getSetCookie()) {
    expect(cookie).toMatch(/^wattwork\.\w+=/)
    expect(cookie).not.toContain('Secure')
  }
  await plain.close()
})
