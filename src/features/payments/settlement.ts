import { lockOrder, markPaid, noteProcessing } from '#features/orders/lifecycle.ts'
import { hasEnded, takesCard } from '#features/orders/rules.ts'
import type { PaymentStop } from '#features/orders/service.ts'
import type { OrderRow } from '#features/orders/store.ts'
import { z } from 'zod'
import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure, type FailureKind } from '#shared/errors.ts'
import { minor } from '#shared/money.ts'
import { createMoneyBack, newRefund } from './money-back.ts'
import type { ProviderIntent } from './provider-answers.ts'
import type { PaymentProvider } from './provider.ts'
import { decide, type Decision } from './rules.ts'
import {
  changePayment,
  findPayment,
  insertPayment,
  insertRefund,
  listPayments,
  moneyOfOrder,
  type PaymentRow,
} from './store.ts'

type Parts = { db: Database; clock: Clock; provider: PaymentProvider; onPaid: (stockMoved: boolean) => void; log: Log }

export type Settlement = ReturnType<typeof createSettlement>
/** The decision, and the order as it was before. */
type Result = { decision: Decision; order: OrderRow; refundId: string | undefined }

/**
 * The only way that money changes an order. Whatever learns of a payment (webhook, browser, reconciliation) calls
 * `settle`: the provider is asked outside any transaction, then one transaction under the order's lock decides.
 */
export function createSettlement({ db, clock, provider, onPaid, log }: Parts) {
  const inOwnTransaction = <T>(work: (tx: Database) => Promise<T>) => retryConflicts(() => inTransaction(db, work))
  const moneyBack = createMoneyBack({ db, clock, provider, settle, onPaid, log })

  /** Carries out what the provider's answer means; undefined for an intent that is not ours. */
  function apply(intent: ProviderIntent, orderId: string): Promise<Result | undefined> {
    const now = clock.now()
    return inOwnTransaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      const payments = await listPayments(tx, orderId)
      const payment = payments.find(({ intentId }) => intentId === intent.id)
      // mutant(logic → !payment): a payment has an order
      if (!order || !payment) return undefined
      // mutant(word: 'succeeded'): an order that was paid takes no more money anyway
      const replaced = payments.some((other) => other !== payment && ['pending', 'succeeded'].includes(other.state))
      const decided = decide(intent, payment, order, replaced)
      const decision = decided === 'pay' && !(await markPaid(tx, order, now)) ? 'refund' : decided
      const state = stateAfter[decision]
      const captured = intent.amountReceived
      if (state) await changePayment(tx, payment.id, { state, captured, counts: decision === 'pay' }, now)
      if (payment.state === 'pending') await noteProcessing(tx, order, intent.status === 'processing')
      const refundId = decision === 'refund' ? await askBack(tx, { ...payment, captured }, now) : undefined
      return { decision, order, refundId }
    })
  }

  async function applyAndFollow(intent: ProviderIntent, orderId: string): Promise<void> {
    const result = await apply(intent, orderId)
    if (!result) return
    const { decision, order, refundId } = result
    // mutant(condition → true): pages would only be rendered once more
    if (decision === 'pay') onPaid(hasEnded(order))
    if (decision === 'mismatch') {
      const { amountReceived, currency } = intent
      log.error('the amount or currency of a payment differs from its order’s', {
        intentId: intent.id,
        orderId,
        amountReceived,
        currency,
      })
    }
    if (refundId) {
      await moneyBack.sendRefund(refundId).catch((error: unknown) =>
        log.warn('a refund could not be sent; reconciliation will send it again', {
          intentId: intent.id,
          orderId,
          error,
        }),
      )
    }
    // The order ended while this payment could not be stopped, or was just being made; or it was paid or credited otherwise.
    if (decision === 'wait' && !takesCard(order)) await stopIntent(intent.id, orderId)
  }

  /**
   * The intent as the provider has it now. An intent that it does not know (another account, or an emptied sandbox) can
   * bring no money: its payment is given up, until its money comes after all.
   */
  async function look(intentId: string, orderId: string): Promise<ProviderIntent | undefined> {
    try {
      return await provider.retrieveIntent(intentId)
    } catch (error) {
      if (!isFailure(error, 'not-found')) throw error
      log.error('the payment provider does not know this payment', { intentId, orderId })
      await inOwnTransaction(async (tx) => {
        const order = await lockOrder(tx, orderId)
        const payment = await findPayment(tx, intentId)
        // mutant(optional chaining, logic → payment?.state !== 'pending'): it was found before the lock, and has an order
        if (!order || payment?.state !== 'pending') return
        await changePayment(tx, payment.id, { state: 'cancelled' }, clock.now())
        await noteProcessing(tx, order, false)
      })
      return undefined
    }
  }

  /** Has the provider take no more money for an intent, and carries out what its state then means. */
  async function stopIntent(intentId: string, orderId: string): Promise<ProviderIntent | undefined> {
    const intent = await provider.cancelIntent(intentId).catch((error: unknown) => {
      if (isFailure(error, 'conflict', 'not-found')) return look(intentId, orderId)
      throw error
    })
    if (intent?.status === 'canceled' || intent?.status === 'succeeded') await applyAndFollow(intent, orderId)
    // Not `applyAndFollow`: that would stop it again, endlessly.
    if (intent?.status === 'processing') await apply(intent, orderId)
    return intent
  }

  /**
   * Adopts a payment that was made for an order of ours but never recorded here, because a process ended in between: it
   * counts like a payment that was given up.
   */
  async function adopt(intentId: string, orderId: string): Promise<ProviderIntent | undefined> {
    const intent = await provider.retrieveIntent(intentId)
    if (intent.orderId !== orderId) return undefined
    if (intent.status !== 'succeeded') return intent
    const at = clock.now()
    const known = await inOwnTransaction(async (tx) => {
      if (!(await lockOrder(tx, orderId))) return false
      const { amount, currency } = intent
      const times = { createdAt: at, checkedAt: at, changedAt: at }
      await insertPayment(tx, { orderId, intentId, amount, currency, state: 'cancelled', ...times })
      return true
    })
    if (known) await applyAndFollow(intent, orderId)
    return known ? intent : undefined
  }

  /**
   * Brings an order in line with what the provider now knows about this payment. Idempotent. An intent that is not ours is left.
   * @param orderId the order that the intent claims to be for, in case its payment is not known here.
   * @returns the intent as the provider has it, if it is ours.
   * @throws what the provider throws.
   */
  async function settle(intentId: string, orderId?: string): Promise<ProviderIntent | undefined> {
    const payment = await findPayment(db, intentId)
    if (!payment) return isId(orderId) ? adopt(intentId, orderId) : undefined
    const intent = await look(intentId, payment.orderId)
    if (intent) await applyAndFollow(intent, payment.orderId)
    return intent
  }

  return {
    look,
    settle,
    stopIntent,
    moneyBack,

    /** Stops the payment that may still bring money for an order. @throws what the provider throws. */
    async stopPayment(orderId: string): Promise<PaymentStop> {
      const pending = (await listPayments(db, orderId)).find(({ state }) => state === 'pending')
      if (!pending) return 'stopped'
      const intent = await stopIntent(pending.intentId, orderId)
      if (!intent || intent.status === 'canceled') return 'stopped'
      // mutant(word): whoever asks tells it from the other two
      return intent.status === 'succeeded' ? 'paid' : 'processing'
    },
  }
}

/** Whether a text can be an order's id: metadata can say anything. */
const isId = (text: string | undefined): text is string => z.uuid().safeParse(text).success

/** Requests a refund of money that the order cannot take. */
async function askBack(tx: Database, payment: PaymentRow, at: Date): Promise<string | undefined> {
  const back = (await moneyOfOrder(tx, payment.orderId)).find((each) => each.payment.id === payment.id)?.back ?? 0
  if (payment.captured <= back) return undefined
  const refund = newRefund(payment, minor(payment.captured - back), 'The order could not take this payment', at)
  await insertRefund(tx, refund)
  return refund.id
}

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
