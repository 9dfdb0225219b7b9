import { afterAll, describe, expect, test, vi } from 'vitest'
import { home } from '#content/home.ts'
import { anyTool, toolList } from '#features/catalogue/tags.ts'
import { reviewList } from '#features/reviews/tags.ts'
import { KeptPool } from '#platform/db/connections.ts'
import { dataPolicy, pagePolicy, securityHeaders } from '#platform/http/headers.ts'
import { createHttpServer, createListener } from '#server/listener.ts'
import { makeTool } from '#testing/factories.ts'
import { queriesOf } from '#testing/queries.ts'
import { serve } from '#testing/serve.ts'
import { openTestSite } from '#testing/site.ts'
import { inlineScript } from '#web/lib/inline-script.ts'

const site = await openTestSite()
const { publicUrl } = site.config
const secureUrl = 'https://shop.example'
const server = await serve(createListener({ cache: site.shop.cache, fetch: site.app.fetch, record: () => undefined }))
afterAll(async () => {
  server.close()
  await site.close()
})

const pages = ['/', '/tools', '/blogs', '/login', '/dashboard', '/no-such-page']
const data = ['/api/tool', '/api/tool/none', '/api/no-such-call', '/healthz', '/robots.txt', '/assets/none.js']

describe('every answer', () => {
  const fixed = Object.fromEntries(securityHeaders(false).map(([name, value]) => [name.toLowerCase(), value]))

  test.each([...pages, ...data, '/api/docs', '/favicon.svg', '/%74ools'])(
    'for %s has the security headers, both fresh and from the cache',
    async (path) => {
      for (const headers of [{}, {}]) {
        const answer = await fetch(server.origin + path, { headers, redirect: 'manual' })
        expect(Object.fromEntries(answer.headers)).toMatchObject(fixed)
        expect(answer.headers.has('content-security-policy')).toBe(true)
        expect(answer.headers.has('strict-transport-security')).toBe(false)
      }
    },
  )

  test('behind TLS says so for a year', async () => {
    const app = site.appWith({ publicUrl: secureUrl })
    for (const path of ['/blogs', '/api/tool', '/no-such-page'])
      expect((await app.request(path)).headers.get('strict-transport-security'), path).toBe(
        'max-age=31536000; includeSubDomains',
      )
  })
})

test('pages with product cards leave out the specification tables', async () => {
  const specification = { rows: [{ label: 'Weight', value: 'a kilogram of tin' }] }
  const { id } = await makeTool(site.db, { partNumber: home.hero.partNumber, specification })
  const shows = async (path: string) => {
    const text = await (await site.app.request(path)).text()
    expect(text).toContain(home.hero.partNumber)
    return text.includes('of tin')
  }
  expect(await shows(`/tool/${id}`)).toBe(true)
  for (const path of ['/', '/_.data', '/tools', '/tools.data']) expect(await shows(path), path).toBe(false)
})

test.runIf(process.env.TEST_DATABASE_URL)('rendering a page takes one database connection', async () => {
  const { app } = site
  for (const path of ['/', '/_.data', '/tools']) {
    site.shop.cache.purge([anyTool, toolList, reviewList])
    const connect = vi.spyOn(KeptPool.prototype, 'connect')
    const asked = await queriesOf(async () => expect((await app.request(path)).status).toBe(200))
    expect(asked.length, path).toBeGreaterThan(1)
    expect(connect.mock.calls, path).toHaveLength(1)
    connect.mockRestore()
  }
})

describe('the Content-Security-Policy', () => {
  const policyOf = async (path: string, app = site.app) =>
    (await app.request(path)).headers.get('content-security-policy')
  const plain = { inlineScript, stripe: false, secure: false }

  test.each(pages)('of %s allows our own files and the one inline script', async (path) => {
    expect(await policyOf(path)).toBe(pagePolicy(plain))
  })

  test.each(data)('of %s allows nothing', async (path) => {
    expect(await policyOf(path)).toBe(dataPolicy)
  })

  test('allows Stripe where cards are paid by Stripe', async () => {
    const stripe = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1', apiBase: undefined }
    expect(await policyOf('/blogs', site.appWith({ stripe }))).toBe(pagePolicy({ ...plain, stripe: true }))
  })

  test('turns plain addresses into secure ones behind TLS', async () => {
    const policy = await policyOf('/blogs', site.appWith({ publicUrl: secureUrl }))
    expect(policy).toBe(pagePolicy({ ...plain, secure: true }))
  })

  test('is off for pages in development, for hot reload', async () => {
    const app = site.appWith({ production: false })
    expect((await app.request('/login')).headers.has('content-security-policy')).toBe(false)
    expect(await policyOf('/api/tool', app)).toBe(dataPolicy)
  })
})

describe('the cache headers', () => {
  const cacheControl = async (path: string, init?: RequestInit, app = site.app) =>
    (await app.request(path, init)).headers.get('cache-control')

  test.each([
    '/no-such-page',
    '/tool/none',
    '/api/tool/none',
    '/api/no-such-call',
    '/assets/none.js',
    '/none.png',
    '/%zz',
  ])('let nobody keep the 404 for %s', async (path) => {
    const answer = await site.app.request(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.has('cdn-cache-control')).toBe(false)
  })

  test('let nobody keep a refusal', async () => {
    const { headers } = await site.signedIn()
    for (const [status, path, init] of [
      [401, '/api/order', {}],
      [403, '/api/user', { headers }],
      [400, '/api/tool?limit=x', {}],
      [422, '/api/quote', { method: 'POST', headers, body: '{}' }],
      [
        413,
        '/api/quote',
        { method: 'POST', headers: { ...headers, 'content-length': '1100000' }, body: '1'.repeat(1_100_000) },
      ],
      [405, '/blogs', { method: 'DELETE' }],
      [
        400,
        '/buyproduct',
        { method: 'POST', headers: { origin: 'https://evil.example' }, body: new URLSearchParams() },
      ],
    ] satisfies [number, string, RequestInit][]) {
      const answer = await site.app.request(publicUrl + path, init)
      expect(answer.headers.get('cache-control'), path).toBe('no-store')
      expect(answer.status, path).toBe(status)
    }
  })

  test('let nobody keep a private answer', async () => {
    const { headers, actor } = await site.signedIn()
    for (const path of [`/api/order?email=${actor.email}`, `/api/admin/${actor.email}`]) {
      const answer = await site.app.request(path, { headers })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('vary')).toBe('Authorization')
    }
  })

  test('let anyone keep a public page for a while, but revalidate it before showing it again', async () => {
    for (const path of ['/', '/api/tool']) {
      const answer = await site.app.request(path)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, must-revalidate')
      expect(answer.headers.get('cdn-cache-control')).toBe('max-age=60, stale-while-revalidate=600')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    }
    expect(await cacheControl('/robots.txt')).toBe('public, max-age=3600')
    expect(await cacheControl('/favicon.svg')).toBe('public, max-age=3600')
  })
})

describe('limits count by the caller’s address', () => {
  const quote = {
    name: 'A',
    email: 'a@example.com',
    phone: '+880 1711 000000',
    productName: 'B',
    price: 1,
    quantity: 1,
  }
  const ask = async (forwardedFor: string, app = site.app) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor }
    return (await app.request('/api/quote', { method: 'POST', headers, body: JSON.stringify(quote) })).status
  }

  test('as a trusted proxy reports it', async () => {
    const app = site.appWith({ trustedProxies: 1 })
    for (let n = 0; n < 5; n += 1) expect(await ask(`1.2.3.${n}, 203.0.113.7:${1000 + n}`, app)).toBe(201)
    expect(await ask('203.0.113.7', app)).toBe(429)
    expect(await ask('203.0.113.8', app)).toBe(201)
  })

  test('and ignore reported addresses without a trusted proxy', async () => {
    for (let n = 0; n < 5; n += 1) await ask(`198.51.100.${n}`)
    expect(await ask('198.51.100.9')).toBe(429)
  })
})

describe('the server', () => {
  test('accepts headers up to 16 KB', async () => {
    const ask = async (size: number) =>
      (await fetch(`${server.origin}/healthz`, { headers: { x: 'x'.repeat(size) } })).status
    expect(await ask(15_000)).toBe(200)
    expect(await ask(17_000)).toBe(431)
  })

  test('limits the time for headers and for whole requests', () => {
    const { headersTimeout, requestTimeout } = createHttpServer()
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 300_000 })
  })

  test('checks for expired connections often, so that closing many at once makes nobody wait', () => {
    expect(createHttpServer()).toMatchObject({ connectionsCheckingInterval: 20 })
  })

  test('is healthy as long as its database answers', async () => {
    expect(await (await site.app.request('/healthz')).json()).toEqual({ status: 'ok' })
    const ping = vi.spyOn(site.shop, 'ping').mockRejectedValue(new Error('away'))
    const told = vi.spyOn(site.shop.log, 'error').mockReturnValue()
    expect((await site.appWith({}).request('/healthz')).status).toBe(500)
    expect(told).toHaveBeenCalledOnce()
    ping.mockRestore()
    told.mockRestore()
  })

  test('is alive without its database, and ready only with it', async () => {
    const ping = vi.spyOn(site.shop, 'ping').mockRejectedValue(new Error('away'))
    const without = site.appWith({})
    expect([(await without.request('/livez')).status, (await without.request('/readyz')).status]).toEqual([200, 503])
    ping.mockRestore()
    const answer = await site.appWith({}).request('/readyz')
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})
