import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Order } from '#features/orders/schema.ts'
import { orders } from '#features/orders/tables.ts'
import { minor } from '#shared/money.ts'
import { intentOf } from '#testing/card-network.ts'
import { json } from '#testing/shop.ts'
import { testLog } from '#testing/log.ts'
import { Disagreement, Mended } from './schema.ts'
import { disputes, paymentEvents, payments, refunds } from './tables.ts'
import { openPaymentShop, type Buyer, type PaymentShop } from './testing.ts'

let shop: PaymentShop
let admin: Buyer
beforeAll(async () => {
  shop = await openPaymentShop()
  admin = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())
beforeEach(() => {
  vi.spyOn(testLog, 'error').mockImplementation(() => {})
  vi.spyOn(testLog, 'warn').mockImplementation(() => {})
  return () => vi.restoreAllMocks()
})

async function list(): Promise<Disagreement[]> {
  const answer = await shop.app.request('/api/payments/disagreements', { headers: admin.headers })
  return z.array(Disagreement).parse(await answer.json())
}
const about = async ({ _id }: Order) => (await list()).filter(({ orderId }) => orderId === _id)
const mend = (kind: string, id: string, by: Buyer = admin) =>
  shop.app.request(`/api/payments/disagreements/${kind}/${encodeURIComponent(id)}`, json('POST', {}, by.headers))
async function mended({ kind, id }: Disagreement): Promise<boolean> {
  const answer = await mend(kind, id)
  expect(answer.status).toBe(200)
  return Mended.parse(await answer.json()).agrees
}
const refundHere = (order: Order, body: object = {}) =>
  shop.app.request(
    `/api/order/${order._id}/refund`,
    json('POST', { reason: 'Broken', restock: false, ...body }, admin.headers),
  )
const atProvider = async (intentId: string) =>
  (await shop.network.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)
async function one(order: Order): Promise<Disagreement> {
  const [found, ...others] = await about(order)
  if (!found || others.length > 0) throw new Error('one disagreement was expected')
  return found
}

test('nothing is listed when everything agrees', async () => {
  const { order, intentId } = await shop.paid()
  for (const event of shop.sentFor(intentId)) await shop.webhook(event)
  expect(await about(order)).toEqual([])
})

test('a payment of a wrong amount is refunded', async () => {
  const { order, clientSecret } = await shop.ordered()
  await shop.db
    .update(orders)
    .set({ total: minor(1_000_000) })
    .where(eq(orders.id, order._id))
  await shop.network.pay(clientSecret)
  await shop.post('/payment/return', { orderId: order._id })
  const found = await one(order)
  expect(found).toMatchObject({
    kind: 'money-without-order',
    orderNumber: order.number,
    amount: 101.4,
    expected: 10_000,
    currency: 'usd',
    action: 'refund-payment',
  })
  expect(await mended(found)).toBe(true)
  expect(await atProvider(intentOf(clientSecret))).toEqual([10_140])
  expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'refunded', counts: false, captured: 10_140 }])
  expect(await shop.read(order._id)).toMatchObject({ state: 'placed', refundedAmount: 0 })
  expect((await mend(found.kind, found.id)).status).toBe(404)
})

test('only the remainder of a partly refunded wrong payment is refunded', async () => {
  const { order, clientSecret } = await shop.ordered()
  await shop.db
    .update(orders)
    .set({ total: minor(1_000_000) })
    .where(eq(orders.id, order._id))
  await shop.network.pay(clientSecret)
  await shop.post('/payment/return', { orderId: order._id })
  await shop.network.stripe.refunds.create({ payment_intent: intentOf(clientSecret), amount: 140 })
  await shop.reconcileLater()
  expect(await mended(await one(order))).toBe(true)
  expect((await atProvider(intentOf(clientSecret))).toSorted((a, b) => a - b)).toEqual([140, 10_000])
})

describe('a paid order without money', () => {
  test('is corrected with what the provider has', async () => {
    const { order } = await shop.paid()
    await shop.db
      .update(payments)
      .set({ counts: false, captured: minor(0), state: 'cancelled' })
      .where(eq(payments.orderId, order._id))
    const found = await one(order)
    expect(found).toMatchObject({ kind: 'order-without-money', id: order._id, expected: 101.4, action: 'ask-provider' })
    expect(await mended(found)).toBe(true)
    expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'succeeded', counts: true, captured: 10_140 }])
    expect(await about(order)).toEqual([])
  })

  test('stays on the list when the provider has no money either', async () => {
    const { order } = await shop.ordered()
    await shop.db.update(orders).set({ state: 'paid', paidAt: shop.clock.now() }).where(eq(orders.id, order._id))
    expect(await mended(await one(order))).toBe(false)
    expect(await about(order)).toMatchObject([{ kind: 'order-without-money' }])
  })
})

test('differing amounts are recalculated', async () => {
  const { order } = await shop.paid()
  await refundHere(order, { amount: 1.4 })
  await shop.db
    .update(orders)
    .set({ refunded: minor(100) })
    .where(eq(orders.id, order._id))
  const found = await one(order)
  expect(found).toMatchObject({ kind: 'amounts-differ', amount: 100.4, expected: 100 })
  expect(await mended(found)).toBe(true)
  expect(await shop.read(order._id)).toMatchObject({ refundedAmount: 1.4 })
})

describe('a refund that failed', () => {
  async function failed(body: object = {}) {
    const paid = await shop.paid({ quantity: 2, card: '4000000000005126' })
    await refundHere(paid.order, body)
    shop.clock.advance({ seconds: 10 })
    await shop.network.stripe.refunds.list()
    for (const event of shop.sentFor(paid.intentId)) await shop.webhook(event)
    return paid
  }

  test('is sent once more as a new refund under another key', async () => {
    const { order, intentId } = await failed({ lines: [{ position: 1, quantity: 1 }], restock: true })
    const found = await one(order)
    expect(found).toMatchObject({
      kind: 'refund-failed',
      amount: 101.4,
      action: 'send-refund-again',
      detail: 'unknown',
    })
    const answers = await Promise.all([1, 2].map(() => mend(found.kind, found.id)))
    const [taken, refused] = answers.map(({ status }) => status).toSorted()
    expect(taken).toBe(200)
    // If it is mended by then, the second request no longer finds it on the list.
    expect([404, 409]).toContain(refused)
    expect(await atProvider(intentId)).toEqual([10_140, 10_140])
    const rows = await shop.db.select().from(refunds).where(eq(refunds.orderId, order._id)).orderBy(refunds.id)
    expect(rows).toMatchObject([
      { state: 'failed', replaces: null },
      { state: 'succeeded', replaces: found.id, actorId: admin.actor.id, lines: [{ position: 1, quantity: 1 }] },
    ])
    expect(await shop.read(order._id)).toMatchObject({ refundedAmount: 101.4, lines: [{ refunded: 1 }] })
    expect(await about(order)).toEqual([])
  })

  test('leaves the list when its money was refunded another way', async () => {
    const { order } = await failed({ amount: 5 })
    expect(await about(order)).toMatchObject([{ kind: 'refund-failed' }])
    shop.clock.advance({ seconds: 1 })
    await refundHere(order)
    expect(await about(order)).toEqual([])
  })
})

test('a refund stuck for a day is sent again or asked about', async () => {
  const { order, intentId } = await shop.paid()
  await shop.network.goDown()
  await refundHere(order)
  shop.clock.advance({ hours: 24 })
  expect(await about(order)).toEqual([])
  shop.clock.advance({ seconds: 1 })
  const found = await one(order)
  expect(found).toMatchObject({ kind: 'refund-hangs', amount: 101.4, action: 'ask-provider', detail: 'requested' })
  expect((await mend(found.kind, found.id)).status).toBe(503)
  await shop.network.comeBack()
  expect(await mended(found)).toBe(true)
  expect(await atProvider(intentId)).toEqual([10_140])
})

test('an open dispute is listed with its deadline and asked about', async () => {
  const { order, intentId } = await shop.paid({ card: '4000000000000259' })
  for (const event of shop.sentFor(intentId)) await shop.webhook(event)
  const found = await one(order)
  const [dispute] = await shop.db.select().from(disputes).where(eq(disputes.orderId, order._id))
  expect(found).toMatchObject({
    kind: 'dispute-open',
    id: dispute?.id,
    amount: 101.4,
    detail: 'fraudulent',
    action: 'answer-dispute',
    dueBy: dispute?.dueBy?.toISOString(),
    link: null,
  })
  expect(await mended(found)).toBe(false)
  await shop.network.stripe.disputes.close(found.id)
  expect(await mended(found)).toBe(true)
})

test('a refund still pending at the provider is also listed after a day', async () => {
  const { order } = await shop.paid()
  await refundHere(order)
  await shop.db.update(refunds).set({ state: 'pending' }).where(eq(refunds.orderId, order._id))
  shop.clock.advance({ hours: 24, seconds: 1 })
  expect(await one(order)).toMatchObject({ kind: 'refund-hangs', detail: 'pending' })
})

test('a former staff member cannot resolve anything, even by a call authorised before', async () => {
  const { order } = await shop.paid()
  await shop.network.goDown()
  await refundHere(order)
  await shop.network.comeBack()
  shop.clock.advance({ hours: 24, seconds: 1 })
  const found = await one(order)
  const former = await shop.signedIn()
  const mending = shop.shop.payments.mend({ ...former.actor, role: 'admin' }, found.kind, found.id)
  await expect(mending).rejects.toMatchObject({ kind: 'forbidden' })
  expect(await one(order)).toMatchObject({ detail: 'requested' })
})

test('an unhandled event is processed again', async () => {
  const { clientSecret } = await shop.ordered()
  await shop.network.pay(clientSecret)
  const [event] = shop.sentFor(intentOf(clientSecret))
  if (!event) throw new Error('no event was sent')
  const refusal = () => Response.json({ error: { type: 'invalid_request_error' } }, { status: 400 })
  await shop.network.tampering(refusal, () => shop.webhook(event))
  const found = (await list()).find(({ kind }) => kind === 'event-unhandled')
  expect(found).toMatchObject({
    orderId: null,
    amount: null,
    detail: expect.stringMatching(/^payment_intent.succeeded: /),
  })
  if (found) expect(await mended(found)).toBe(true)
  expect(await shop.db.$count(paymentEvents, eq(paymentEvents.eventId, found?.id ?? ''))).toBe(1)
})

test.each([
  ['refund-failed', '0199f0a0-0000-7000-8000-000000000001', 404],
  ['refund-failed', 'no id', 404],
  ['dispute-open', 'dp_none', 404],
  ['something-else', 'x', 404],
])('an entry that is not on the list cannot be resolved: %s %s', async (kind, id, status) => {
  expect((await mend(kind, id)).status).toBe(status)
})
