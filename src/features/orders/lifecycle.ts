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
 * The steps of an order's life, for the transaction of whoever takes them. Locks are always taken in the same
 * order (the account it is on, the order, then its tools by id), so that two steps never wait for each other. Each step is in the order's timeline.
 */

/** When a step is taken, and by whom where it is somebody. */
export type Step = { at: Date; actorId?: string | undefined; details?: OrderEventDetails | undefined }

/** The order, kept from changing until the transaction ends; before it the account that it is on, whose credit may pay others. */
export async function lockOrder(tx: Database, id: string): Promise<OrderRow | undefined> {
  const buyer = sql`select ${orders.userId} from ${orders} where ${orders.id} = ${id} and ${orders.payBy} = 'invoice'`
  const [, [row]] = await inOrder([
    lockCreditOf(tx, buyer),
    tx.select().from(orders).where(eq(orders.id, id)).for('update'),
  ])
  return row
}

/** The order alone, and undefined when another transaction holds it. */
export async function lockOrderIfFree(tx: Database, id: string): Promise<OrderRow | undefined> {
  // mutant(object, boolean): the embedded engine has one connection, so nobody else ever holds a lock
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update', { skipLocked: true })
  return row
}

/**
 * Ends a locked order that was never paid; its stock returns, without what returned before with a credit.
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
 * Makes a locked order paid. One whose stock had returned takes it again.
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

/** Notes on a locked order whether money for it is on its way. */
export async function noteProcessing(tx: Database, order: OrderRow, paymentProcessing: boolean): Promise<void> {
  // mutant(condition → false): it saves a write of what stands there
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

/** Takes a locked order to a state that its life allows next. */
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
      // mutant(asc, without .orderBy): the order of the locks, for which one connection never waits
      .orderBy(asc(orderLines.toolId))
  )
}
