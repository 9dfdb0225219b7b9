import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { messages } from '#content/messages.ts'
import { createAccessLog } from '#platform/http/access-log.ts'
import { dataPolicy, pagePolicy, securityHeaders } from '#platform/http/headers.ts'
import { rateLimits } from '#platform/http/tables.ts'
import { requestId } from '#platform/log/request-id.ts'
import { createPrivateText } from '#platform/log/private-text.ts'
import { createHttpServer, createListener } from '#server/listener.ts'
import { serve } from '#testing/serve.ts'
import { openTestSite } from '#testing/site.ts'
import { inlineScript } from '#web/lib/inline-script.ts'

const site = await openTestSite()
const { publicUrl } = site.config
const secureUrl = 'https://shop.example'
const recorded: string[] = []
const record = createAccessLog({ add: (line) => recorded.push(line), flush() {} }, createPrivateText('secret'))
const server = await serve(createListener({ cache: site.shop.cache, fetch: site.app.fetch, record }))
afterAll(async () => {
  server.close()
  await site.close()
})
beforeEach(() => void recorded.splice(0))

const pages = ['/', '/tools', '/blogs', '/login', '/dashboard', '/no-such-page']
const data = ['/api/tool', '/api/tool/none', '/api/no-such-call', '/healthz', '/robots.txt', '/assets/none.js']

describe('every answer', () => {
  const fixed = Object.fromEntries(securityHeaders(false).map(([name, value]) => [name.toLowerCase(), value]))

  test.each([...pages, ...data, '/api/docs', '/favicon.svg', '/%74ools'])(
    '%s is guarded, first and from memory',
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

  test('leaves pages to hot reload in development', async () => {
    const app = site.appWith({ production: false })
    expect((await app.request('/login')).headers.has('content-security-policy')).toBe(false)
    expect(await policyOf('/api/tool', app)).toBe(dataPolicy)
  })
})

describe('what may be kept, and by whom', () => {
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
  ])('nobody keeps that %s is not there', async (path) => {
    const answer = await site.app.request(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.has('cdn-cache-control')).toBe(false)
  })

  test('nor any refusal', async () => {
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

  test('nobody keeps a private answer', async () => {
    const { headers, actor } = await site.signedIn()
    for (const path of [`/api/order?email=${actor.email}`, `/api/admin/${actor.email}`]) {
      const answer = await site.app.request(path, { headers })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('vary')).toBe('Authorization')
    }
  })

  test('anyone keeps a public page for a while, but asks before it shows it again', async () => {
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

describe('the form for a quote without script', () => {
  const fields = {
    name: 'Nusrat',
    email: 'nusrat@example.com',
    phone: '+880 1711 000000',
    productName: 'WX850',
    price: '84.50',
    quantity: '100',
  }
  const send = (url: string, origin: string, app = site.app) =>
    app.request(url, { method: 'POST', headers: { origin }, body: new URLSearchParams(fields) })

  // Only so many are taken from one address.
  beforeEach(() => site.db.delete(rateLimits))

  test('is taken where the site stands', async () => {
    expect((await send(`${publicUrl}/buyproduct`, publicUrl)).status).toBe(200)
  })

  test.each(['http://10.0.0.5:3000', 'http://shop.example', 'https://internal.example'])(
    'is taken behind a proxy that calls the shop %s',
    async (inside) => {
      const app = site.appWith({ publicUrl: secureUrl })
      const answer = await send(`${inside}/buyproduct`, secureUrl, app)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('WX850')
    },
  )

  test('is not taken from another site', async () => {
    const app = site.appWith({ publicUrl: secureUrl })
    for (const origin of ['https://evil.example', 'http://shop.example', 'https://shop.example.evil.example', 'null'])
      expect((await send('http://10.0.0.5:3000/buyproduct', origin, app)).status, origin).toBe(400)
  })

  test.each<[string, number, RequestInit]>([
    ['no form', 400, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
    ['cut short', 400, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x' }],
    ['without a type', 400, { method: 'POST', body: new Uint8Array([1]) }],
    ['sent to be deleted', 405, { method: 'DELETE' }],
    ['sent to be put', 405, { method: 'PUT', body: new URLSearchParams(fields) }],
  ])('that is %s is no failure of ours', async (_what, status, { headers, ...init }) => {
    const answer = await site.app.request(`${publicUrl}/buyproduct`, {
      ...init,
      headers: { ...headers, origin: publicUrl },
    })
    expect(answer.status).toBe(status)
    if (status === 400) expect(await answer.text()).toContain(messages.formUnreadable)
  })

  test.each(['/buyproduct', '/sandbox/card/payment_intents/pi_1/confirm', '/sandbox/sign-in/choose'])(
    'of more than 64 KB is not taken apart at %s',
    async (path) => {
      const headers = {
        origin: publicUrl,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': '90000',
      }
      const answer = await site.app.request(publicUrl + path, { method: 'POST', headers, body: 'a=1&'.repeat(22_500) })
      expect(answer.status).toBe(413)
      expect(await answer.text()).toContain('larger than 64 KB')
    },
  )

  test.each(['name', 'email', 'phone', 'productName'] as const)(
    'says at the field that %s has a character that cannot be kept',
    async (field) => {
      const body = new URLSearchParams({
        ...fields,
        [field]: `${fields[field].slice(0, 2)}\u0000${fields[field].slice(2)}`,
      })
      const answer = await site.app.request(`${publicUrl}/buyproduct`, {
        method: 'POST',
        headers: { origin: publicUrl },
        body,
      })
      expect(answer.status).toBe(422)
      expect((await answer.text()).match(/aria-invalid="true"/g)).toHaveLength(1)
    },
  )

  test('says what is wrong, behind a proxy as well', async () => {
    const app = site.appWith({ publicUrl: secureUrl })
    const body = new URLSearchParams({ ...fields, email: 'nobody' })
    const answer = await app.request('http://10.0.0.5/buyproduct', {
      method: 'POST',
      headers: { origin: secureUrl },
      body,
    })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(messages.emailInvalid)
  })
})

describe('limits count by the address that calls', () => {
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

  test('which a trusted proxy tells', async () => {
    const app = site.appWith({ trustedProxies: 1 })
    for (let n = 0; n < 5; n += 1) expect(await ask(`1.2.3.${n}, 203.0.113.7:${1000 + n}`, app)).toBe(201)
    expect(await ask('203.0.113.7', app)).toBe(429)
    expect(await ask('203.0.113.8', app)).toBe(201)
  })

  test('and which nobody tells without one', async () => {
    for (let n = 0; n < 5; n += 1) await ask(`198.51.100.${n}`)
    expect(await ask('198.51.100.9')).toBe(429)
  })
})

describe('the server', () => {
  test('takes headers up to 16 KB', async () => {
    const ask = async (size: number) =>
      (await fetch(`${server.origin}/healthz`, { headers: { x: 'x'.repeat(size) } })).status
    expect(await ask(15_000)).toBe(200)
    expect(await ask(17_000)).toBe(431)
  })

  test('gives nobody for ever', () => {
    const { headersTimeout, requestTimeout } = createHttpServer()
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 30_000 })
  })

  test('ends those that came together in small parts, so that nobody beside them waits', () => {
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

describe('the access log', () => {
  test('has one line for each answer, from memory too, without query and e-mails', async () => {
    const ask = async (path: string) => (await fetch(server.origin + path)).arrayBuffer()
    await ask('/blogs')
    await ask('/blogs')
    await ask('/resetpassword?token=topsecret')
    await ask('/api/admin/eve%40example.com?x=1')
    const common = {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'info',
      message: 'request',
      method: 'GET',
      ms: expect.any(Number),
      requestId: expect.stringMatching(/^[0-9a-f]{12}-\w+$/),
    }
    const lines = recorded.map((line): { ms: number; requestId: string } => JSON.parse(line))
    expect(lines).toEqual([
      { ...common, path: '/blogs', status: 200 },
      { ...common, path: '/blogs', status: 200 },
      { ...common, path: '/resetpassword', status: 200 },
      { ...common, path: expect.stringMatching(/^\/api\/admin\/email-[\w-]{10}$/), status: 401 },
    ])
    expect(new Set(lines.map((line) => line.requestId)).size).toBe(4)
    for (const { ms } of lines) expect([ms >= 0, ms < 60_000]).toEqual([true, true])
    expect(recorded.every((line) => line.endsWith('}\n'))).toBe(true)
    expect(recorded.join('')).not.toMatch(/topsecret|\beve\b|x=1/)
  })

  test('names a request as its answer and the other lines of the log do', async () => {
    const error = vi.spyOn(site.shop.log, 'error').mockImplementation(() => {})
    const ping = vi.spyOn(site.shop, 'ping').mockImplementation(() => {
      error(requestId() ?? '')
      throw new Error('no database')
    })
    const failing = await serve(createListener({ cache: site.shop.cache, fetch: site.appWith({}).fetch, record }))
    const answer = await fetch(`${failing.origin}/healthz`, { headers: { 'x-request-id': 'of-a-stranger' } })
    ping.mockRestore()
    const id = answer.headers.get('x-request-id')
    expect(id).toMatch(/^[0-9a-f]{12}-\w+$/)
    expect(await answer.json()).toMatchObject({ status: 500, requestId: id })
    expect(error.mock.calls[0]).toEqual([id])
    error.mockRestore()
    await failing.close()
    await vi.waitFor(() => expect(recorded.join('')).toContain(`"status":500,"ms":`))
    expect(JSON.parse(recorded.join('').split('\n').at(-2) ?? '')).toMatchObject({ requestId: id })
  })

  test('keeps a path in its line, whatever is in it', async () => {
    await (await fetch(`${server.origin}/%22%0Aa`)).arrayBuffer()
    const { port } = new URL(server.origin)
    const socket = connect(Number(port), 'localhost')
    socket.write('GET /a"b\\c HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    await once(socket.resume(), 'close')
    await vi.waitFor(() => expect(recorded).toHaveLength(2))
    expect(recorded.map((line) => JSON.parse(line).path)).toEqual(['/%22%0Aa', '/a"b\\c'])
  })

  test('has lines that stay short, whatever pseudonyms a path turns into', async () => {
    await (await fetch(`${server.origin}/${'a@b.c/'.repeat(1000)}`)).arrayBuffer()
    await (await fetch(`${server.origin}/${'x'.repeat(7000)}`)).arrayBuffer()
    expect(recorded).toHaveLength(2)
    for (const line of recorded) expect(line.length).toBeLessThan(720)
  })

  test('has a line too for what a client did not wait for', async () => {
    const { port } = new URL(server.origin)
    const socket = connect(Number(port), 'localhost')
    await once(socket, 'connect')
    // This call takes its time, whatever it is asked: the client is gone before it is answered.
    const body = JSON.stringify({ email: 'eve@example.com' })
    const head = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`]
    socket.write(`POST /api/auth/request-password-reset HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`, () =>
      socket.destroy(),
    )
    await vi.waitFor(() =>
      expect(recorded.join('')).toMatch(/"POST","path":"\/api\/auth\/request-password-reset","status":499,/),
    )
  })
})
