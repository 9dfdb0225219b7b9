import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveryAddresses } from '#features/addresses/tables.ts'
import { tools } from '#features/catalogue/tables.ts'
import { orderEvents } from '#features/orders/tables.ts'
import { reviews } from '#features/reviews/tables.ts'
import { quoteEvents, quotes } from '#features/quotes/tables.ts'
import { openQuoteShop, type Headers, type QuoteShop } from '#features/quotes/testing.ts'
import { Problem } from '#platform/http/problem.ts'
import { sweepDoneCalls } from '#platform/http/once.ts'
import { doneCalls, rateLimits } from '#platform/http/tables.ts'
import { newId } from '#platform/ids.ts'
import { anAddress, makeTool, orderOf } from '#testing/factories.ts'
import { json } from '#testing/shop.ts'

let shop: QuoteShop
let orderId: string
let quoteId: string
beforeAll(async () => {
  shop = await openQuoteShop()
  const tool = await makeTool(shop.db)
  orderId = await shop.shop.orders.place((await shop.signedIn()).subject, orderOf(tool), undefined)
  quoteId = await shop.ask('daniel@example.com', {})
})
afterAll(() => shop.close())
beforeEach(() => shop.db.delete(rateLimits))

const quote = { name: 'Daniel', email: 'daniel@example.com', phone: '+880 1711 000000', productName: 'WX-850' }
/** The calls that create something each time: the path, a body, a different body, and the table. */
const calls: Record<
  string,
  { path: () => string; body: () => object; other: object; table: Parameters<QuoteShop['db']['$count']>[0] }
> = {
  'a request for a quote': {
    path: () => '/quote',
    body: () => ({ ...quote, price: 90, quantity: 10 }),
    other: { ...quote, price: 90, quantity: 20 },
    table: quotes,
  },
  'a message about a quote': {
    path: () => `/quote/${quoteId}/message`,
    body: () => ({ message: 'It fits.' }),
    other: { message: 'It does not.' },
    table: quoteEvents,
  },
  'a note about an order': {
    path: () => `/order/${orderId}/note`,
    body: () => ({ note: 'Call first.' }),
    other: { note: 'Never mind.' },
    table: orderEvents,
  },
  'an address': {
    path: () => '/addresses',
    body: () => anAddress,
    other: { ...anAddress, name: 'Depot' },
    table: deliveryAddresses,
  },
  'a review': {
    path: () => '/addreview',
    body: () => ({ name: 'Nusrat', description: 'Good fans.', rating: 5 }),
    other: { name: 'Nusrat', description: 'Good fans.', rating: 4 },
    table: reviews,
  },
  'a product': {
    path: () => '/tool',
    body: () => ({ name: 'Fan', description: 'A fan.', price: 6.9, img: '/x.webp' }),
    other: { name: 'Fan 2', description: 'A fan.', price: 6.9, img: '/x.webp' },
    table: tools,
  },
}

describe.each(Object.entries(calls))('%s', (_, { path, body, other, table }) => {
  const send = (what: object, key?: string, by = shop.staff) =>
    shop.app.request(`/api${path()}`, json('POST', what, { ...by.headers, ...(key && { 'idempotency-key': key }) }))
  const made = () => shop.db.$count(table)

  test('is made once per key, even when two calls arrive together', async () => {
    const [before, key] = [await made(), newId()]
    const answers = await Promise.all([send(body(), key), send(body(), key)])
    answers.push(await send(body(), key))
    const texts = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toMatch(/^20[14] /)
    expect(await made()).toBe(before + 1)
  })

  test('is made again with another key, without a key, and by somebody else with the same key', async () => {
    const [before, key] = [await made(), newId()]
    const colleague = await shop.signedIn({ role: 'admin' })
    for (const theirs of [key, newId(), undefined, undefined]) {
      expect((await send(body(), theirs)).status).toBeLessThan(300)
    }
    // Quote requests are identified by their e-mail.
    const isTheSame = path() === '/quote'
    expect((await send(body(), key, colleague)).status).toBeLessThan(300)
    expect(await made()).toBe(before + (isTheSame ? 4 : 5))
  })

  test('is refused with the key of a different request, and nothing is made', async () => {
    const key = newId()
    await send(body(), key)
    const before = await made()
    const refused = await send(other, key)
    expect(refused.status).toBe(409)
    expect(Problem.parse(await refused.json()).detail).toBe(
      'This Idempotency-Key has already been used for another request.',
    )
    expect(await made()).toBe(before)
  })
})

test('one key makes and mails an offer once, and lets the holder of its link write once', async () => {
  const id = await shop.ask('asma@example.com', {})
  const asked = await shop.shop.quotes.get({ actor: shop.staff.actor }, id)
  const happened = async () =>
    (await shop.shop.quotes.get({ actor: shop.staff.actor }, id)).events.map(({ kind }) => kind)
  const offer = {
    lines: asked.lines.map(({ toolId, quantity }) => ({ toolId, quantity, unitPrice: 80 })),
    validUntil: '2025-06-20',
  }
  const twice = (path: string, body: object, headers: Headers) =>
    Promise.all(
      [1, 2].map(async () => (await shop.post(`/${id}${path}`, body, { ...headers, 'idempotency-key': 'key' })).status),
    )
  const mailed = shop.mails.length
  expect(await twice('/offer', offer, shop.staff.headers)).toEqual([204, 204])
  expect(await happened()).toEqual(['offered'])
  expect(shop.mails).toHaveLength(mailed + 1)

  const token = /#token=(.+)$/.exec(shop.mails.at(-1)?.action?.url ?? '')?.[1] ?? ''
  expect(await twice('/message', { message: 'Thank you.' }, { 'quote-link': token })).toEqual([204, 204])
  expect(await happened()).toEqual(['offered', 'message'])
})

test('a key is forgotten after a day, no sooner', async () => {
  await shop.app.request('/api/addresses', json('POST', anAddress, { ...shop.staff.headers, 'idempotency-key': 'k' }))
  const kept = await shop.db.$count(doneCalls)
  shop.clock.advance({ seconds: 24 * 3600 })
  await sweepDoneCalls(shop.db, shop.clock)
  expect(await shop.db.$count(doneCalls)).toBe(kept)
  shop.clock.advance({ seconds: 1 })
  await sweepDoneCalls(shop.db, shop.clock)
  expect(await shop.db.$count(doneCalls)).toBe(0)
})
