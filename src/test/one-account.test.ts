import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { reviewList } from '#features/reviews/tags.ts'
import { reviewMessages } from '#content/reviews.ts'
import { refusals } from '#content/refusals.ts'
import { openPaymentShop, type PaymentShop } from '#features/payments/testing.ts'
import { Review } from '#features/reviews/schema.ts'
import { reviews } from '#features/reviews/tables.ts'
import { Problem } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json } from '#testing/shop.ts'

/** Others must not notice what one account does endlessly. */
let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

const review = { name: 'Nusrat', description: 'Good.', rating: 5 }
type Caller = Awaited<ReturnType<PaymentShop['signedIn']>>
const call = async (path: string, by: Caller, body: unknown = {}) =>
  shop.app.request(`/api${path}`, json('POST', body, by.headers))

/** How many of these calls are let through, and the answer to the next one. */
async function letThrough(most: number, send: () => Promise<Response>) {
  for (let n = 0; n <= most; n++) {
    const answer = await send()
    if (answer.status === 429)
      return { n, ...Problem.parse(await answer.json()), wait: answer.headers.get('retry-after') }
  }
  return undefined
}

describe('one account', () => {
  test('can add five reviews in an hour, and others are not affected', async () => {
    const caller = await shop.signedIn()
    const refused = await letThrough(5, () => call('/addreview', caller, review))
    expect(refused).toMatchObject({ n: 5, detail: reviewMessages.manyReviews, wait: '3600' })
    expect((await call('/addreview', await shop.signedIn(), review)).status).toBe(201)
    shop.clock.advance({ hours: 1 })
    expect((await call('/addreview', caller, review)).status).toBe(201)
  })

  test('can cancel sixty of its own orders in an hour, and staff are not affected', async () => {
    const caller = await shop.signedIn()
    const admin = await shop.signedIn({ role: 'admin' })
    const tool = await makeTool(shop.db, { availableQuantity: 100 })
    const place = () => shop.shop.orders.place(caller.subject, orderOf(tool), undefined)
    const refused = await letThrough(60, async () => call(`/order/${await place()}/cancel`, caller))
    expect(refused).toMatchObject({ n: 60, detail: refusals.manyCancels, wait: '3600' })
    expect((await call(`/order/${await place()}/cancel`, admin)).status).toBe(200)
  })

  test('can reach the payment provider 300 times in ten minutes, counted over all calls', async () => {
    const order = await shop.place(await makeTool(shop.db))
    const ask = (path: string) => shop.post(path, { orderId: order._id })
    const counted = { name: 'payment', count: 300, seconds: 600 }
    for (let n = 0; n < 298; n++) await shop.shop.limiter.use(counted, shop.buyer.actor.id)
    expect((await ask('/create-payment-intent')).status).toBe(200)
    expect((await ask('/payment/return')).status).toBe(200)
    const before = shop.network.calls.length
    expect((await ask('/create-payment-intent')).status).toBe(429)
    expect((await ask('/payment/return')).status).toBe(429)
    expect(shop.network.calls).toHaveLength(before)
  })

  test('does not empty the page cache by repeating calls that are already done', async () => {
    const tool = await makeTool(shop.db)
    const headers = { ...shop.buyer.headers, 'idempotency-key': 'again' }
    const order = async () => shop.app.request('/api/order', json('POST', orderOf(tool), headers))
    const { _id } = z.object({ _id: z.string() }).parse(await (await order()).json())
    const address = `/api/tool/${tool.id}`
    const isKept = () => shop.shop.cache.respond(address, new Headers()) !== undefined
    await shop.app.request(address)
    expect((await order()).status).toBe(201)
    expect(isKept()).toBe(true)
    expect((await call(`/order/${_id}/cancel`, shop.buyer)).status).toBe(200)
    expect(isKept()).toBe(false)
    await shop.app.request(address)
    expect((await call(`/order/${_id}/cancel`, shop.buyer)).status).toBe(200)
    expect(isKept()).toBe(true)
  })
})

test('at most 1,000 reviews are listed at once', async () => {
  const rows = Array.from({ length: 1001 }, () => ({ ...review, id: newId(), createdAt: shop.clock.now() }))
  await shop.db.insert(reviews).values(rows)
  shop.shop.cache.purge([reviewList])
  const first = await shop.app.request('/api/review')
  const [, next = ''] = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? []
  const listed = z.array(Review).parse(await first.json())
  expect(listed.map(({ _id }) => _id)).toEqual(
    rows
      .map(({ id }) => id)
      .toReversed()
      .slice(0, 1000),
  )
  const rest = z.array(Review).parse(await (await shop.app.request(next)).json())
  expect(rest[0]?._id).toBe(rows[0]?.id)
})
