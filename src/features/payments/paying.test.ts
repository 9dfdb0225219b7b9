import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Order, OrderPlaced } from '#features/orders/schema.ts'
import { orders } from '#features/orders/tables.ts'
import { Problem } from '#platform/http/problem.ts'
import { sandboxObjects } from '#sandbox/card/tables.ts'
import { intentOf } from '#testing/card-network.ts'
import { makeTool } from '#testing/factories.ts'
import { testLog } from '#testing/log.ts'
import { json, openTestShop } from '#testing/shop.ts'
import { minor } from '#shared/money.ts'
import { PaymentIntentResponse } from './schema.ts'
import { findPayment, insertPayment } from './store.ts'
import { openPaymentShop, type PaymentShop } from './testing.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

const refused = async (answer: Response) => {
  const { status, detail, ...more } = Problem.parse(await answer.json())
  expect(answer.status).toBe(status)
  return { status, detail, more }
}

test('an order is paid by card, and the browser that returns sees it paid', async () => {
  const { order, clientSecret } = await shop.ordered()
  expect(await shop.network.pay(clientSecret)).toBe(200)
  const answer = await shop.post('/payment/return', { orderId: order._id })
  expect(Order.parse(await answer.json())).toMatchObject({
    paid: true,
    state: 'paid',
    paidAt: shop.clock.now().toISOString(),
  })
  expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'succeeded', amount: 10_140, currency: 'usd' }])
  expect(
    (await refused(await shop.post('/create-payment-intent', { orderId: order._id, price: order.price }))).detail,
  ).toBe('This order is already paid.')
})

test('an ended order refuses payment with a reason', async () => {
  const { order } = await shop.ordered()
  await shop.cancel(order)
  const again = await shop.post('/create-payment-intent', { orderId: order._id, price: order.price })
  expect((await refused(again)).detail).toBe('This order is cancelled, so it can no longer be paid.')
})

test('a payment request needs an order or a price', async () => {
  expect(await (await shop.post('/create-payment-intent', {})).json()).toMatchObject({
    status: 422,
    errors: [{ path: 'orderId', message: 'Give the order to pay, or its price.' }],
  })
})

describe('the intent', () => {
  test('is the same when requested again or eight times at once', async () => {
    const order = await shop.place(await makeTool(shop.db))
    const secrets = await Promise.all(Array.from({ length: 8 }, () => shop.begin(order)))
    expect(new Set([...secrets, await shop.begin(order)]).size).toBe(1)
    expect(await shop.paymentsOf(order)).toHaveLength(1)
    const { data } = await shop.network.stripe.paymentIntents.list({ limit: 100 })
    expect(data.filter(({ metadata }) => metadata['orderId'] === order._id)).toHaveLength(1)
  })

  test('needs no price besides the order', async () => {
    const order = await shop.place(await makeTool(shop.db))
    const answer = await shop.post('/create-payment-intent', { orderId: order._id })
    const { clientSecret } = PaymentIntentResponse.parse(await answer.json())
    expect(await shop.paymentsOf(order)).toMatchObject([{ intentId: intentOf(clientSecret), amount: 10_140 }])
  })

  test("is found by price alone: the caller's newest unpaid order of that amount", async () => {
    const tool = await makeTool(shop.db, { price: 77_77 })
    const older = await shop.place(tool)
    const newest = await shop.place(tool)
    await shop.place(await makeTool(shop.db, { price: 77_78 }))
    const begin = async () => {
      const answer = await shop.post('/create-payment-intent', { price: 77.77 })
      return intentOf(PaymentIntentResponse.parse(await answer.json()).clientSecret)
    }
    const begun = await begin()
    expect(await shop.paymentsOf(newest)).toMatchObject([{ intentId: begun }])
    await shop.cancel(newest)
    const intentId = await begin()
    expect(await shop.paymentsOf(older)).toMatchObject([{ intentId }])
    const other = await shop.signedIn()
    expect((await refused(await shop.post('/create-payment-intent', { price: 77.77 }, other))).status).toBe(404)
  })

  test.each([
    ['another price', (order: Order) => ({ orderId: order._id, price: 0.01 }), 409],
    ['more decimals than the currency has', (order: Order) => ({ orderId: order._id, price: 101.401 }), 409],
    ['an unknown order', () => ({ orderId: '0199f0a0-0000-7000-8000-000000000001', price: 101.4 }), 404],
    ['an amount besides the price', (order: Order) => ({ orderId: order._id, price: order.price, amount: 1 }), 422],
    ['neither order nor price', () => ({}), 422],
    ['a price of null', (order: Order) => ({ orderId: order._id, price: null }), 422],
  ])('is refused for %s', async (_, body, status) => {
    const order = await shop.place(await makeTool(shop.db))
    expect((await refused(await shop.post('/create-payment-intent', body(order)))).status).toBe(status)
    expect(await shop.paymentsOf(order)).toEqual([])
  })

  test("is refused for somebody else's order, even to an admin", async () => {
    const { order } = await shop.ordered()
    for (const role of ['user', 'admin'] as const) {
      const other = await shop.signedIn({ role })
      const body = { orderId: order._id, price: order.price }
      expect((await refused(await shop.post('/create-payment-intent', body, other))).status).toBe(404)
      expect((await refused(await shop.post('/payment/return', { orderId: order._id }, other))).status).toBe(404)
    }
  })

  test('is replaced when the provider ended the first', async () => {
    const { order, clientSecret } = await shop.ordered()
    await shop.network.stripe.paymentIntents.cancel(intentOf(clientSecret))
    const second = await shop.begin(order)
    expect(second).not.toBe(clientSecret)
    expect((await shop.paymentsOf(order)).map(({ state }) => state)).toEqual(['cancelled', 'pending'])
  })

  test('is refused once money has arrived, even unnoticed', async () => {
    const { order, clientSecret } = await shop.ordered()
    await shop.network.pay(clientSecret)
    const answer = await shop.post('/create-payment-intent', { orderId: order._id, price: order.price })
    expect((await refused(answer)).status).toBe(409)
    expect(await shop.read(order._id)).toMatchObject({ paid: true })
  })
})

test('a declined card leaves the order payable with another', async () => {
  const { order, clientSecret } = await shop.ordered()
  expect(await shop.network.pay(clientSecret, '4000000000000002')).toBe(402)
  await shop.post('/payment/return', { orderId: order._id })
  expect(await shop.read(order._id)).toMatchObject({ paid: false, state: 'placed' })
  expect(await shop.begin(order)).toBe(clientSecret)
  expect(await shop.network.pay(clientSecret)).toBe(200)
})

test('the reconciliation finds a slow payment paid and leaves a fresh one alone', async () => {
  const { order, clientSecret } = await shop.ordered()
  await shop.network.pay(clientSecret, '4000000000005001')
  await shop.post('/payment/return', { orderId: order._id })
  expect(await shop.read(order._id)).toMatchObject({ state: 'placed' })
  shop.clock.advance({ seconds: 30 })
  await shop.shop.payments.reconcile()
  expect(await shop.read(order._id)).toMatchObject({ state: 'placed' })
  shop.clock.advance({ seconds: 31 })
  await shop.shop.payments.reconcile()
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
})

test('a payment is stopped when its order is cancelled while it is being created', async () => {
  const order = await shop.place(await makeTool(shop.db))
  let cancelled: Promise<Response> | undefined
  const begun = await shop.network.tampering(
    async ({ method, path }, answer) => {
      if (method === 'POST' && path === '/v1/payment_intents') await (cancelled ??= shop.cancel(order))
      return answer
    },
    () => shop.post('/create-payment-intent', { orderId: order._id, price: order.price }),
  )
  expect((await refused(begun)).detail).toBe('This order has changed in the meantime. Check it again.')
  expect(await shop.paymentsOf(order)).toEqual([])
  const { data } = await shop.network.stripe.paymentIntents.list({ limit: 1 })
  expect(data).toMatchObject([{ status: 'canceled', metadata: { orderId: order._id } }])
})

test("another order's payment is never returned, whatever the provider answers", async () => {
  const other = await shop.ordered()
  const order = await shop.place(await makeTool(shop.db))
  const intent = await shop.network.stripe.paymentIntents.retrieve(intentOf(other.clientSecret))
  const begun = await shop.network.tampering(
    ({ method, path }, answer) =>
      method === 'POST' && path === '/v1/payment_intents' ? Response.json(intent) : answer,
    () => shop.post('/create-payment-intent', { orderId: order._id, price: order.price }),
  )
  expect((await refused(begun)).status).toBe(503)
  expect(await shop.paymentsOf(order)).toEqual([])
  expect(await shop.begin(other.order)).toBe(other.clientSecret)
})

test('a payment unknown to the provider is replaced, and its order can be cancelled', async () => {
  const [again, cancelled] = [await shop.ordered(), await shop.ordered()]
  const error = vi.spyOn(testLog, 'error').mockImplementation(() => {})
  for (const { clientSecret } of [again, cancelled]) {
    await shop.db.delete(sandboxObjects).where(eq(sandboxObjects.id, intentOf(clientSecret)))
  }
  const second = await shop.begin(again.order)
  expect(second).not.toBe(again.clientSecret)
  expect((await shop.paymentsOf(again.order)).map(({ state }) => state)).toEqual(['cancelled', 'pending'])
  expect((await shop.cancel(cancelled.order)).status).toBe(200)
  expect(error).toHaveBeenCalledTimes(2)
  error.mockRestore()
})

test('a payment of another amount than the order is never settled', async () => {
  const { order, clientSecret } = await shop.ordered()
  const error = vi.spyOn(testLog, 'error').mockImplementation(() => {})
  await shop.db
    .update(orders)
    .set({ total: minor(1_000_000) })
    .where(eq(orders.id, order._id))
  await shop.network.pay(clientSecret)
  const returned = await shop.post('/payment/return', { orderId: order._id })
  expect(Order.parse(await returned.json())).toMatchObject({ paid: false, state: 'placed' })
  shop.clock.advance({ seconds: 61 })
  await shop.shop.payments.reconcile()
  for (const delivery of shop.sentFor(intentOf(clientSecret))) expect((await shop.webhook(delivery)).status).toBe(200)
  expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'mismatch' }])
  expect(await shop.read(order._id)).toMatchObject({ paid: false, state: 'placed' })
  const again = await shop.post('/create-payment-intent', { orderId: order._id, price: 10_000 })
  expect((await refused(again)).status).toBe(409)
  expect(error).toHaveBeenCalledExactlyOnceWith(
    'the amount or currency of a payment differs from its order’s',
    expect.objectContaining({ orderId: order._id, amountReceived: 10_140, currency: 'usd' }),
  )
  error.mockRestore()
})

test('every call reports that the provider is down and works again afterwards', async () => {
  const { order, clientSecret } = await shop.ordered()
  const unbegun = await shop.place(await makeTool(shop.db))
  await shop.network.pay(clientSecret)
  const [event] = shop.sentFor(intentOf(clientSecret))
  if (!event) throw new Error('no event was sent')
  await shop.network.goDown()
  const calls = [
    shop.post('/create-payment-intent', { orderId: unbegun._id, price: unbegun.price }),
    shop.post('/payment/return', { orderId: order._id }),
    shop.webhook(event),
    shop.cancel(order),
  ]
  for (const answer of await Promise.all(calls)) {
    expect((await refused(answer)).status).toBe(503)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  }
  expect(await shop.read(order._id)).toMatchObject({ state: 'placed' })
  expect(await shop.paymentsOf(unbegun)).toEqual([])

  await shop.network.comeBack()
  expect((await shop.webhook(event)).status).toBe(200)
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
  await shop.begin(unbegun)
  expect(await shop.paymentsOf(unbegun)).toMatchObject([{ state: 'pending' }])
})

test('with card payment switched off, orders are accepted and paying explains why it is not possible', async () => {
  const off = await openTestShop({ sandbox: false })
  const { headers } = await off.signedIn()
  const tool = await makeTool(off.db)
  const order = { toolId: tool.id, orderQuantity: 1, address: 'Dhaka', phone: '+880 1711' }
  const placed = await off.app.request('/api/order', json('POST', order, headers))
  expect(placed.status).toBe(201)
  const answer = await off.app.request('/api/create-payment-intent', json('POST', { price: 101.4 }, headers))
  expect(await refused(answer)).toMatchObject({ status: 503, detail: expect.stringContaining('switched off') })

  // A payment that was begun before waits until card payment is switched on again.
  const at = off.clock.now()
  const { _id: orderId } = OrderPlaced.parse(await placed.json())
  const begun = { orderId, intentId: 'pi_1', amount: minor(1), currency: 'usd' }
  await insertPayment(off.db, { ...begun, state: 'pending', createdAt: at, checkedAt: at, changedAt: at })
  off.clock.advance({ hours: 1 })
  await off.shop.payments.reconcile()
  expect(await findPayment(off.db, 'pi_1')).toMatchObject({ state: 'pending', checkedAt: at })

  // No provider has to be asked before an order ends.
  const second = OrderPlaced.parse(await (await off.app.request('/api/order', json('POST', order, headers))).json())
  const cancelled = await off.app.request(`/api/order/${second._id}/cancel`, json('POST', {}, headers))
  expect(await cancelled.json()).toMatchObject({ state: 'cancelled' })
  off.clock.advance({ hours: 47 })
  await off.shop.orders.expireDue()
  const ended = await off.app.request(`/api/order/${orderId}`, { headers })
  expect(await ended.json()).toMatchObject({ state: 'expired' })
  await off.close()
})
