import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { orderEvents } from '#features/orders/tables.ts'
import { json } from '#testing/shop.ts'
import { testLog } from '#testing/log.ts'
import { stockOf } from '#testing/stock.ts'
import { OrderMoney } from './schema.ts'
import { openPaymentShop, type Buyer, type PaymentShop } from './testing.ts'

const refundFails = '4000000000005126'
const refundPends = '4000000000007726'
const isDisputed = '4000000000000259'

let shop: PaymentShop
let admin: Buyer
beforeAll(async () => {
  shop = await openPaymentShop()
  admin = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())

const refundElsewhere = (payment_intent: string, amount?: number) =>
  shop.network.stripe.refunds.create({ payment_intent, ...(amount && { amount }) })
const refundHere = (order: Order, body: object = {}) =>
  shop.app.request(
    `/api/order/${order._id}/refund`,
    json('POST', { reason: 'Broken', restock: true, ...body }, admin.headers),
  )
const moneyOf = async (order: Order) =>
  OrderMoney.parse(await (await shop.app.request(`/api/order/${order._id}/money`, { headers: admin.headers })).json())
const deliver = async (intentId: string, ...types: string[]) => {
  for (const event of shop.sentFor(intentId)) if (types.includes(event.type)) await shop.webhook(event)
}
/** The timeline's entries about refunds and disputes, in minor units. */
async function told(order: Order) {
  const rows = await shop.db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, order._id))
    .orderBy(asc(orderEvents.id))
  return rows
    .filter(({ kind }) => kind.startsWith('refund') || kind.startsWith('dispute'))
    .map(({ kind, details }) => [kind, details.amount])
}
const silently = async (work: () => Promise<void>) => {
  const error = vi.spyOn(testLog, 'error').mockImplementation(() => {})
  await work()
  error.mockRestore()
}

describe('a refund made elsewhere, with all webhooks lost,', () => {
  test('is known after one reconciliation, also when partial', async () => {
    const { order, tool, intentId } = await shop.paid()
    await refundElsewhere(intentId, 140)
    await shop.reconcileLater()
    expect(await shop.read(order._id)).toMatchObject({ state: 'paid', refundedAmount: 1.4, lines: [{ refunded: 0 }] })
    await refundElsewhere(intentId)
    await shop.reconcileLater()
    // The pieces of an order that was not shipped go back on sale with the last of its money.
    expect(await shop.read(order._id)).toMatchObject({ state: 'refunded', refundedAmount: 101.4 })
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
    expect(await told(order)).toEqual([
      ['refunded', 140],
      ['refunded', 10_000],
    ])
    await deliver(intentId, 'charge.refunded', 'refund.created')
    await shop.reconcileLater()
    expect(await moneyOf(order)).toMatchObject({ captured: 101.4, refunded: 101.4, kept: 0, refunds: [{}, {}] })
    expect(await told(order)).toHaveLength(2)
  })

  test('is known even before the payment itself was', async () => {
    const { order, clientSecret } = await shop.ordered()
    await shop.network.pay(clientSecret)
    const intentId = clientSecret.split('_secret_')[0] ?? ''
    await refundElsewhere(intentId, 100)
    await deliver(intentId, 'refund.created')
    expect(await shop.read(order._id)).toMatchObject({ state: 'paid', refundedAmount: 1 })
  })
})

describe('a refund that fails days after it was sent', () => {
  test.each(['by its event', 'by asking for events that were lost'])('is reversed on the order, %s', async (how) => {
    const { order, intentId } = await shop.paid({ card: refundFails })
    expect((await refundHere(order, { amount: 1, restock: false })).status).toBe(201)
    expect((await refundHere(order, { lines: [{ position: 1, quantity: 1 }] })).status).toBe(201)
    expect(await shop.read(order._id)).toMatchObject({ state: 'refunded', lines: [{ refunded: 1 }] })
    shop.clock.advance({ hours: 26 })
    await silently(async () => {
      await shop.network.stripe.refunds.list()
      if (how === 'by its event') await deliver(intentId, 'refund.failed')
      else await shop.reconcileLater()
    })
    expect(await shop.read(order._id)).toMatchObject({ state: 'paid', refundedAmount: 0, lines: [{ refunded: 0 }] })
    expect((await told(order)).map(([kind]) => kind)).toEqual([
      'refunded',
      'refunded',
      'refund-failed',
      'refund-failed',
    ])
    expect(await moneyOf(order)).toMatchObject({
      refunded: 0,
      kept: 101.4,
      refunds: [{ state: 'failed' }, { state: 'failed' }],
    })
    // Events from before the failure change nothing.
    await deliver(intentId, 'refund.created', 'charge.refunded', 'refund.updated')
    expect(await moneyOf(order)).toMatchObject({ refunded: 0 })
  })
})

test('a pending refund is asked about until it has succeeded', async () => {
  const { order, intentId } = await shop.paid({ card: refundPends })
  await refundHere(order)
  expect(await moneyOf(order)).toMatchObject({ refunds: [{ state: 'pending' }] })
  await shop.reconcileLater()
  expect(await moneyOf(order)).toMatchObject({ refunds: [{ state: 'succeeded' }], refunded: 101.4 })
  await deliver(intentId, 'refund.created')
  expect(await moneyOf(order)).toMatchObject({ refunds: [{ state: 'succeeded' }] })
})

describe('a dispute', () => {
  const disputeOf = async (intentId: string) => {
    const [dispute] = (await shop.network.stripe.disputes.list({ payment_intent: intentId })).data
    if (!dispute) throw new Error('nothing was disputed')
    return dispute
  }
  const decide = (id: string, uncategorized_text: string) =>
    shop.network.stripe.disputes.update(id, { evidence: { uncategorized_text } })

  test.each(['by events', 'with all events lost'])('is known when opened and when lost, %s', async (how) => {
    const { order, intentId, tool } = await shop.paid({ card: isDisputed })
    const hear = async (type: string) => (how === 'by events' ? deliver(intentId, type) : shop.reconcileLater())
    await hear('charge.dispute.created')
    const dispute = await disputeOf(intentId)
    expect(await moneyOf(order)).toMatchObject({
      kept: 101.4,
      disputes: [{ _id: dispute.id, amount: 101.4, reason: 'fraudulent', state: 'open', closedAt: null }],
    })
    expect(await told(order)).toEqual([['dispute-opened', 10_140]])
    await decide(dispute.id, 'losing_evidence')
    await hear('charge.dispute.closed')
    expect(await shop.read(order._id)).toMatchObject({ state: 'refunded', refundedAmount: 101.4 })
    expect(await moneyOf(order)).toMatchObject({ refunded: 101.4, kept: 0, disputes: [{ state: 'lost' }] })
    await deliver(intentId, 'charge.dispute.created', 'charge.dispute.closed')
    expect(await told(order)).toEqual([
      ['dispute-opened', 10_140],
      ['dispute-lost', 10_140],
    ])
    // The goods may be with the buyer or not: a person decides whether they go back on sale.
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 49, ledger: 49 })
  })

  test('that is won changes no amounts', async () => {
    const { order, intentId } = await shop.paid({ card: isDisputed })
    const dispute = await disputeOf(intentId)
    await decide(dispute.id, 'winning_evidence')
    await shop.reconcileLater()
    expect(await moneyOf(order)).toMatchObject({ refunded: 0, kept: 101.4, disputes: [{ state: 'won' }] })
    expect(await told(order)).toEqual([
      ['dispute-opened', 10_140],
      ['dispute-won', 10_140],
    ])
    expect((await refundHere(order)).status).toBe(201)
    expect(await shop.read(order._id)).toMatchObject({ state: 'refunded' })
  })
})

test('refunds and disputes of other shops are not stored', async () => {
  const foreign = async (payment_method: string) => {
    const { id } = await shop.network.stripe.paymentIntents.create({ amount: 500, currency: 'usd', payment_method })
    await shop.network.stripe.paymentIntents.confirm(id)
    return id
  }
  const [plain, disputed] = [await foreign('pm_card_visa'), await foreign('pm_card_createDispute')]
  await refundElsewhere(plain)
  for (const event of [...shop.sentFor(plain), ...shop.sentFor(disputed)])
    expect((await shop.webhook(event)).status).toBe(200)
  const warn = vi.spyOn(testLog, 'warn')
  await shop.reconcileLater()
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
