import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ToolRow } from '#features/catalogue/store.ts'
import { OrderPlaced, type Order } from '#features/orders/schema.ts'
import { intentOf } from '#testing/card-network.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { stockOf } from '#testing/stock.ts'
import { PaymentIntentResponse } from './schema.ts'
import { openPaymentShop, type PaymentShop } from './testing.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

const opening = 12

/** What happens, and to which of the orders placed so far. */
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('place' as const), quantity: fc.integer({ min: 1, max: 8 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel', 'begin', 'pay', 'tell', 'return'),
      which: fc.nat({ max: 2 }),
    }),
  },
  // 'pay late' is four steps that chance alone would line up in one run of thirty; 'send back' is a refund.
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('pay late', 'send back'), which: fc.nat({ max: 1 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('wait', 'expire', 'expire unstopped', 'reconcile') }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Begins with an order: without one nothing can happen. */
const life = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.array(step, { minLength: 4, maxLength: 24, size: 'max' }))
  .map(([quantity, steps]): Step[] => [{ kind: 'place', quantity }, ...steps])

type Placed = { order: Order; clientSecret?: string }

async function place(tool: ToolRow, orderQuantity: number, placed: Placed[]): Promise<void> {
  const answer = await shop.post('/order', orderOf(tool, { orderQuantity }))
  expect([201, 422]).toContain(answer.status)
  if (answer.status === 201) placed.push({ order: await shop.read(OrderPlaced.parse(await answer.json())._id) })
}

/** Takes a step on one order; a step that its state does not allow is refused, never answered with a 5xx. */
async function touch(kind: string, one: Placed): Promise<void> {
  const { order, clientSecret } = one
  if (kind === 'pay late') {
    await touch('begin', one)
    await pass('expire unstopped')
    await touch('pay', one)
    await touch('tell', one)
  }
  if (kind === 'send back' && clientSecret) {
    // Refused when no money came, or it went back already.
    await shop.network.stripe.refunds.create({ payment_intent: intentOf(clientSecret) }).catch(() => {})
    await touch('tell', one)
  }
  if (kind === 'cancel') expect([200, 409]).toContain((await shop.cancel(order)).status)
  if (kind === 'return') expect((await shop.post('/payment/return', { orderId: order._id })).status).toBe(200)
  if (kind === 'begin') {
    const answer = await shop.post('/create-payment-intent', { orderId: order._id, price: order.price })
    expect([200, 409]).toContain(answer.status)
    if (answer.ok) one.clientSecret = PaymentIntentResponse.parse(await answer.json()).clientSecret
  }
  if (kind === 'pay' && clientSecret) await shop.network.pay(clientSecret)
  if (kind === 'tell' && clientSecret) {
    for (const event of shop.sentFor(intentOf(clientSecret)))
      expect([200, 400]).toContain((await shop.webhook(event)).status)
  }
}

async function pass(kind: string): Promise<void> {
  if (kind === 'wait') shop.clock.advance({ seconds: 61 })
  if (kind === 'reconcile') await shop.shop.payments.reconcile()
  if (kind.startsWith('expire')) shop.clock.advance({ hours: 48 })
  if (kind === 'expire unstopped') await shop.network.goDown()
  if (kind.startsWith('expire')) await shop.shop.orders.expireDue()
  if (kind === 'expire unstopped') await shop.network.comeBack()
}

async function take(next: Step, tool: ToolRow, placed: Placed[]): Promise<void> {
  if ('quantity' in next) return place(tool, next.quantity, placed)
  if (!('which' in next)) return pass(next.kind)
  const one = placed[next.which]
  if (one) await touch(next.kind, one)
}

test('stock matches the ledger and the open orders after any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      const tool = await makeTool(shop.db, { availableQuantity: opening })
      const placed: Placed[] = []
      for (const next of steps) {
        await take(next, tool, placed)
        const now = await Promise.all(placed.map(({ order }) => shop.read(order._id)))
        const held = now.filter(({ state }) => state === 'placed' || state === 'paid')
        const left = opening - held.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(await stockOf(shop.db, tool.id)).toEqual({ available: left, ledger: left })
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
})
