import { site } from '#content/site.ts'
import { lockOrder } from '#features/orders/lifecycle.ts'
import type { Order } from '#features/orders/schema.ts'
import type { Orders, PaymentStop } from '#features/orders/service.ts'
import { owedOf, takesCard } from '#features/orders/rules.ts'
import type { OrderRow } from '#features/orders/store.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import type { Log } from '#platform/log/log.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { toMajor, toMinor } from '#shared/money.ts'
import { findAuthoredRefund, readMoney, refundToWire } from './money.ts'
import { maySeeAllMoney, requirePaymentStaff } from './policy.ts'
import type { ProviderIntent } from './provider-answers.ts'
import { createDisagreements } from './disagreements.ts'
import { emptyEvents } from './event-store.ts'
import { failedCall } from './provider-errors.ts'
import type { PaymentProvider } from './provider.ts'
import { createEvents } from './receive-events.ts'
import { createReconcile } from './reconcile.ts'
import { createRefundOrder } from './refund-order.ts'
import type {
  Disagreement,
  DisagreementKind,
  OrderMoney,
  PaymentIntentRequest,
  Refund,
  RefundRequest,
} from './schema.ts'
import { createSettlement } from './settlement.ts'
import { countFailures, findPayment, insertPayment, listPayments, noteFailure, type PaymentRow } from './store.ts'

export type Payments = ReturnType<typeof createPayments>

type Parts = {
  db: Database
  clock: Clock
  orders: Orders
  /** Undefined when card payment is switched off. */
  provider: PaymentProvider | undefined
  /** Called after the commit when an order's money came or went, with whether stock moved too. */
  onPaid: (stockMoved: boolean) => void
  limiter: RateLimiter
  log: Log
}

/** How long events are kept whole, in milliseconds: disputes come up to four months after a payment. */
const keptMs = 180 * 24 * 3_600_000

/** Each costs a provider call or two, and the provider limits the calls for all of the shop's customers together. */
const asking = { name: 'payment', count: 300, seconds: 600 }

/** The use cases of card payment. No provider call is ever made inside a transaction. */
export function createPayments({ db, clock, orders, provider, onPaid, limiter, log }: Parts) {
  const on = provider && switchedOn(provider)

  function switchedOn(asked: PaymentProvider) {
    const settlement = createSettlement({ db, clock, provider: asked, onPaid, log })
    const events = createEvents({ db, clock, provider: asked, settlement, log })
    const checks = createReconcile({ db, clock, provider: asked, settlement, events, log })
    const { checkRefund } = checks
    const compared = createDisagreements({ db, clock, provider: asked, settlement, events, checkRefund, onPaid, log })
    return { provider: asked, settlement, events, checks, compared }
  }

  /** @throws Failure 'unavailable' when card payment is switched off. */
  function cards() {
    if (on) return on
    throw new Failure(
      'unavailable',
      `Card payment is switched off in this shop. Your order is held: to pay another way, write to ${site.email} or call ${site.phone}.`,
    )
  }
  const refunds = createRefundOrder({ db, clock, moneyBack: () => cards().settlement.moneyBack, onPaid, log })

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

  /**
   * The number of attempts is part of the key: two requests at once get the same intent from the provider. If the provider
   * stores an error under a key, the next request uses another.
   */
  async function create(order: OrderRow, earlier: number): Promise<ProviderIntent> {
    const { id: orderId, number: orderNumber, total: amount, currency, email } = order
    const failures = await countFailures(db, orderId)
    const idempotencyKey = `order-${orderId}-${earlier}${failures > 0 ? `-${failures}` : ''}`
    try {
      return await cards().provider.createIntent({ orderId, orderNumber, amount, currency, email, idempotencyKey })
    } catch (error) {
      if (failedCall(error) !== 'unanswered') await noteFailure(db, orderId, failures + 1)
      throw error
    }
  }

  async function begin(order: OrderRow, earlier: number): Promise<ProviderIntent> {
    const intent = await create(order, earlier)
    const kept = await retryConflicts(() => inTransaction(db, (tx) => keep(tx, order, intent)))
    if (kept) return intent
    await cards().settlement.stopIntent(intent.id, order.id)
    throw new Failure('conflict', 'This order has changed in the meantime. Check it again.')
  }

  /** Records the payment if its order still waits for money. */
  async function keep(
    tx: Database,
    { id: orderId, total: amount, currency }: OrderRow,
    { id: intentId }: ProviderIntent,
  ) {
    const order = await lockOrder(tx, orderId)
    if (!order || !takesCard(order)) return false
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
    const message = 'Give the order to pay, or its price.'
    throw new Failure('unprocessable', message, { errors: [{ path: 'orderId', message }] })
  }

  return {
    /**
     * The client secret with which the browser pays the order; asking again gives the same.
     * @throws Failure 'unprocessable' with neither order nor price, 'not-found' for another's order, 'conflict' for another price
     * or an order that takes no card money, 'too-many' for the 301st in ten minutes, 'unavailable' with card payment off, or what
     * the provider throws.
     */
    async createIntent(actor: Actor, { orderId, price }: PaymentIntentRequest): Promise<string> {
      await limiter.use(asking, actor.id)
      const order = await ownOrder(actor, orderId, price)
      if (price !== undefined && toMinor(price, order.currency) !== order.total) {
        const total = toMajor(order.total, order.currency)
        throw new Failure('conflict', 'This is not the price of the order.', { extra: { price: total } })
      }
      if (!takesCard(order)) throw notPayable(order)
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
     * Receives an event of the provider; the same event again changes nothing.
     * @throws Failure 'bad-request' if it is forged or stale, or whatever keeps it from being handled: it is then sent again.
     */
    async webhook(rawBody: string, signature: string): Promise<void> {
      await cards().events.receive(rawBody, signature)
    },

    /**
     * Acts on a stored event again, for the operator.
     * @returns the event as it is now.
     * @throws Failure 'not-found', or what the provider throws.
     */
    async replay(eventId: string) {
      return cards().events.replayByOperator(eventId)
    },

    /**
     * Settles at once when the browser is back from paying.
     * @throws Failure 'not-found' for another's order, 'too-many' as `createIntent`, or what the provider throws.
     */
    async returned(actor: Actor, orderId: string): Promise<Order> {
      await limiter.use(asking, actor.id)
      const order = await orders.own(actor, orderId)
      const pending = (await listPayments(db, order.id)).find(({ state }) => state === 'pending')
      if (pending) await cards().settlement.settle(pending.intentId)
      return orders.get(actor, orderId)
    },

    /**
     * Refunds an order, in whole or in part.
     * @returns the refund; `requested` while the provider could not be asked.
     * @throws Failure 'unavailable' with card payment off, or as `refund-order.ts` says.
     */
    async refund(actor: Actor, orderId: string, asked: RefundRequest, key: string | undefined): Promise<Refund> {
      requirePaymentStaff(actor)
      const written = await findAuthoredRefund(db, await refunds.refund(actor, orderId, asked, key))
      // mutant(condition → false): refunds are never deleted
      if (!written) throw new Error('the refund does not exist')
      return refundToWire(written, true)
    },

    /** An order's money: all for staff, only what came and went for its owner. @throws Failure 'not-found', also for another's. */
    async money(actor: Actor, orderId: string): Promise<OrderMoney> {
      const { _id: id, currency: of } = await orders.get(actor, orderId)
      return readMoney(db, { id, currency: of }, maySeeAllMoney(actor))
    },

    /** Lists disagreements with the provider; with card payment off there are none. @throws Failure 'forbidden'. */
    async disagreements(actor: Actor): Promise<Disagreement[]> {
      requirePaymentStaff(actor)
      return on ? on.compared.list(actor) : []
    },

    /** Mends a disagreement: see disagreements.ts. @returns whether it agrees now. */
    async mend(actor: Actor, kind: DisagreementKind, id: string): Promise<boolean> {
      requirePaymentStaff(actor)
      return cards().compared.mend(actor, kind, id)
    },

    /** Asks the provider about everything unfinished and everything it did not report; what fails is tried again later. */
    async reconcile(): Promise<void> {
      await on?.checks.reconcile()
    },

    /** Empties events whose content is not needed any more. */
    async sweepEvents(): Promise<void> {
      await emptyEvents(db, new Date(clock.now().getTime() - keptMs))
    },

    /** Stops the payment of an order that is to end. With card payment off there is nothing to ask. */
    async stopPayment(orderId: string): Promise<PaymentStop> {
      return on ? on.settlement.stopPayment(orderId) : 'stopped'
    },
  }
}

function notPayable(order: OrderRow): Failure {
  if (owedOf(order) > 0) {
    const sentence =
      'Part of this order was already paid or credited, so it can no longer be paid by card. Pay the rest by transfer.'
    return new Failure('conflict', sentence)
  }
  const { state, paidAt } = order
  const isPaid = paidAt !== null && state !== 'refunded'
  const sentence = isPaid ? 'This order is already paid.' : `This order is ${state}, so it can no longer be paid.`
  return new Failure('conflict', sentence)
}
