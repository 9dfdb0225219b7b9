import { actingIn } from '#features/accounts/acting.ts'
import { recordOrderAct } from '#features/orders/audited.ts'
import { linesOfOrder } from '#features/orders/after-payment.ts'
import { lockOrder } from '#features/orders/lifecycle.ts'
import { isPaid } from '#features/orders/rules.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { minor, toMajor, type Minor } from '#shared/money.ts'
import { countMoney } from './count-money.ts'
import { listDisagreements, type DisagreementRow } from './disagreement-store.ts'
import { newRefund } from './money-back.ts'
import { requirePaymentStaff } from './policy.ts'
import type { ProviderIntent } from './provider-answers.ts'
import type { PaymentProvider } from './provider.ts'
import type { Events } from './receive-events.ts'
import { clippedTo } from './rules.ts'
import { disagreementActions, type Disagreement, type DisagreementKind } from './schema.ts'
import type { Settlement } from './settlement.ts'
import {
  changePayment,
  findPaymentById,
  findRefund,
  insertRefund,
  isReplaced,
  listPayments,
  moneyOfOrder,
  type PaymentRow,
} from './store.ts'

type Parts = {
  db: Database
  clock: Clock
  provider: PaymentProvider
  settlement: Settlement
  events: Events
  /** Sends a refund that was not sent yet, or asks the provider what became of it. */
  checkRefund: (id: string) => Promise<void>
  onPaid: (stockMoved: boolean) => void
  log: Log
}

const justAsked = async () => {}

/** Disagreements with the provider, and the one act that mends each. */
export function createDisagreements(parts: Parts) {
  const { db, clock, provider, settlement, events, checkRefund, onPaid, log } = parts
  const { moneyBack } = settlement

  /** Sends back the money of a payment that counts for no order. */
  async function refundPayment(actor: Actor, paymentId: string): Promise<void> {
    const payment = await findPaymentById(db, paymentId)
    // mutant(logic → undefined): it was listed
    const intent = payment && (await settlement.look(payment.intentId, payment.orderId))
    if (!payment || !intent) throw notThere()
    const refundId = await actingIn(db, actor, requirePaymentStaff, async (tx) => {
      const order = await lockOrder(tx, payment.orderId)
      const left = intent.amountReceived - (await backOf(tx, payment.orderId, paymentId))
      const current = await findPaymentById(tx, paymentId)
      if (!order || !current || current.counts || left <= 0) throw nothingLeft()
      const at = clock.now()
      const after = { amount: toMajor(minor(left), current.currency) }
      await recordOrderAct(tx, 'order.refunded', order, { at, actor, after })
      await changePayment(tx, paymentId, { state: 'refunding', captured: intent.amountReceived }, at)
      const refund = newRefund(current, minor(left), 'The order could not take this payment', at)
      await insertRefund(tx, { ...refund, actorId: actor.id })
      return refund.id
    })
    await send(refundId)
  }

  /** Sends a failed refund again, as a new refund of at most what is left. */
  async function sendAgain(actor: Actor, failedId: string): Promise<void> {
    const refundId = await actingIn(db, actor, requirePaymentStaff, async (tx) => {
      const failed = await findRefund(tx, failedId)
      const payment = failed?.paymentId && (await findPaymentById(tx, failed.paymentId))
      if (!payment) throw notThere()
      const order = await lockOrder(tx, failed.orderId)
      const left = payment.captured - (await backOf(tx, failed.orderId, payment.id))
      if (!order || left <= 0 || (await isReplaced(tx, failedId))) throw nothingLeft()
      const at = clock.now()
      const lines = clippedTo(failed.lines, await linesOfOrder(tx, failed.orderId))
      const amount: Minor = minor(Math.min(failed.amount, left))
      const refund = { ...newRefund(payment, amount, failed.reason, at), lines, actorId: actor.id }
      await insertRefund(tx, { ...refund, replaces: failedId })
      const after = { amount: toMajor(amount, failed.currency), reason: failed.reason }
      await recordOrderAct(tx, 'order.refunded', order, { at, actor, after })
      // Pieces to restock went back on sale with the first refund.
      const cause = { kind: 'refunded' as const, amount, reason: failed.reason, lines, restock: false }
      await countMoney(tx, failed.orderId, { ...cause, actorId: actor.id }, at)
      return refund.id
    })
    onPaid(false)
    await send(refundId)
  }

  async function send(refundId: string): Promise<void> {
    await moneyBack
      .sendRefund(refundId)
      .catch((error: unknown) =>
        log.warn('a refund could not be sent; reconciliation will send it again', { refundId, error }),
      )
  }

  /** Asks the provider about all of an order's money. Sends nothing back: that is a separate act. */
  async function askAll(actor: Actor, orderId: string): Promise<void> {
    for (const { id, intentId } of await listPayments(db, orderId)) {
      const intent = await settlement.look(intentId, orderId)
      if (!intent) continue
      await actingIn(db, actor, requirePaymentStaff, (tx) => learnCaptured(tx, orderId, id, intent, clock.now()))
      await moneyBack.askRefunds(intentId)
      await moneyBack.askDisputes(intentId)
    }
    await moneyBack.recount(orderId)
  }

  async function mend(actor: Actor, kind: DisagreementKind, id: string): Promise<void> {
    const action = disagreementActions[kind]
    if (action === 'refund-payment') return refundPayment(actor, id)
    if (action === 'send-refund-again') return sendAgain(actor, id)
    await actingIn(db, actor, requirePaymentStaff, justAsked)
    if (action === 'replay-event') return events.replay(id)
    if (action === 'answer-dispute') return moneyBack.askDispute(id)
    return kind === 'refund-hangs' ? checkRefund(id) : askAll(actor, id)
  }

  return {
    /** Oldest first, at most a hundred of each kind. @throws Failure 'forbidden'. */
    async list(actor: Actor): Promise<Disagreement[]> {
      requirePaymentStaff(actor)
      return (await listDisagreements(db, clock.now())).map((row) => toWire(row, provider))
    },

    /**
     * Carries out the act that mends a disagreement.
     * @returns whether it agrees now.
     * @throws Failure 'forbidden', 'not-found' if it is not on the list, 'conflict' when nothing is left to do, or what the
     * provider throws.
     */
    async mend(actor: Actor, kind: DisagreementKind, id: string): Promise<boolean> {
      requirePaymentStaff(actor)
      const isListed = async () => (await listDisagreements(db, clock.now(), { kind, id })).length > 0
      if (!(await isListed())) throw notThere()
      await mend(actor, kind, id)
      return !(await isListed())
    },
  }
}

/** Records what the provider captured. If it is the total of a paid order without money here, it counts for that order. */
async function learnCaptured(
  tx: Database,
  orderId: string,
  paymentId: string,
  { status, amountReceived: captured }: ProviderIntent,
  at: Date,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const payments = await listPayments(tx, orderId)
  const payment = payments.find(({ id }) => id === paymentId)
  // mutant(condition → false): they were found before
  if (!order || !payment || status !== 'succeeded') return
  const isLive = ({ counts, state }: PaymentRow) => counts || state === 'pending' || state === 'succeeded'
  const isTheOrders = isPaid(order) && captured === order.total && !payments.some(isLive)
  if (payment.counts) await changePayment(tx, paymentId, { state: payment.state, captured }, at)
  else if (isTheOrders) await changePayment(tx, paymentId, { state: 'succeeded', captured, counts: true }, at)
}

async function backOf(tx: Database, orderId: string, paymentId: string): Promise<number> {
  return (await moneyOfOrder(tx, orderId)).find(({ payment }) => payment.id === paymentId)?.back ?? 0
}

const notThere = () => new Failure('not-found', 'This is resolved, or no longer there. Reload the list.')
const nothingLeft = () => new Failure('conflict', 'This money has already been sent back.')

function toWire(row: DisagreementRow, provider: PaymentProvider): Disagreement {
  const { amount, expected, currency, since, dueBy, ...known } = row
  const major = (count: Minor | null) => (count === null || currency === null ? null : toMajor(count, currency))
  return {
    ...known,
    amount: major(amount),
    expected: major(expected),
    currency,
    since: since.toISOString(),
    dueBy: dueBy?.toISOString() ?? null,
    action: disagreementActions[row.kind],
    link: row.kind === 'dispute-open' ? provider.disputeLink(row.id) : null,
  }
}
