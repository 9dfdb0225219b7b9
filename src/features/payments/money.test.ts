import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { intentOf } from '#testing/card-network.ts'
import { makeTool } from '#testing/factories.ts'
import { json } from '#testing/shop.ts'
import { testLog } from '#testing/log.ts'
import { stockOf } from '#testing/stock.ts'
import { OrderMoney } from './schema.ts'
import { refunds } from './tables.ts'
import { openPaymentShop, type Buyer, type PaymentShop } from './testing.ts'

let shop: PaymentShop
let admin: Buyer
beforeAll(async () => {
  shop = await openPaymentShop()
  admin = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())

const cards = ['4242424242424242', '4000000000007726', '4000000000005126', '4000000000000259'] as const
const which = fc.nat({ max: 2 })
/** What happens, and to which of three orders; steps that are impossible at that point are refused. */
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay' as const), which, card: fc.constantFrom(...cards) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('refund here', 'refund elsewhere'),
      which,
      amount: fc.option(fc.integer({ min: 1, max: 12_000 }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund a line' as const), which, restock: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('decide' as const), which, wins: fc.boolean() }) },
  // Events: some arrive, in any order and repeatedly; the others never do.
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('tell' as const),
      which,
      picks: fc.array(fc.nat({ max: 40 }), { maxLength: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('wait', 'reconcile', 'send again', 'return'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund while down' as const), which }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Placed = { order: Order; clientSecret: string; intentId: string }

const refundHere = (order: Order, body: object) =>
  shop.app.request(
    `/api/order/${order._id}/refund`,
    json('POST', { reason: 'Broken', restock: false, ...body }, admin.headers),
  )

async function take(next: Step, { order, clientSecret, intentId }: Placed): Promise<void> {
  const { stripe } = shop.network
  if (next.kind === 'pay') await shop.network.pay(clientSecret, next.card)
  if (next.kind === 'wait') shop.clock.advance({ seconds: 61 })
  if (next.kind === 'reconcile') await shop.shop.payments.reconcile()
  if (next.kind === 'return') await shop.post('/payment/return', { orderId: order._id })
  if (next.kind === 'send again') await sendAgain(order)
  if (next.kind === 'refund while down') {
    await shop.network.goDown()
    expect([202, 409]).toContain((await refundHere(order, {})).status)
    await shop.network.comeBack()
  }
  if (next.kind === 'refund a line') {
    const body = { lines: [{ position: 1, quantity: 1 }], restock: next.restock }
    expect([201, 202, 409, 422]).toContain((await refundHere(order, body)).status)
  }
  if ('amount' in next) {
    const { amount } = next
    if (next.kind === 'refund here') {
      const answer = await refundHere(order, amount ? { amount: amount / 100 } : {})
      expect([201, 202, 409, 422]).toContain(answer.status)
    } else await stripe.refunds.create({ payment_intent: intentId, ...(amount && { amount }) }).catch(() => {})
  }
  if (next.kind === 'decide') {
    const [dispute] = (await stripe.disputes.list({ payment_intent: intentId })).data
    const uncategorized_text = next.wins ? 'winning_evidence' : 'losing_evidence'
    if (dispute) await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text } }).catch(() => {})
  }
  if (next.kind === 'tell') {
    const sent = shop.sentFor(intentId)
    for (const pick of next.picks) {
      const event = sent[pick % Math.max(1, sent.length)]
      // 400 for an event older than five minutes.
      if (event) expect([200, 400]).toContain((await shop.webhook(event)).status)
    }
  }
}

async function sendAgain(order: Order): Promise<void> {
  const failed = await shop.db.select().from(refunds).where(eq(refunds.orderId, order._id))
  for (const { id, state } of failed) {
    if (state !== 'failed') continue
    const path = `/api/payments/disagreements/refund-failed/${id}`
    const answer = await shop.app.request(path, json('POST', {}, admin.headers))
    expect([200, 404, 409]).toContain(answer.status)
  }
}

/** An order's money at the provider, in minor units. */
async function atProvider({ intentId }: Placed) {
  const { stripe } = shop.network
  const { amount_received: captured } = await stripe.paymentIntents.retrieve(intentId)
  const sent = (await stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data
  const lost = (await stripe.disputes.list({ payment_intent: intentId })).data.filter(({ status }) => status === 'lost')
  const sum = (all: { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0)
  const back = sum(sent.filter(({ status }) => status !== 'failed')) + sum(lost)
  return { captured, refunded: Math.min(captured, back) }
}

const minorOf = (amount: number) => Math.round(amount * 100)

async function moneyOf({ order }: Placed) {
  const answer = await shop.app.request(`/api/order/${order._id}/money`, { headers: admin.headers })
  const { captured, refunded, kept, payments = [] } = OrderMoney.parse(await answer.json())
  for (const each of payments) expect(minorOf(each.captured)).toBe(minorOf(each.kept) + minorOf(each.refunded))
  expect(minorOf(captured)).toBe(minorOf(kept) + minorOf(refunded))
  expect(kept).toBeGreaterThanOrEqual(0)
  return { captured: minorOf(captured), refunded: minorOf(refunded) }
}

test('captured money equals kept plus refunded money, as at the provider, after any sequence of events', async () => {
  vi.spyOn(testLog, 'error').mockImplementation(() => {})
  const lives = fc.array(step, { minLength: 6, maxLength: 24, size: 'max' })
  await fc.assert(
    fc.asyncProperty(lives, async (steps) => {
      const tool = await makeTool(shop.db, { availableQuantity: 40 })
      const placed: Placed[] = []
      for (let n = 0; n < 3; n += 1) {
        const order = await shop.place(tool)
        const clientSecret = await shop.begin(order)
        placed.push({ order, clientSecret, intentId: intentOf(clientSecret) })
      }
      for (const next of steps) {
        const one = placed[next.which]
        if (one) await take(next, one)
        const { available, ledger } = await stockOf(shop.db, tool.id)
        expect(available).toBe(ledger)
      }
      await shop.reconcileLater()
      await shop.reconcileLater()
      for (const one of placed) {
        const told = await atProvider(one)
        expect(await moneyOf(one)).toEqual(told)
        const order = await shop.read(one.order._id)
        expect(minorOf(order.refundedAmount)).toBe(told.refunded)
        expect(order.state === 'refunded').toBe(told.refunded === order.totalAmount * 100)
        expect(order.paid).toBe(told.captured > 0 && told.refunded < told.captured)
        for (const line of order.lines) expect(line.refunded).toBeLessThanOrEqual(line.quantity)
      }
      const list = await shop.app.request('/api/payments/disagreements', { headers: admin.headers })
      const kinds = ((await list.json()) as { kind: string }[]).map(({ kind }) => kind)
      // Only what a person has to decide on is left.
      expect(kinds.filter((kind) => !['refund-failed', 'dispute-open'].includes(kind))).toEqual([])
    }),
    { numRuns: 10, endOnFailure: true },
  )
  vi.restoreAllMocks()
}, 240_000)
