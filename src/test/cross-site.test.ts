import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#content/refusals.ts'
import { authRoutes } from '#features/accounts/auth-routes.ts'
import { openBrowser } from '#testing/browser.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
let cookie: string
beforeAll(async () => {
  shop = await openTestShop()
  const browser = openBrowser(shop.app, shop.config.publicUrl)
  await browser.post('/api/auth/sign-up/email', account)
  cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ')
})
afterAll(() => shop.close())

const account = { name: 'Nusrat', email: 'nusrat@example.com', password: 'first-secret' }
const own = 'http://localhost:3000'

/** The headers that browsers send when a page of another site makes the call. */
const foreign: Record<string, Record<string, string>> = {
  'of another origin': { origin: 'https://evil.example' },
  'of another port': { origin: 'http://localhost:3001' },
  'of another scheme': { origin: 'https://localhost:3000' },
  'with the origin null': { origin: 'null' },
  'of another site': { 'sec-fetch-site': 'cross-site' },
  'of another site that claims our origin': { origin: own, 'sec-fetch-site': 'cross-site' },
  'of a sibling domain': { origin: 'https://blog.example', 'sec-fetch-site': 'same-site' },
}

/** Every call that changes something, by method and path. */
const changing = () => {
  const posts = Object.entries(authRoutes).filter(([, { method }]) => method === 'POST')
  const calls = shop.app.routes.filter(
    ({ method, path }) => /^(POST|PUT|PATCH|DELETE)$/.test(method) && path.startsWith('/api/'),
  )
  return [
    ...posts.map(([path]) => ['POST', `/api/auth${path}`] as const),
    ...calls.map(({ method, path }) => [method, path.replaceAll(/:\w+/g, 'nusrat@example.com')] as const),
    ['POST', '/sandbox/card/v1/payment_intents'] as const,
    ['POST', '/sandbox/sign-in/choose'] as const,
  ]
}

describe.each(Object.entries(foreign))('a page %s', (_where, headers) => {
  test('cannot change anything through a visitor’s browser', async () => {
    expect(changing().length).toBeGreaterThan(20)
    for (const [method, path] of changing()) {
      const answer = await shop.app.request(path, json(method, {}, { cookie, ...headers }))
      expect([method, path, answer.status]).toEqual([method, path, 403])
      expect(await answer.json()).toMatchObject({ detail: refusals.otherSite })
    }
  })
})

describe.each<[string, Record<string, string>]>([
  ['a page of the shop', { origin: own, 'sec-fetch-site': 'same-origin' }],
  [
    'a page of the shop under its other local name',
    { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
  ],
  ['a direct visit', { origin: own, 'sec-fetch-site': 'none' }],
])('%s', (_who, headers) => {
  test('can exchange the session and sign in', async () => {
    const exchange = json('PUT', {}, { cookie, ...headers })
    expect((await shop.app.request(`/api/user/${account.email}`, exchange)).status).toBe(200)
    const login = json('POST', { email: account.email, password: account.password }, headers)
    expect((await shop.app.request('/api/auth/sign-in/email', login)).status).toBe(200)
  })
})

test('a client that is not a browser and sends no origin is allowed', async () => {
  const exchange = json('PUT', {}, { cookie })
  expect((await shop.app.request(`/api/user/${account.email}`, exchange)).status).toBe(200)
  const login = json('POST', { email: account.email, password: account.password })
  expect((await shop.app.request('/api/auth/sign-in/email', login)).status).toBe(200)
})

test('read-only requests are allowed from any site', async () => {
  for (const path of ['/', '/api/tool', '/api/auth/get-session', '/api/auth/callback/google?state=x']) {
    const answer = await shop.app.request(path, { headers: { 'sec-fetch-site': 'cross-site', cookie } })
    expect(answer.status, path).toBeLessThan(400)
  }
})
