import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { toolList } from '#features/catalogue/tags.ts'
import { Tool } from '#features/catalogue/schema.ts'
import { openPaymentShop, type PaymentShop } from '#features/payments/testing.ts'
import { Review } from '#features/reviews/schema.ts'
import { createApi } from '#server/api.ts'
import { createListener } from '#server/listener.ts'
import { makeTool } from '#testing/factories.ts'
import { json } from '#testing/shop.ts'
import { serve } from '#testing/serve.ts'

let shop: PaymentShop
let server: Awaited<ReturnType<typeof serve>>
let admin: Awaited<ReturnType<PaymentShop['signedIn']>>
beforeAll(async () => {
  shop = await openPaymentShop()
  admin = await shop.signedIn({ role: 'admin' })
  server = await serve(createListener({ cache: shop.shop.cache, fetch: shop.app.fetch, record() {} }))
})
afterAll(async () => {
  server.close()
  await shop.close()
})

// The page cache measures its seconds with this clock.
const now = performance.now.bind(performance)
let passed = 0
beforeAll(() => void vi.spyOn(performance, 'now').mockImplementation(() => now() + passed))
afterAll(() => void vi.restoreAllMocks())

const ask = async (path: string) => shop.app.request(path)
const listed = async () => z.array(Tool).parse(await (await ask('/api/tool')).json())
/** The stock that a product's own answer shows at once, and that lists show a second later. */
const stockShown = async (id: string) => {
  const alone = Tool.parse(await (await ask(`/api/tool/${id}`)).json()).available_quantity
  passed += 1_250
  const inList = (await listed()).find(({ _id }) => _id === id)?.available_quantity
  return { alone, inList }
}
/** Whether the next request is answered from memory. */
const isKept = (path: string) => shop.shop.cache.respond(path, new Headers()) !== undefined

describe('cached answers show changes, words at once and the stock in lists a second later', () => {
  test('after an order, a cancellation and an expiry', async () => {
    const tool = await makeTool(shop.db, { availableQuantity: 10 })
    const shown = () => stockShown(tool.id)
    expect(await shown()).toEqual({ alone: 10, inList: 10 })
    expect(isKept('/api/tool')).toBe(true)
    expect(isKept(`/api/tool/${tool.id}`)).toBe(true)
    const order = await shop.place(tool, 3)
    expect(await shown()).toEqual({ alone: 7, inList: 7 })
    expect((await shop.cancel(order)).status).toBe(200)
    expect(await shown()).toEqual({ alone: 10, inList: 10 })
    await shop.place(tool, 4)
    expect(await shown()).toEqual({ alone: 6, inList: 6 })
    shop.clock.advance({ hours: shop.config.orderHoldHours + 1 })
    await shop.shop.orders.expireDue()
    expect(await shown()).toEqual({ alone: 10, inList: 10 })
  })

  test('after an expiry beside an order that stays because its money is on its way', async () => {
    const tool = await makeTool(shop.db, { availableQuantity: 10 })
    await shop.place(tool, 4)
    shop.clock.advance({ seconds: 1 })
    const { clientSecret } = await shop.ordered()
    await shop.network.pay(clientSecret, '4000000000005001')
    expect(await stockShown(tool.id)).toEqual({ alone: 6, inList: 6 })
    shop.clock.advance({ hours: shop.config.orderHoldHours })
    await shop.network.tampering(async ({ path }, answer) => {
      const isAsked = answer.ok && path.startsWith('/v1/payment_intents/')
      return isAsked ? Response.json({ ...(await answer.json()), status: 'processing' }) : answer
    }, shop.shop.orders.expireDue)
    expect(await stockShown(tool.id)).toEqual({ alone: 10, inList: 10 })
  })

  test('after a payment, which makes its buyer’s review verified', async () => {
    const { order, clientSecret } = await shop.ordered()
    await shop.post('/addreview', { name: 'Nusrat', description: 'Good.', rating: 5 })
    const verified = async () => z.array(Review).parse(await (await ask('/api/review')).json())[0]?.verifiedBuyer
    expect(await verified()).toBe(false)
    expect(await shop.network.pay(clientSecret)).toBe(200)
    expect((await shop.post('/payment/return', { orderId: order._id })).status).toBe(200)
    passed += 1_250
    expect(await verified()).toBe(true)
  })

  test('but lists keep showing the old stock for a second after an order', async () => {
    const tool = await makeTool(shop.db, { availableQuantity: 10 })
    await stockShown(tool.id)
    await shop.place(tool, 3)
    expect(isKept(`/api/tool/${tool.id}`)).toBe(false)
    expect((await listed()).find(({ _id }) => _id === tool.id)?.available_quantity).toBe(10)
    passed += 1_250
    expect(isKept('/api/tool')).toBe(false)
  })

  test('but an order leaves answers about other products cached', async () => {
    const [one, other] = [await makeTool(shop.db), await makeTool(shop.db)]
    await ask(`/api/tool/${other.id}`)
    await ask('/sitemap.xml')
    await shop.place(one, 1)
    passed += 1_250
    expect([isKept(`/api/tool/${other.id}`), isKept('/sitemap.xml')]).toEqual([true, true])
  })

  test('after every kind of edit', async () => {
    const tool = await makeTool(shop.db)
    const call = async (method: string, path: string, body?: unknown) =>
      shop.app.request(`/api/tool${path}`, json(method, body, admin.headers))
    const names = async () => (await listed()).map(({ name }) => name)
    expect(await names()).toContain(tool.name)
    await call('PATCH', `/${tool.id}`, { name: 'Renamed', version: tool.version })
    expect(await names()).toContain('Renamed')
    expect(Tool.parse(await (await ask(`/api/tool/${tool.id}`)).json()).name).toBe('Renamed')
    await call('DELETE', `/${tool.id}`)
    expect(await names()).not.toContain('Renamed')
    expect((await ask(`/api/tool/${tool.id}`)).status).toBe(404)
    await call('POST', `/${tool.id}/restore`)
    expect(await names()).toContain('Renamed')
    expect((await ask(`/api/tool/${tool.id}`)).status).toBe(200)
    await call('POST', '', { name: 'Fan', description: 'A fan.', price: 6.9, img: '/products/fan120.webp' })
    expect(await names()).toContain('Fan')
    await shop.shop.catalogue.addAll([])
    expect(isKept('/api/tool')).toBe(false)
  })

  test('after a review, which leaves answers without reviews cached', async () => {
    const count = async () => z.array(Review).parse(await (await ask('/api/review')).json()).length
    const before = await count()
    await listed()
    await shop.post('/addreview', { name: 'Nusrat', description: 'Good.', rating: 4 })
    expect(isKept('/api/tool')).toBe(true)
    expect(await count()).toBe(before + 1)
    await shop.shop.reviews.addAll([{ name: 'Karim', description: 'Good.', rating: 3 }])
    expect(await count()).toBe(before + 2)
  })

  test('but a refused change of stock drops nothing', async () => {
    const tool = await makeTool(shop.db, { availableQuantity: 1 })
    await listed()
    const { status } = await shop.post('/order', {
      toolId: tool.id,
      orderQuantity: 2,
      address: 'Dhaka',
      phone: '+880 1711',
    })
    expect(status).toBe(422)
    expect(isKept('/api/tool')).toBe(true)
  })
})

describe('private answers are never cached', () => {
  test('for an account, whoever asks at the same address', async () => {
    const order = await shop.place(await makeTool(shop.db))
    const other = await shop.signedIn()
    const addresses: [string, number][] = [
      [`/api/order?email=${shop.buyer.actor.email}`, 403],
      [`/api/order/${order._id}`, 404],
      ['/api/profile', 200],
      [`/api/admin/${shop.buyer.actor.email}`, 403],
    ]
    for (const [path, toOther] of addresses) {
      const own = await shop.app.request(path, { headers: shop.buyer.headers })
      expect([path, own.status, own.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
      expect(own.headers.get('vary')).toContain('Authorization')
      expect(isKept(path), path).toBe(false)
      expect((await ask(path)).status, path).toBe(401)
      const others = await shop.app.request(path, { headers: other.headers })
      expect(others.status, path).toBe(toOther)
      expect(await others.text()).not.toBe(await own.text())
    }
    for (const path of ['/api/user', '/api/quote']) {
      expect((await shop.app.request(path, { headers: admin.headers })).status).toBe(200)
      expect(isKept(path), path).toBe(false)
      expect((await ask(path)).status, path).toBe(401)
    }
  })

  test('and neither are failed answers or answers to methods other than GET', async () => {
    const tool = await makeTool(shop.db)
    const address = `/api/tool/${tool.id}`
    await shop.app.request(address, json('PATCH', { price: 7, version: tool.version }, admin.headers))
    expect(isKept(address)).toBe(false)
    expect((await shop.app.request(address, { method: 'DELETE' })).status).toBe(401)
    expect((await ask('/api/review?cursor=nonsense')).status).toBe(400)
    expect(isKept('/api/review?cursor=nonsense')).toBe(false)
    expect((await ask('/api/tool/none')).status).toBe(404)
    expect(isKept('/api/tool/none')).toBe(false)
  })
})

test('answers that do not declare what they show are never cached', async () => {
  for (const path of [
    '/robots.txt',
    '/favicon.ico',
    '/healthz',
    '/livez',
    '/readyz',
    '/api/openapi.json',
    '/api/docs',
    '/assets/none.js',
  ]) {
    expect((await ask(path)).status, path).toBeLessThan(500)
    expect(isKept(path), path).toBe(false)
  }
  // A normal page, but one on which a visitor chooses who to be.
  expect((await ask('/sandbox/sign-in/choose')).status).toBe(200)
  expect(isKept('/sandbox/sign-in/choose')).toBe(false)
  await ask('/sitemap.xml')
  expect(isKept('/sitemap.xml')).toBe(true)
})

test('every public call is cached or has a reason not to be', async () => {
  /** These contain no shop data: the API document, and the page that shows it. */
  const exempt = ['/openapi.json', '/docs', '/docs.css']
  const tool = await makeTool(shop.db)
  const routes = createApi(shop.shop).routes.filter(({ method }) => method === 'GET')
  const paths = [...new Set(routes.map(({ path }) => path))].filter((path) => !exempt.includes(path))
  expect(paths.length).toBeGreaterThan(8)
  for (const path of paths) {
    const address = `/api${path.replace(':toolId', tool.id)}`
    const { status } = await ask(address)
    // Calls that require sign-in have an answer per account.
    expect([address, isKept(address)]).toEqual([address, status === 200])
    if (status !== 200) expect([address, status]).toEqual([address, 401])
  }
})

describe('a client that already has the answer gets 304, and nobody else does', () => {
  // From memory and, for the first request, through the whole shop.
  test.each([true, false])('with a real server; from memory: %s', async (warm) => {
    const get = async (path: string, headers: Record<string, string> = {}) => fetch(server.origin + path, { headers })
    const etag = (await get('/api/tool')).headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    const again = async (value: string) => {
      if (!warm) shop.shop.cache.purge([toolList])
      const answer = await get('/api/tool', { 'if-none-match': value })
      return { status: answer.status, size: (await answer.text()).length }
    }
    for (const known of [etag, `"x", ${etag}`, `${etag}, W/"y"`])
      expect(await again(known)).toEqual({ status: 304, size: 0 })
    for (const other of ['W/"old"', '"x"', etag.slice(0, -3), etag.slice(3), '', ' ', 'W/""']) {
      const { status, size } = await again(other)
      expect([other, status]).toEqual([other, 200])
      expect(size).toBeGreaterThan(2)
    }
    await makeTool(shop.db)
    expect((await again(etag)).status).toBe(200)
    const head = await fetch(`${server.origin}/api/tool`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    // Memory answers only reads.
    expect((await fetch(`${server.origin}/api/tool`, { method: 'POST' })).status).toBe(401)
  })
})
