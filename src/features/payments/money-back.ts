import { lockOrder } from '#features/orders/lifecycle.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Log } from '#platform/log/log.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import type { Minor } from '#shared/money.ts'
import { countMoney, noteReturn, piecesOfRest, type Cause } from './count-money.ts'
import type { ProviderDispute, ProviderRefund } from './provider-answers.ts'
import { failedCall, refusalCode } from './provider-errors.ts'
import type { PaymentProvider } from './provider.ts'
import { disputeStateOf, isNews, isOldNews, refundStateOf } from './rules.ts'
import {
  changeRefund,
  findDispute,
  findPayment,
  findPaymentById,
  findRefund,
  insertRefund,
  listRefunds,
  writeDispute,
  type PaymentRow,
  type RefundRow,
} from './store.ts'

type Parts = {
  db: Database
  clock: Clock
  provider: PaymentProvider
  /** Brings a payment in line with the provider first: its money may not be known yet. */
  settle: (intentId: string) => Promise<unknown>
  onPaid: (stockMoved: boolean) => void
  log: Log
}

export type MoneyBack = ReturnType<typeof createMoneyBack>

/** Refunds and disputes: what the shop asks for, and what it learns of. The provider is never asked inside a transaction. */
export function createMoneyBack({ db, clock, provider, settle, onPaid, log }: Parts) {
  /** Does work under the lock of a payment's order, then reports that money moved. */
  async function underLock(
    payment: PaymentRow,
    work: (tx: Database, payment: PaymentRow) => Promise<string[]>,
  ): Promise<void> {
    const stock = await retryConflicts(() =>
      inTransaction(db, async (tx) => {
        await lockOrder(tx, payment.orderId)
        const current = await findPaymentById(tx, payment.id)
        // mutant(condition → false): payments are never deleted
        return current ? work(tx, current) : []
      }),
    )
    onPaid(stock.length > 0)
  }

  /** One of the shop's payments, settled first if its captured amount is not known yet. */
  async function settledPayment(intentId: string): Promise<PaymentRow | undefined> {
    const payment = await findPayment(db, intentId)
    if (payment && payment.captured > 0) return payment
    await settle(intentId)
    return findPayment(db, intentId)
  }

  /** Records what the provider says about one payment's refunds. A refund that nobody here asked for was made elsewhere. */
  async function learnRefunds(intentId: string, told: readonly ProviderRefund[]): Promise<void> {
    const ofThis = told.filter((each) => each.intentId === intentId).toReversed()
    const payment = ofThis.length > 0 ? await settledPayment(intentId) : undefined
    if (!payment) return
    await underLock(payment, async (tx, current) => {
      const stock: string[] = []
      for (const each of ofThis) stock.push(...(await learnRefund(tx, current, each)))
      return stock
    })
  }

  async function learnRefund(tx: Database, payment: PaymentRow, told: ProviderRefund): Promise<string[]> {
    const state = refundStateOf(told.status)
    const rows = await listRefunds(tx, payment.id)
    const row = rows.find((each) => isSame(each, told))
    if (!row) {
      // An earlier attempt of the shop's own, since followed by another.
      const isOld = rows.some(({ id }) => id === told.ours?.refundId) && state === 'failed'
      return isOld ? [] : foundElsewhere(tx, payment, told)
    }
    const at = clock.now()
    if (row.providerRefundId !== told.id) await changeRefund(tx, row.id, { providerRefundId: told.id }, at)
    if (!isNews(state, row.state)) return []
    await changeRefund(tx, row.id, { state, failure: state === 'failed' ? (told.failure ?? 'unknown') : null }, at)
    if (state === 'failed') tellFailure(row)
    if (state === 'failed' || row.state === 'requested') await noteReturn(tx, payment, row, { state, at })
    return countMoney(tx, payment.orderId, causeOf({ ...row, state }), at)
  }

  async function foundElsewhere(tx: Database, payment: PaymentRow, told: ProviderRefund): Promise<string[]> {
    const at = clock.now()
    const state = refundStateOf(told.status)
    const row = {
      ...newRefund(payment, told.amount, 'Refunded at the card provider', at),
      providerRefundId: told.id,
      state,
      failure: state === 'failed' ? (told.failure ?? 'unknown') : null,
    }
    await insertRefund(tx, row)
    if (state === 'failed') return []
    await noteReturn(tx, payment, row, { state, at })
    const lines = payment.counts ? await piecesOfRest(tx, payment.orderId) : []
    const restock = lines.length > 0
    if (restock) await changeRefund(tx, row.id, { lines, restock }, at)
    return countMoney(tx, payment.orderId, causeOf({ ...row, lines, restock }), at)
  }

  /** Records what the provider says about a dispute. */
  async function learnDispute(told: ProviderDispute): Promise<void> {
    const payment = await settledPayment(told.intentId)
    if (!payment) return
    await underLock(payment, async (tx, { id: paymentId, orderId }) => {
      const at = clock.now()
      const known = await findDispute(tx, told.id)
      const state = disputeStateOf(told.status)
      // An earlier request may be answered later.
      if (known && isOldNews(told.status, known.status)) return []
      const { intentId: _intent, dueBy = null, ...dispute } = told
      const closedAt = state === 'open' ? null : (known?.closedAt ?? at)
      await writeDispute(tx, { ...dispute, paymentId, orderId, state, dueBy, closedAt, changedAt: at, checkedAt: at })
      const cause = { amount: told.amount, reason: told.reason, lines: [], restock: false }
      if (!known || (known.state !== 'open' && state === 'open'))
        await countMoney(tx, orderId, { ...cause, kind: 'dispute-opened' }, at)
      const isClosed = state !== 'open' && known?.state !== state
      return isClosed ? countMoney(tx, orderId, { ...cause, kind: `dispute-${state}` }, at) : []
    })
  }

  function tellFailure({ id, orderId }: Pick<RefundRow, 'id' | 'orderId'>): void {
    log.error('a refund did not go through: send it again, or another way', { refundId: id, orderId })
  }

  /** Marks a refund that the provider refused as failed: its money stays here, and a person decides. */
  async function giveUp(refund: RefundRow, payment: PaymentRow, failure: string): Promise<void> {
    await underLock(payment, async (tx, currentPayment) => {
      const current = await findRefund(tx, refund.id)
      if (current?.state !== 'requested' || current.attempt !== refund.attempt) return []
      const at = clock.now()
      await changeRefund(tx, refund.id, { state: 'failed', failure }, at)
      // If the charge is refunded already, somebody else was faster, and that refund is known by now.
      if (failure !== 'charge_already_refunded') {
        tellFailure(refund)
        await noteReturn(tx, currentPayment, current, { state: 'failed', at })
      }
      return countMoney(tx, payment.orderId, causeOf({ ...current, state: 'failed' }), at)
    })
  }

  /** Starts another attempt, with another idempotency key: the provider keeps repeating its error under the old one. */
  async function nextAttempt({ id, attempt }: RefundRow, payment: PaymentRow): Promise<void> {
    await underLock(payment, async (tx) => {
      const current = await findRefund(tx, id)
      if (current?.state === 'requested' && current.attempt === attempt) {
        await changeRefund(tx, id, { attempt: attempt + 1 }, current.changedAt)
      }
      return []
    })
  }

  return {
    learnRefunds,
    learnDispute,

    /** Recounts an order's money from what is recorded. */
    async recount(orderId: string): Promise<void> {
      await retryConflicts(() =>
        inTransaction(db, (tx) => countMoney(tx, orderId, { ...noted, amount: 0 }, clock.now())),
      )
      onPaid(false)
    },

    /** Asks the provider for every refund of a payment. @throws what the provider throws. */
    async askRefunds(intentId: string): Promise<void> {
      await learnRefunds(intentId, await provider.listRefunds({ intentId }))
    },

    async askDisputes(intentId: string): Promise<void> {
      for (const told of await provider.listDisputes({ intentId })) await learnDispute(told)
    },

    /** Asks about one dispute. A dispute that the provider does not know (another account, or an emptied sandbox) is left. */
    async askDispute(id: string): Promise<void> {
      const told = await provider.retrieveDispute(id).catch((error: unknown) => {
        if (!(error instanceof Failure && error.kind === 'not-found')) throw error
        log.warn('the payment provider does not know this dispute', { disputeId: id })
      })
      if (told) await learnDispute(told)
    },

    /**
     * Sends a requested refund, once however often this is called. A refund that the provider refuses has failed; if it stored
     * an error, the next call is another attempt.
     * @throws what the provider throws when it is unknown whether the refund was sent: it is then sent again under the same key.
     */
    async sendRefund(id: string): Promise<void> {
      const refund = await findRefund(db, id)
      const payment = refund?.paymentId && (await findPaymentById(db, refund.paymentId))
      if (refund?.state !== 'requested' || !payment) return
      const { amount, currency, attempt } = refund
      const { intentId } = payment
      try {
        const sent = await provider.refund({ intentId, amount, currency, refundId: id, attempt })
        await learnRefunds(intentId, [sent])
      } catch (error) {
        const failed = failedCall(error)
        if (failed === 'unanswered') throw error
        log.warn('the payment provider returned an error for a refund', { refundId: id, attempt, error })
        // It may have been sent all the same, or by somebody in the dashboard.
        await learnRefunds(intentId, await provider.listRefunds({ intentId }))
        if (failed === 'refused') await giveUp(refund, payment, refusalCode(error))
        else await nextAttempt(refund, payment)
      }
    },
  }
}

const noted = { kind: 'refunded' as const, reason: 'Compared with the card provider', lines: [], restock: false }

/** A refund as it is first recorded. */
export function newRefund<Id extends string | null>(
  payment: { id: Id; orderId: string; currency: string },
  amount: Minor,
  reason: string,
  at: Date,
) {
  const { id: paymentId, orderId, currency } = payment
  const times = { createdAt: at, changedAt: at, checkedAt: at }
  return {
    id: newId(),
    paymentId,
    orderId,
    amount,
    currency,
    reason,
    lines: [],
    restock: false,
    state: 'requested' as const,
    ...times,
  }
}

function isSame(row: RefundRow, told: ProviderRefund): boolean {
  if (row.providerRefundId !== null) return row.providerRefundId === told.id
  if (told.ours) return row.id === told.ours.refundId && row.attempt === told.ours.attempt
  // The provider's ids of refunds made before refunds had rows are not known.
  return row.state === 'succeeded' && row.amount === told.amount
}

function causeOf(refund: Pick<RefundRow, 'amount' | 'reason' | 'lines' | 'restock' | 'state'>): Cause {
  const { amount, reason, lines, restock } = refund
  return { kind: refund.state === 'failed' ? 'refund-failed' : 'refunded', amount, reason, lines, restock }
}
