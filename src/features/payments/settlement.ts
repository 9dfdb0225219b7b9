import { lockOrder, markPaid, noteProcessing, releaseOrder } from '#features/orders/lifecycle.ts'
import { mayBecome } from '#features/orders/rules.ts'
import type { PaymentStop } from '#features/orders/service.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure, type FailureKind } from '#shared/errors.ts'
import type { PaymentProvider, ProviderEvent, ProviderIntent } from './provider.ts'
import { decide, type Decision } from './rules.ts'
import { findPayment, listPayments, recordEvent, setPaymentState, type PaymentRow } from './store.ts'

type Parts = { db: Database; clock: Clock; provider: PaymentProvider; onPaid: (stockMoved: boolean) => void; log: Log }
type Result = { decision: Decision; payment: PaymentRow; orderEnded: boolean }

/**
 * The one way by which money changes an order. Whoever hears of a payment (webhook, browser, reconciliation) calls
 * `settle`: the provider is asked outside any transaction, then one transaction under the order's lock decides.
 */
export function createSettlement({ db, clock, provider, onPaid, log }: Parts) {
  const inOwnTransaction = <T>(work: (tx: Database) => Promise<T>) => retryConflicts(() => inTransaction(db, work))

  /** Carries out what the provider's word means; undefined for an intent or an event that is not to be dealt with. */
  function apply(
    intent: ProviderIntent,
    orderId: string,
    event: ProviderEvent | undefined,
  ): Promise<Result | undefined> {
    const now = clock.now()
    return inOwnTransaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      const payments = await listPayments(tx, orderId)
      const payment = payments.find(({ intentId }) => intentId === intent.id)
      // mutant(logic → !payment): a payment has an order
      if (!order || !payment) return undefined
      if (event && !(await recordEvent(tx, event, now))) return undefined
      const replaced = payments.some((other) => other !== payment && ['pending', 'succeeded'].includes(other.state))
      const decided = decide(intent, payment, order, replaced)
      const decision = decided === 'pay' && !(await markPaid(tx, order, now)) ? 'refund' : decided
      const state = stateAfter[decision]
      if (state) await setPaymentState(tx, payment.id, state, now)
      if (payment.state === 'pending') await noteProcessing(tx, order, intent.status === 'processing')
      return { decision, payment, orderEnded: order.state === 'cancelled' || order.state === 'expired' }
    })
  }

  async function applyAndFollow(intent: ProviderIntent, orderId: string, event?: ProviderEvent): Promise<void> {
    const result = await apply(intent, orderId, event)
    if (!result) return
    const { decision, payment, orderEnded } = result
    // mutant(condition → true): pages would only be rendered once more
    if (decision === 'pay') onPaid(orderEnded)
    if (decision === 'mismatch') {
      const { amountReceived, currency } = intent
      log.error('a payment brought another amount than its order', {
        intentId: intent.id,
        orderId,
        amountReceived,
        currency,
      })
    }
    if (decision === 'refund') {
      await sendRefund(payment).catch((error: unknown) =>
        log.warn('a refund could not be sent; the reconciliation sends it again', {
          intentId: intent.id,
          orderId,
          error,
        }),
      )
    }
    // The order ended while this payment could not be stopped, or was just being made.
    if (decision === 'wait' && orderEnded) await stopIntent(intent.id, orderId)
  }

  /**
   * The intent as the provider has it now. One that it does not know (another account, or an emptied sandbox) can
   * bring no money through it: its payment is given up, until its money comes after all.
   */
  async function look(intentId: string, orderId: string): Promise<ProviderIntent | undefined> {
    try {
      return await provider.retrieveIntent(intentId)
    } catch (error) {
      if (!isFailure(error, 'not-found')) throw error
      log.error('the payment provider does not know a payment', { intentId, orderId })
      await inOwnTransaction(async (tx) => {
        const order = await lockOrder(tx, orderId)
        const payment = await findPayment(tx, intentId)
        // mutant(optional chaining, logic → payment?.state !== 'pending'): it was found before the lock, and has an order
        if (!order || payment?.state !== 'pending') return
        await setPaymentState(tx, payment.id, 'cancelled', clock.now())
        await noteProcessing(tx, order, false)
      })
      return undefined
    }
  }

  /** Has the provider take no more money for an intent, and carries out how it stands then. */
  async function stopIntent(intentId: string, orderId: string): Promise<ProviderIntent | undefined> {
    const intent = await provider.cancelIntent(intentId).catch((error: unknown) => {
      if (isFailure(error, 'conflict', 'not-found')) return look(intentId, orderId)
      throw error
    })
    if (intent?.status === 'canceled' || intent?.status === 'succeeded') await applyAndFollow(intent, orderId)
    // Not followed: it would be stopped once more, and without end.
    if (intent?.status === 'processing') await apply(intent, orderId, undefined)
    return intent
  }

  /** Sends the money of a `refunding` payment back, once whatever repeats. */
  async function sendRefund({ id, intentId, orderId }: PaymentRow): Promise<void> {
    const refund = { intentId, idempotencyKey: `refund-${id}`, reason: 'requested_by_customer' } as const
    const sent = await provider.refund(refund).catch((error: unknown) => {
      // Already sent back, in the provider's dashboard.
      if (!isFailure(error, 'conflict')) throw error
    })
    if (sent && !onItsWay.has(sent.status)) {
      log.error('a refund did not go through: send it in the dashboard of the provider', { intentId, orderId })
      return
    }
    await inOwnTransaction(async (tx) => {
      // mutant(statement): the embedded engine has one connection, so nobody else ever holds a lock
      await lockOrder(tx, orderId)
      await setPaymentState(tx, id, 'refunded', clock.now())
    })
  }

  /**
   * Brings an order in line with what the provider knows of this payment now. Idempotent; `event` is noted in the
   * same transaction, and an event that was noted before changes nothing. An intent that is not ours is left.
   * @throws what the provider throws.
   */
  async function settle(intentId: string, event?: ProviderEvent): Promise<void> {
    const payment = await findPayment(db, intentId)
    const intent = payment && (await look(intentId, payment.orderId))
    if (intent) await applyAndFollow(intent, payment.orderId, event)
  }

  return {
    look,
    settle,
    sendRefund,
    stopIntent,

    /** Stops the payment that may still bring money for an order. @throws what the provider throws. */
    async stopPayment(orderId: string): Promise<PaymentStop> {
      const pending = (await listPayments(db, orderId)).find(({ state }) => state === 'pending')
      if (!pending) return 'stopped'
      const intent = await stopIntent(pending.intentId, orderId)
      if (!intent || intent.status === 'canceled') return 'stopped'
      // mutant(word): whoever asks tells it from the other two
      return intent.status === 'succeeded' ? 'paid' : 'processing'
    },

    /** The provider sent the whole amount back: by our refund, or by a person in its dashboard. */
    async refunded({
      intentId,
      amountRefunded,
      ...event
    }: Extract<ProviderEvent, { kind: 'refunded' }>): Promise<void> {
      await settle(intentId)
      const payment = await findPayment(db, intentId)
      if (!payment) return
      const changed = await inOwnTransaction(async (tx) => {
        // mutant(condition → false, boolean): what follows finds it refunded; pages would only be rendered once more
        if (!(await recordEvent(tx, event, clock.now()))) return false
        const order = await lockOrder(tx, payment.orderId)
        const current = await findPayment(tx, intentId)
        // mutant(boolean, optional chaining): as above; it was found before the lock
        if (current?.state !== 'succeeded' || amountRefunded < current.amount) return false
        await setPaymentState(tx, current.id, 'refunded', clock.now())
        // mutant(logic → mayBecome(order.state, 'refunded')): a payment has an order
        if (order && mayBecome(order.state, 'refunded')) await releaseOrder(tx, order, 'refunded', clock.now())
        return true
      })
      // mutant(condition → true): pages would only be rendered once more
      if (changed) onPaid(true)
    },
  }
}

/** A refund's status at Stripe when nothing more is to be done here: `pending` ones arrive by themselves. */
const onItsWay: ReadonlySet<string | null> = new Set(['succeeded', 'pending'])

const stateAfter = {
  wait: undefined,
  done: undefined,
  close: 'cancelled',
  mismatch: 'mismatch',
  pay: 'succeeded',
  refund: 'refunding',
} as const satisfies Record<Decision, PaymentRow['state'] | undefined>

function isFailure(error: unknown, ...kinds: FailureKind[]): boolean {
  // mutant(logic → kinds.includes(error.kind)): nothing else has a kind
  return error instanceof Failure && kinds.includes(error.kind)
}
