import { site } from '#content/site.ts'
import { lockOrder } from '#features/orders/lifecycle.ts'
import type { Order } from '#features/orders/schema.ts'
import type { Orders, PaymentStop } from '#features/orders/service.ts'
import type { OrderRow } from '#features/orders/store.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import type { Log } from '#platform/log/log.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { toMajor, toMinor } from '#shared/money.ts'
import type { PaymentProvider, ProviderIntent } from './provider.ts'
import type { PaymentIntentRequest } from './schema.ts'
import { createSettlement } from './settlement.ts'
import { claimUnfinished, findPayment, isKnownEvent, insertPayment, listPayments, type PaymentRow } from './store.ts'

export type Payments = ReturnType<typeof createPayments>

type Parts = {
  db: Database
  clock: Clock
  orders: Orders
  /** Undefined when card payment is switched off. */
  provider: PaymentProvider | undefined
  /** Hears, once it is committed, that the money of an order came or went, and whether stock moved with it. */
  onPaid: (stockMoved: boolean) => void
  limiter: RateLimiter
  log: Log
}

/** How long a payment is left alone before the reconciliation asks the provider about it, and how many at once. */
// mutant(number): a millisecond more
const checkAfterMs = 60_000
const checkBatch = 100

/** Each is a call or two of the provider, which answers all of the shop's customers together only so many. */
const asking = { name: 'payment', count: 300, seconds: 600 }

/** The use cases of card payment. No provider call is ever made inside a transaction. */
export function createPayments({ db, clock, orders, provider, onPaid, limiter, log }: Parts) {
  const settlement = provider && createSettlement({ db, clock, provider, onPaid, log })

  /** @throws Failure 'unavailable' when card payment is switched off. */
  function cards() {
    // mutant(logic): there is one with the other
    if (provider && settlement) return { provider, settlement }
    throw new Failure(
      'unavailable',
      `Card payment is switched off in this shop. Your order is held: to pay another way, write to ${site.email} or call ${site.phone}.`,
    )
  }

  /** The intent of a payment that may still take a card, or undefined when it has ended without money. */
  async function resume(payment: PaymentRow): Promise<ProviderIntent | undefined> {
    const { settlement: cardSettlement } = cards()
    const intent = await cardSettlement.look(payment.intentId, payment.orderId)
    if (!intent) return undefined
    if (intent.status !== 'succeeded' && intent.status !== 'canceled') return intent
    await cardSettlement.settle(payment.intentId)
    if (intent.status === 'canceled') return undefined
    throw new Failure('conflict', 'This order has already been paid for.')
  }

  /** `attempt` makes the key: two who ask at once get the same intent from the provider. */
  async function begin(order: OrderRow, attempt: number): Promise<ProviderIntent> {
    const { id: orderId, number: orderNumber, total: amount, currency, email } = order
    const idempotencyKey = `order-${orderId}-${attempt}`
    const intent = await cards().provider.createIntent({
      orderId,
      orderNumber,
      amount,
      currency,
      email,
      idempotencyKey,
    })
    const kept = await retryConflicts(() => inTransaction(db, (tx) => keep(tx, order, intent)))
    if (kept) return intent
    await cards().settlement.stopIntent(intent.id, orderId)
    throw new Failure('conflict', 'This order has changed in the meantime. Check it again.')
  }

  /** Writes the payment down if its order still waits for money. */
  async function keep(
    tx: Database,
    { id: orderId, total: amount, currency }: OrderRow,
    { id: intentId }: ProviderIntent,
  ) {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'placed') return false
    const now = clock.now()
    await insertPayment(tx, {
      orderId,
      intentId,
      amount,
      currency,
      state: 'pending',
      createdAt: now,
      checkedAt: now,
      changedAt: now,
    })
    const payment = await findPayment(tx, intentId)
    return payment?.state === 'pending' && payment.orderId === orderId
  }

  function ownOrder(actor: Actor, orderId: string | undefined, price: number | undefined): Promise<OrderRow> {
    if (orderId) return orders.own(actor, orderId)
    if (price !== undefined) return orders.ownUnpaid(actor, price)
    const message = 'Name the order to pay, or its price.'
    throw new Failure('unprocessable', message, { errors: [{ path: 'orderId', message }] })
  }

  return {
    /**
     * The client secret with which the browser pays the order; asking again gives the same.
     * @throws Failure 'unprocessable' for neither order nor price, 'not-found' for another's order, 'conflict' for another price or an order that takes no money,
     * 'too-many' for the 301st in ten minutes, 'unavailable' with card payment off, or what the provider throws.
     */
    async createIntent(actor: Actor, { orderId, price }: PaymentIntentRequest): Promise<string> {
      await limiter.use(asking, actor.id)
      const order = await ownOrder(actor, orderId, price)
      if (price !== undefined && toMinor(price, order.currency) !== order.total) {
        const total = toMajor(order.total, order.currency)
        throw new Failure('conflict', 'This is not the price of the order.', { extra: { price: total } })
      }
      if (order.state !== 'placed') throw notPayable(order.state)
      const earlier = await listPayments(db, order.id)
      if (earlier.some(({ state }) => state === 'mismatch')) {
        throw new Failure(
          'conflict',
          `A payment for this order is being looked into. Before you pay again, write to ${site.email} or call ${site.phone}.`,
        )
      }
      const pending = earlier.find(({ state }) => state === 'pending')
      const intent = (pending && (await resume(pending))) ?? (await begin(order, earlier.length))
      return intent.clientSecret
    },

    /**
     * Takes an event of the provider; the same event again changes nothing.
     * @throws Failure 'bad-request' for one that is forged or stale, and whatever keeps it from being dealt with: it is sent again.
     */
    async webhook(rawBody: string, signature: string): Promise<void> {
      const event = cards().provider.verifyWebhook(rawBody, signature, clock.now())
      if (event.kind === 'other' || (await isKnownEvent(db, event.id))) return
      if (event.kind === 'refunded') await cards().settlement.refunded(event)
      else await cards().settlement.settle(event.intentId, event)
    },

    /**
     * The browser is back from paying: settles at once.
     * @throws Failure 'not-found' for another's order, 'too-many' as `createIntent`, or the provider's.
     */
    async returned(actor: Actor, orderId: string): Promise<Order> {
      await limiter.use(asking, actor.id)
      const order = await orders.own(actor, orderId)
      const pending = (await listPayments(db, order.id)).find(({ state }) => state === 'pending')
      if (pending) await cards().settlement.settle(pending.intentId)
      return orders.get(actor, orderId)
    },

    /** Asks about payments that are still pending, and finishes refunds; one that fails is tried again later. */
    async reconcile(): Promise<void> {
      if (!settlement) return
      const now = clock.now()
      const before = new Date(now.getTime() - checkAfterMs)
      // What a slow provider leaves undone is asked about the next time.
      const until = new Date(now.getTime() + checkAfterMs)
      for (const payment of await claimUnfinished(db, { before, now, limit: checkBatch })) {
        if (clock.now() >= until) break
        const step =
          payment.state === 'refunding' ? settlement.sendRefund(payment) : settlement.settle(payment.intentId)
        await step.catch((error: unknown) =>
          log.warn('a payment could not be checked', { intentId: payment.intentId, error }),
        )
      }
    },

    /** Stops the payment of an order that is to end. With card payment off there is nothing to ask. */
    async stopPayment(orderId: string): Promise<PaymentStop> {
      return settlement ? settlement.stopPayment(orderId) : 'stopped'
    },
  }
}

function notPayable(state: OrderRow['state']): Failure {
  const sentence =
    state === 'paid' ? 'This order is already paid.' : `This order is ${state}, so it can no longer be paid.`
  return new Failure('conflict', sentence)
}
