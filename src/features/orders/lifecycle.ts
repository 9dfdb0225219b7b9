import { asc, eq, sql } from 'drizzle-orm'
import { countListed } from '#features/catalogue/store.ts'
import { lockCreditOf } from '#features/credit/ledger.ts'
import { heldByOrder } from '#features/inventory/of-order.ts'
import { release, reserve } from '#features/inventory/stock.ts'
import { inOrder, type Database } from '#platform/db/database.ts'
import { recordEvent } from './events.ts'
import { payByCard, takeOffOrder } from './on-account.ts'
import { mayBecome, owedOf } from './rules.ts'
import type { OrderEventDetails, OrderState } from './schema.ts'
import type { OrderRow } from './store.ts'
import { orderLines, orders } from './tables.ts'

/**
 * The steps of an order's life, run in the caller's transaction. Locks are always taken in the same order (the account it is on,
 * the order, then its tools by id), so that two steps cannot deadlock. Each step is recorded in the order's timeline.
 */

/** When a step is taken, and by whom, if by anybody. */
export type Step = { at: Date; actorId?: string | undefined; details?: OrderEventDetails | undefined }

/** Locks the order until the transaction ends, and before it the account it is on, whose credit may pay for other orders. */
export async function lockOrder(tx: Database, id: string): Promise<OrderRow | undefined> {
  const buyer = sql`select ${orders.userId} from ${orders} where ${orders.id} = ${id} and ${orders.payBy} = 'invoice'`
  const [, [row]] = await inOrder([
    lockCreditOf(tx, buyer),
    tx.select().from(orders).where(eq(orders.id, id)).for('update'),
  ])
  return row
}

/** Locks the order alone; undefined when another transaction holds it. */
export async function lockOrderIfFree(tx: Database, id: string): Promise<OrderRow | undefined> {
  // mutant(object, boolean): the embedded engine has one connection, so nobody else ever holds a lock
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update', { skipLocked: true })
  return row
}

/**
 * Ends a locked order that was never paid and releases its stock, except what an earlier credit already returned.
 * @returns the products whose stock grew.
 */
export async function releaseOrder(
  tx: Database,
  order: OrderRow,
  to: 'cancelled' | 'expired',
  step: Step,
): Promise<string[]> {
  await move(tx, order, to, step)
  if (order.state === 'confirmed')
    await takeOffOrder(tx, order, { state: to, refunded: order.refunded }, { kind: 'cancelled', at: step.at })
  const held = await heldByOrder(tx, order.id)
  await release(tx, held, { orderId: order.id, at: step.at, reason: to })
  return held.map(({ toolId }) => toolId)
}

/**
 * Marks a locked order as paid. If its stock was released, takes it again.
 * @returns false, with nothing changed, when the stock is gone: the money has to go back.
 */
export async function markPaid(tx: Database, order: OrderRow, at: Date): Promise<boolean> {
  if (owedOf(order) > 0) {
    await payByCard(tx, order, at)
    return true
  }
  if (order.state !== 'placed' && !(await takeAgain(tx, order.id, at))) return false
  await move(tx, order, 'paid', { at }, { paidAt: at })
  return true
}

/** Records on a locked order whether a payment is in progress. */
export async function noteProcessing(tx: Database, order: OrderRow, paymentProcessing: boolean): Promise<void> {
  // mutant(condition → false): only saves writing the same value again
  if (order.paymentProcessing === paymentProcessing) return
  await tx.update(orders).set({ paymentProcessing }).where(eq(orders.id, order.id))
}

async function move(
  tx: Database,
  order: OrderRow,
  to: Extract<OrderState, 'paid' | 'cancelled' | 'expired'>,
  step: Step,
  change: { paidAt?: Date } = {},
): Promise<void> {
  await setState(tx, order, to, change)
  await recordEvent(tx, { orderId: order.id, kind: to, ...step })
}

/** Moves a locked order to a state that its life allows next. */
export async function setState(
  tx: Database,
  order: OrderRow,
  to: OrderState,
  change: { paidAt?: Date } = {},
): Promise<void> {
  if (!mayBecome(order.state, to)) throw new Error(`order ${order.number} cannot go from ${order.state} to ${to}`)
  await tx
    .update(orders)
    .set({ state: to, ...change })
    .where(eq(orders.id, order.id))
}

async function takeAgain(tx: Database, orderId: string, at: Date): Promise<boolean> {
  const lines = await linesOf(tx, orderId)
  const ids = lines.map(({ toolId }) => toolId)
  return (await countListed(tx, ids)) === ids.length && reserve(tx, lines, { orderId, at })
}

function linesOf(tx: Database, orderId: string): Promise<{ toolId: string; quantity: number }[]> {
  return (
    tx
      .select({ toolId: orderLines.toolId, quantity: orderLines.quantity })
      .from(orderLines)
      .where(eq(orderLines.orderId, orderId))
      // mutant(asc, without .orderBy): the order of locking, and with one connection no lock is ever waited for
      .orderBy(asc(orderLines.toolId))
  )
}
