import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteTool } from '#features/catalogue/store.ts'
import { OrderEvent, type Order } from '#features/orders/schema.ts'
import { orders } from '#features/orders/tables.ts'
import { intentOf } from '#testing/card-network.ts'
import { testLog } from '#testing/log.ts'
import { stockOf } from '#testing/stock.ts'
import { newRefund } from './money-back.ts'
import { insertRefund } from './store.ts'
import { payments } from './tables.ts'
import { openPaymentShop, type PaymentShop } from './testing.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

const statusAtProvider = async (clientSecret: string) =>
  (await shop.network.stripe.paymentIntents.retrieve(intentOf(clientSecret))).status
const stateOf = async (order: Order) => (await shop.read(order._id)).state
const paymentStates = async (order: Order) => (await shop.paymentsOf(order)).map(({ state }) => state)
const expire = async () => {
  shop.clock.advance({ hours: 48 })
  await shop.shop.orders.expireDue()
}
const sentBack = (clientSecret: string) =>
  shop.sentFor(intentOf(clientSecret)).filter(({ type }) => type === 'charge.refunded')

/** Lets an order expire while the provider is down, so that its payment cannot be stopped. */
async function expireUnstopped() {
  await shop.network.goDown()
  await expire()
  await shop.network.comeBack()
}

/** Makes the provider answer that it knows no such payment. */
const notKnowing =
  (clientSecret: string) =>
  ({ path }: { path: string }, answer: Response): Response => {
    if (!path.endsWith(intentOf(clientSecret))) return answer
    return Response.json({ error: { type: 'invalid_request_error', code: 'resource_missing' } }, { status: 404 })
  }

/** What the order's timeline says about money that it did not take. */
async function returnsOf({ _id }: Order) {
  const answer = await shop.app.request(`/api/order/${_id}/events`, { headers: shop.buyer.headers })
  const events = OrderEvent.array().parse(await answer.json())
  return events.filter((event) => event.returned).map(({ kind, amount, reason }) => [kind, amount, reason])
}

/** What the buyer's mails say about refunds of the order. */
async function toldOf({ _id }: Order) {
  await shop.shop.telling.tell()
  const ofIt = shop.mails.filter(({ action, subject }) => action?.url.endsWith(_id) && /refund/.test(subject))
  return ofIt.map(({ paragraphs }) => paragraphs.join(' '))
}

async function deliverAll(clientSecret: string) {
  for (const event of shop.sentFor(intentOf(clientSecret))) expect((await shop.webhook(event)).status).toBe(200)
}

describe('a cancelled order', () => {
  test('returns its stock and can no longer be paid', async () => {
    const { tool, order, clientSecret } = await shop.ordered()
    expect((await shop.cancel(order)).status).toBe(200)
    expect(await stateOf(order)).toBe('cancelled')
    expect(await paymentStates(order)).toEqual(['cancelled'])
    expect(await statusAtProvider(clientSecret)).toBe('canceled')
    expect(await shop.network.pay(clientSecret)).toBe(400)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
    const again = await shop.post('/create-payment-intent', { orderId: order._id, price: order.price })
    expect(again.status).toBe(409)
  })

  test('can no longer be paid by a replacement payment either', async () => {
    const { order, clientSecret } = await shop.ordered()
    const second = await shop.network.tampering(notKnowing(clientSecret), async () => {
      vi.spyOn(testLog, 'error').mockImplementationOnce(() => {})
      return shop.begin(order)
    })
    expect(await shop.begin(order)).toBe(second)
    expect((await shop.cancel(order)).status).toBe(200)
    expect(await paymentStates(order)).toEqual(['cancelled', 'cancelled'])
    expect(await statusAtProvider(second)).toBe('canceled')
  })

  test('has a payment begun at that moment stopped later', async () => {
    const { order, clientSecret } = await shop.ordered()
    await shop.db.update(orders).set({ state: 'cancelled' }).where(eq(orders.id, order._id))
    shop.clock.advance({ seconds: 61 })
    await shop.shop.payments.reconcile()
    expect(await paymentStates(order)).toEqual(['cancelled'])
    expect(await statusAtProvider(clientSecret)).toBe('canceled')
  })

  test('stays paid when money has arrived unnoticed', async () => {
    const { tool, order, clientSecret } = await shop.ordered()
    await shop.network.pay(clientSecret)
    const refused = await shop.cancel(order)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('This order is paid') })
    expect(await stateOf(order)).toBe('paid')
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 49, ledger: 49 })
  })

  test('stays open while money is on its way', async () => {
    const { order, clientSecret } = await shop.ordered()
    await shop.network.pay(clientSecret, '4000000000005001')
    expect((await shop.cancel(order)).status).toBe(409)
    expect(await stateOf(order)).toBe('placed')
  })

  test('ends either paid or cancelled, never both, when both happen at once', async () => {
    for (let round = 0; round < 8; round++) {
      const { tool, order, clientSecret } = await shop.ordered()
      const pay = () => shop.network.pay(clientSecret)
      const cancel = async () => (await shop.cancel(order)).status
      const [payStatus, cancelStatus] = await Promise.all(
        round % 2 ? [pay(), cancel()] : [cancel(), pay()].toReversed(),
      )
      await deliverAll(clientSecret)
      const state = await stateOf(order)
      const left = state === 'paid' ? 49 : 50
      expect([payStatus, cancelStatus, state]).toEqual(state === 'paid' ? [200, 409, 'paid'] : [400, 200, 'cancelled'])
      expect(await stockOf(shop.db, tool.id)).toEqual({ available: left, ledger: left })
    }
  })
})

describe('an order not paid in time', () => {
  test('expires, returns its stock and can no longer be paid', async () => {
    const { tool, order, clientSecret } = await shop.ordered()
    shop.clock.advance({ hours: 47 })
    await shop.shop.orders.expireDue()
    expect(await stateOf(order)).toBe('placed')
    shop.clock.advance({ hours: 1 })
    await Promise.all([shop.shop.orders.expireDue(), shop.shop.orders.expireDue()])
    expect(await stateOf(order)).toBe('expired')
    expect(await statusAtProvider(clientSecret)).toBe('canceled')
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  })

  test('is paid instead when its money has arrived', async () => {
    const { tool, order, clientSecret } = await shop.ordered()
    await shop.network.pay(clientSecret)
    await expire()
    expect(await stateOf(order)).toBe('paid')
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 49, ledger: 49 })
  })

  test('waits while money is on its way', async () => {
    const { order, clientSecret } = await shop.ordered()
    shop.clock.advance({ hours: 48 })
    await shop.network.pay(clientSecret, '4000000000005001')
    await shop.shop.orders.expireDue()
    expect(await stateOf(order)).toBe('placed')
    shop.clock.advance({ seconds: 6 })
    await shop.shop.orders.expireDue()
    expect(await stateOf(order)).toBe('paid')
  })

  test('cannot be cancelled after expiring, and the provider is not asked', async () => {
    const { order } = await shop.ordered()
    await expireUnstopped()
    const asked = shop.network.calls.length
    expect((await shop.cancel(order)).status).toBe(409)
    expect(shop.network.calls).toHaveLength(asked)
  })

  test('has its payment stopped later when the provider was down', async () => {
    const { order, clientSecret } = await shop.ordered()
    await expireUnstopped()
    expect(await stateOf(order)).toBe('expired')
    expect(await paymentStates(order)).toEqual(['pending'])
    await shop.shop.payments.reconcile()
    expect(await paymentStates(order)).toEqual(['cancelled'])
    expect(await statusAtProvider(clientSecret)).toBe('canceled')
  })
})

describe('late money', () => {
  test('takes the stock again if there is enough', async () => {
    const { tool, order, clientSecret } = await shop.ordered()
    await expireUnstopped()
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
    await shop.network.pay(clientSecret)
    await Promise.all([deliverAll(clientSecret), shop.shop.payments.reconcile()])
    expect(await stateOf(order)).toBe('paid')
    expect(await paymentStates(order)).toEqual(['succeeded'])
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 49, ledger: 49 })
  })

  test('is refunded once when the stock is gone', async () => {
    const { tool, order, clientSecret } = await shop.ordered({ availableQuantity: 1 })
    await expireUnstopped()
    await shop.place(tool)
    await shop.network.pay(clientSecret)
    await Promise.all([deliverAll(clientSecret), deliverAll(clientSecret), shop.shop.payments.reconcile()])
    await deliverAll(clientSecret)
    expect(await stateOf(order)).toBe('expired')
    expect(await paymentStates(order)).toEqual(['refunded'])
    expect(sentBack(clientSecret)).toHaveLength(1)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 0, ledger: 0 })
    expect(await returnsOf(order)).toEqual([['refunded', order.price, 'The order could not take this payment']])
    expect(await toldOf(order)).toEqual([
      expect.stringMatching(/came after the order had expired\. We have sent it back/),
    ])
    expect(await shop.read(order._id)).toMatchObject({ refundedAmount: 0 })
  })

  test('is refunded for a cancelled order too, and the buyer is told when the bank rejects it', async () => {
    const { tool, order, clientSecret } = await shop.ordered({ availableQuantity: 1 })
    await shop.db.update(orders).set({ state: 'cancelled' }).where(eq(orders.id, order._id))
    await deleteTool(shop.db, tool.id, shop.clock.now())
    await shop.network.pay(clientSecret, '4000000000005126')
    await deliverAll(clientSecret)
    expect(await toldOf(order)).toEqual([expect.stringContaining('came after the order had been cancelled.')])
    vi.spyOn(testLog, 'error').mockImplementationOnce(() => {})
    shop.clock.advance({ hours: 26 })
    await shop.shop.payments.reconcile()
    expect((await returnsOf(order)).map(([kind]) => kind)).toEqual(['refunded', 'refund-failed'])
    expect((await toldOf(order))[1]).toContain('your bank did not accept the refund of')
  })

  test('is refunded when the tool was deleted, without taking stock', async () => {
    const { tool, order, clientSecret } = await shop.ordered()
    await expireUnstopped()
    await deleteTool(shop.db, tool.id, shop.clock.now())
    await shop.network.pay(clientSecret)
    await deliverAll(clientSecret)
    expect(await stateOf(order)).toBe('expired')
    expect(await paymentStates(order)).toEqual(['refunded'])
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  })

  test('is refunded when another payment has replaced it', async () => {
    const { order, clientSecret } = await shop.ordered()
    const second = await shop.network.tampering(notKnowing(clientSecret), async () => {
      vi.spyOn(testLog, 'error').mockImplementationOnce(() => {})
      return shop.begin(order)
    })
    expect(await paymentStates(order)).toEqual(['cancelled', 'pending'])
    await shop.network.pay(clientSecret)
    await deliverAll(clientSecret)
    expect(await paymentStates(order)).toEqual(['refunded', 'pending'])
    expect(await stateOf(order)).toBe('placed')
    expect(sentBack(clientSecret)).toHaveLength(1)
    expect(await toldOf(order)).toEqual([expect.stringContaining('came when the order could not accept it.')])
    // The refund of the first payment does not affect the payment that pays the order.
    await shop.network.pay(second)
    await deliverAll(second)
    await deliverAll(clientSecret)
    expect(await paymentStates(order)).toEqual(['refunded', 'succeeded'])
    expect(await stateOf(order)).toBe('paid')
  })

  test('is kept when the payment that replaced it ended without money', async () => {
    const { order, clientSecret } = await shop.ordered()
    const second = await shop.network.tampering(notKnowing(clientSecret), async () => {
      vi.spyOn(testLog, 'error').mockImplementationOnce(() => {})
      return shop.begin(order)
    })
    await shop.network.stripe.paymentIntents.cancel(intentOf(second))
    await deliverAll(second)
    expect(await paymentStates(order)).toEqual(['cancelled', 'cancelled'])
    await shop.network.pay(clientSecret)
    await deliverAll(clientSecret)
    expect(await paymentStates(order)).toEqual(['succeeded', 'cancelled'])
    expect(await stateOf(order)).toBe('paid')
  })

  test('is refunded by the reconciliation when it could not be sent at once', async () => {
    const { tool, order, clientSecret } = await shop.ordered({ availableQuantity: 1 })
    await expireUnstopped()
    await shop.place(tool)
    await shop.network.pay(clientSecret)
    // The state left by a process that ended between deciding and sending.
    const [payment] = await shop.paymentsOf(order)
    if (!payment) throw new Error('no payment was begun')
    const captured = payment.amount
    await shop.db.update(payments).set({ state: 'refunding', captured }).where(eq(payments.id, payment.id))
    await insertRefund(shop.db, newRefund(payment, captured, 'Too late', shop.clock.now()))
    shop.clock.advance({ seconds: 61 })
    await shop.shop.payments.reconcile()
    expect(await paymentStates(order)).toEqual(['refunded'])
    expect(sentBack(clientSecret)).toHaveLength(1)
  })
})
