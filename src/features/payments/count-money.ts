import { linesOfOrder, markRefunded, markRefundFailed, wholeRest } from '#features/orders/after-payment.ts'
import { recordEvent } from '#features/orders/events.ts'
import { lockOrder } from '#features/orders/lifecycle.ts'
import type { LineQuantity } from '#features/orders/schema.ts'
import type { OrderRow } from '#features/orders/store.ts'
import type { Database } from '#platform/db/database.ts'
import { minor } from '#shared/money.ts'
import { moneyBack, stateOfMoney } from './rules.ts'
import type { RefundState } from './schema.ts'
import { changePayment, moneyOfOrder, type PaymentRow, type RefundRow } from './store.ts'

/** Why an order's money went back, or came back to the shop. */
export type Cause = {
  kind: 'refunded' | 'refund-failed' | 'dispute-opened' | 'dispute-won' | 'dispute-lost'
  /** Minor units; all of them may have been counted already. */
  amount: number
  reason: string
  lines: readonly LineQuantity[]
  restock: boolean
  actorId?: string | undefined
}

/**
 * Brings an order, under its lock, and its payments in line with the recorded refunds and disputes. It applies only the
 * difference to what was counted before, so the order in which they arrive does not matter.
 * @returns the products whose stock grew.
 */
export async function countMoney(tx: Database, orderId: string, cause: Cause, at: Date): Promise<string[]> {
  const order = await lockOrder(tx, orderId)
  // mutant(condition → false): a payment has an order
  if (!order) return []
  const money = await moneyOfOrder(tx, orderId)
  for (const { payment, sent } of money) {
    const state = stateOfMoney(payment, sent)
    if (state !== payment.state) await changePayment(tx, payment.id, { state }, at)
  }
  const counted = money.filter(({ payment }) => payment.counts)
  if (counted.length === 0) return []
  const back = Math.min(order.total, moneyBack(counted))
  return count(tx, order, back - order.refunded, cause, at)
}

async function count(tx: Database, order: OrderRow, difference: number, cause: Cause, at: Date): Promise<string[]> {
  const { kind, lines, restock, reason, actorId } = cause
  const amount = minor(Math.abs(difference))
  if (difference > 0) {
    const part = { amount, lines, restock, reason }
    return markRefunded(tx, order, part, { at, actorId }, kind === 'dispute-lost' ? kind : 'refunded')
  }
  if (difference < 0) {
    const step = { at, details: { reason } }
    await markRefundFailed(tx, order, { amount, lines }, step, kind === 'dispute-won' ? kind : 'refund-failed')
    return []
  }
  if (kind.startsWith('dispute')) {
    await recordEvent(tx, { orderId: order.id, kind, at, details: { amount: cause.amount, reason } })
  }
  return []
}

/**
 * Money that its order never took, because it came too late or twice, changes none of the order's sums: only the timeline
 * records that it went back, or did not.
 */
export async function noteReturn(
  tx: Database,
  { orderId, counts }: PaymentRow,
  { amount, reason }: Pick<RefundRow, 'amount' | 'reason'>,
  step: { state: RefundState; at: Date },
): Promise<void> {
  if (counts) return
  const kind = step.state === 'failed' ? 'refund-failed' : 'refunded'
  await recordEvent(tx, { orderId, kind, at: step.at, details: { amount, reason, returned: true } })
}

/**
 * The pieces that go back with a refund made outside the shop: the rest of an order that was not shipped, once none of its
 * money is left. Otherwise nobody said which pieces.
 */
export async function piecesOfRest(tx: Database, orderId: string): Promise<LineQuantity[]> {
  const order = await lockOrder(tx, orderId)
  if (order?.state !== 'paid') return []
  const counted = (await moneyOfOrder(tx, orderId)).filter(({ payment }) => payment.counts)
  if (moneyBack(counted) < order.total) return []
  const isSent = (await linesOfOrder(tx, orderId)).some(({ shipped }) => shipped > 0)
  return isSent ? [] : [...(await wholeRest(tx, order)).lines]
}
