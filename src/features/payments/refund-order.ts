import { actingIn } from '#features/accounts/acting.ts'
import { recordOrderAct } from '#features/orders/audited.ts'
import { linesOfOrder, markRefunded } from '#features/orders/after-payment.ts'
import { lockOrder } from '#features/orders/lifecycle.ts'
import { noSuchOrder } from '#features/orders/policy.ts'
import { mayTake, owedOf } from '#features/orders/rules.ts'
import type { OrderRow } from '#features/orders/store.ts'
import type { Database } from '#platform/db/database.ts'
import { keyColumns, keyedRequest, requireSame, type KeyedRequest } from '#platform/http/idempotency-key.ts'
import type { Log } from '#platform/log/log.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure, wrongField } from '#shared/errors.ts'
import { amountProblem, minor, stepOf, toMajor, toMinor, type Minor } from '#shared/money.ts'
import { countMoney } from './count-money.ts'
import { newRefund, type MoneyBack } from './money-back.ts'
import { requirePaymentStaff } from './policy.ts'
import { planRefund } from './rules.ts'
import type { RefundRequest } from './schema.ts'
import { findRefundByKey, insertRefund, isDisputed, moneyOfOrder, type PaymentRow } from './store.ts'

type Parts = {
  db: Database
  clock: Clock
  /** @throws Failure 'unavailable' when card payment is switched off. */
  moneyBack: () => MoneyBack
  onPaid: (stockMoved: boolean) => void
  log: Log
}
type Written = { id: string; stock?: string[]; onAccount?: boolean }

/** Refunds an order, in whole or in part: the refund is recorded and counted first, then requested from the provider. */
export function createRefundOrder({ db, clock, moneyBack, onPaid, log }: Parts) {
  async function write(
    tx: Database,
    actor: Actor,
    orderId: string,
    asked: RefundRequest,
    request: KeyedRequest | undefined,
  ): Promise<Written> {
    const order = await lockOrder(tx, orderId)
    if (!order) throw noSuchOrder()
    const earlier = request && (await findRefundByKey(tx, orderId, request.key))
    if (earlier) {
      requireSame(earlier.requestHash, request, 'refund')
      return { id: earlier.id, onAccount: earlier.paymentId === null }
    }
    requireSeen(order, asked)
    const { payment, left } = await requireMoney(tx, order)
    // Throws while nothing is written yet.
    if (payment) moneyBack()
    const { reason, restock } = asked
    const wanted = { ...asked, amount: amountOf(asked, order) }
    const { amount, lines } = planRefund(wanted, await refundableLines(tx, order), {
      left,
      step: stepOf(order.currency),
    })
    const at = clock.now()
    const refund = {
      ...newRefund(payment ?? onAccount(order), amount, reason, at),
      lines,
      restock,
      actorId: actor.id,
      ...keyColumns(request),
    }
    await insertRefund(tx, payment ? refund : { ...refund, state: 'succeeded' })
    const after = { amount: toMajor(amount, order.currency), reason, restock, ...(lines.length > 0 && { lines }) }
    await recordOrderAct(tx, 'order.refunded', order, { at, actor, after })
    if (!payment) {
      const part = { amount, lines, restock, reason, onAccount: true }
      return { id: refund.id, stock: await markRefunded(tx, order, part, { at, actorId: actor.id }), onAccount: true }
    }
    const cause = { kind: 'refunded' as const, amount, reason, lines, restock, actorId: actor.id }
    return { id: refund.id, stock: await countMoney(tx, orderId, cause, at) }
  }

  return {
    /**
     * @param key makes a retry safe: the same key with the same body is the same refund.
     * @returns the refund's id. If the provider cannot be reached, the refund is recorded, and the reconciliation sends it.
     * @throws Failure 'forbidden', 'not-found', 'conflict' for an order without money or with a dispute, after another refund
     * meanwhile or for the key of another refund, 'unprocessable' for more than is left.
     */
    async refund(actor: Actor, orderId: string, asked: RefundRequest, key: string | undefined): Promise<string> {
      const {
        id,
        stock,
        onAccount: isDone,
      } = await actingIn(db, actor, requirePaymentStaff, (tx) =>
        write(tx, actor, orderId, asked, keyedRequest(key, asked)),
      )
      if (stock) onPaid(stock.length > 0)
      if (isDone) return id
      await moneyBack()
        .sendRefund(id)
        .catch((error: unknown) =>
          log.warn('a refund could not be sent; reconciliation will send it again', { refundId: id, orderId, error }),
        )
      return id
    },
  }
}

const disputed =
  'The bank is deciding a dispute over this payment, and accepts no refund until then. Answer the dispute, or accept it to return the money.'

/** Stands in for the payment of an order on account that no card paid: the refund is credited to the account. */
const onAccount = ({ id, currency }: OrderRow) => ({ id: null, orderId: id, currency })

/**
 * The payment that paid an order, and how much of it is left, in minor units; without a payment for an order on account.
 * @throws Failure 'conflict' when no money is left, or while it is disputed.
 */
async function requireMoney(tx: Database, order: OrderRow): Promise<{ payment?: PaymentRow; left: Minor }> {
  const counted = (await moneyOfOrder(tx, order.id)).find(({ payment }) => payment.counts)
  const isOnAccount = owedOf(order) > 0 || order.received > 0
  if (!counted && isOnAccount && mayTake('refund', order.state)) {
    return { left: minor(order.total - order.refunded) }
  }
  if (!counted) throw new Failure('conflict', 'No card payment has arrived for this order, so nothing can be refunded.')
  const left = Math.min(counted.payment.captured - counted.back, order.total - order.refunded)
  if (left <= 0) throw new Failure('conflict', 'All of this order’s money has already been refunded.')
  // The provider refunds no disputed payment (https://docs.stripe.com/refunds, "Refund disputed payments").
  if (await isDisputed(tx, order.id)) throw new Failure('conflict', disputed)
  return { payment: counted.payment, left: minor(left) }
}

/** The lines of an order, each with the tax added on top of it. */
async function refundableLines(tx: Database, { id, addedTax }: OrderRow) {
  const lines = await linesOfOrder(tx, id)
  return lines.map((line) => ({ ...line, addedTax: addedTax > 0 ? line.tax : minor(0) }))
}

/** @throws Failure 'conflict' when the refunded amount is no longer the one that the caller saw. */
function requireSeen({ refunded, currency }: OrderRow, { refundedAmount }: RefundRequest): void {
  if (refundedAmount === undefined || toMinor(refundedAmount, currency) === refunded) return
  const extra = { refundedAmount: toMajor(refunded, currency) }
  throw new Failure('conflict', 'Money from this order was refunded in the meantime. Check it again.', { extra })
}

/** @throws Failure 'unprocessable' if it is not a valid amount of the currency. */
function amountOf({ amount }: RefundRequest, { currency }: OrderRow): Minor | undefined {
  const exact = amount === undefined ? undefined : toMinor(amount, currency)
  if (amount !== undefined && !exact) throw wrongField('amount', amountProblem(amount, currency))
  return exact
}
