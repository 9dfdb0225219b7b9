import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { sandboxObjects } from '#sandbox/card/tables.ts'
import { intentOf } from '#testing/card-network.ts'
import { testLog } from '#testing/log.ts'
import { listRefunds } from './store.ts'
import { openPaymentShop, type PaymentShop } from './testing.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

const paymentStates = async (order: Order) => (await shop.paymentsOf(order)).map(({ state }) => state)
const isRefund = ({ method, path }: { method: string; path: string }) => method === 'POST' && path === '/v1/refunds'
const refunds = () => shop.network.calls.filter(isRefund)

/** An order that expired while its payment could not be stopped, lost its last piece to another order, and is then paid. */
async function paidTooLate() {
  const { tool, order, clientSecret } = await shop.ordered({ availableQuantity: 1 })
  await shop.network.goDown()
  shop.clock.advance({ hours: 48 })
  await shop.shop.orders.expireDue()
  await shop.network.comeBack()
  await shop.place(tool)
  await shop.network.pay(clientSecret)
  const [event] = shop.sentFor(intentOf(clientSecret)).filter(({ type }) => type === 'payment_intent.succeeded')
  if (!event) throw new Error('no event was sent')
  return { order, clientSecret, event }
}

async function reconcileLater() {
  shop.clock.advance({ seconds: 61 })
  await shop.shop.payments.reconcile()
}

const refundIn = async (order: Order) => {
  const [payment] = await shop.paymentsOf(order)
  const [refund] = await listRefunds(shop.db, payment?.id ?? '')
  if (!refund) throw new Error('no refund was written down')
  return refund
}
const keysOf = (refundId: string) => refunds().flatMap(({ key }) => (key?.includes(refundId) ? [key] : []))
const sentBack = (clientSecret: string) =>
  shop.sentFor(intentOf(clientSecret)).filter(({ type }) => type === 'charge.refunded')

test('an unanswered refund is sent again under the same key and made once', async () => {
  const { order, clientSecret, event } = await paidTooLate()
  const answer = await shop.network.tampering(
    (call, sent) => (isRefund(call) ? new Response('{}', { status: 429 }) : sent),
    () => shop.webhook(event),
  )
  // The provider need not send its event again.
  expect(answer.status).toBe(200)
  expect(await paymentStates(order)).toEqual(['refunding'])
  const { id } = await refundIn(order)
  await reconcileLater()
  expect(await paymentStates(order)).toEqual(['refunded'])
  expect(new Set(keysOf(id))).toEqual(new Set([`refund-${id}-0`]))
  expect(keysOf(id).length).toBeGreaterThan(1)
  expect(sentBack(clientSecret)).toHaveLength(1)
})

test('a refund that was made despite an error answer is found and not sent again', async () => {
  const { order, clientSecret, event } = await paidTooLate()
  await shop.network.tampering(
    (call, sent) => (isRefund(call) ? Response.json({ error: { type: 'api_error' } }, { status: 500 }) : sent),
    () => shop.webhook(event),
  )
  expect(await paymentStates(order)).toEqual(['refunded'])
  expect(await refundIn(order)).toMatchObject({ state: 'succeeded', attempt: 0 })
  expect(sentBack(clientSecret)).toHaveLength(1)
})

test('a refund is retried with a new key when the provider stored an error under the old one', async () => {
  const { order, clientSecret, event } = await paidTooLate()
  const intent = await shop.network.stripe.paymentIntents.retrieve(intentOf(clientSecret))
  const charge = eq(sandboxObjects.id, String(intent.latest_charge))
  const [kept] = await shop.db.select().from(sandboxObjects).where(charge)
  const error = vi.spyOn(testLog, 'error').mockImplementation(() => {})
  await shop.db
    .update(sandboxObjects)
    .set({ data: { broken: true } })
    .where(charge)
  await shop.webhook(event)
  await shop.db.update(sandboxObjects).set({ data: kept?.data }).where(charge)
  error.mockRestore()
  expect(await paymentStates(order)).toEqual(['refunding'])
  const { id } = await refundIn(order)
  // Under the first key the provider still answers with its error.
  const params = {
    payment_intent: intent.id,
    amount: 10_140,
    reason: 'requested_by_customer' as const,
    metadata: { refundId: id, attempt: 0 },
  }
  const again = shop.network.stripe.refunds.create(params, { idempotencyKey: `refund-${id}-0`, maxNetworkRetries: 0 })
  await expect(again).rejects.toMatchObject({ statusCode: 500 })
  await reconcileLater()
  expect(await refundIn(order)).toMatchObject({ state: 'succeeded', attempt: 1 })
  expect(new Set(keysOf(id))).toEqual(new Set([`refund-${id}-0`, `refund-${id}-1`]))
  expect(await paymentStates(order)).toEqual(['refunded'])
  expect(sentBack(clientSecret)).toHaveLength(1)
})

test.each(['failed', 'canceled'])(
  'a refund that is %s is not marked as sent: it is reported and stays to be done',
  async (status) => {
    const { order, event } = await paidTooLate()
    const error = vi.spyOn(testLog, 'error').mockImplementation(() => {})
    const unsent = async () => {
      await shop.webhook(event)
      await reconcileLater()
    }
    await shop.network.tampering(async (call, answer) => {
      return isRefund(call) ? Response.json({ ...(await answer.json()), status }) : answer
    }, unsent)
    expect(await paymentStates(order)).toEqual(['refunding'])
    expect(error).toHaveBeenCalledWith(expect.stringContaining('refund did not go through'), expect.anything())
    error.mockRestore()
  },
)

test('a pending refund counts as sent', async () => {
  const { order, event } = await paidTooLate()
  await shop.network.tampering(
    async (call, answer) => (isRefund(call) ? Response.json({ ...(await answer.json()), status: 'pending' }) : answer),
    () => shop.webhook(event),
  )
  expect(await paymentStates(order)).toEqual(['refunded'])
})

test('a refund made in the provider’s dashboard counts as sent', async () => {
  const { order, clientSecret, event } = await paidTooLate()
  await shop.network.stripe.refunds.create({ payment_intent: intentOf(clientSecret) })
  await shop.webhook(event)
  expect(await paymentStates(order)).toEqual(['refunded'])
})
