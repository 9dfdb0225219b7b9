import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { recordMovement } from '#features/catalogue/store.ts'
import { tools, type StockReason } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { mayBecome } from './rules.ts'
import type { OrderState } from './schema.ts'
import type { OrderRow } from './store.ts'
import { orderLines, orders } from './tables.ts'

/**
 * The steps of an order's life, for the transaction of whoever takes them. Locks are always taken in the same
 * order (the order, then its tools by id), so that two steps never wait for each other.
 */

/** The order, kept from changing until the transaction ends. */
export async function lockOrder(tx: Database, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

/** The same, but undefined when another transaction holds it. */
export async function lockOrderIfFree(tx: Database, id: string): Promise<OrderRow | undefined> {
  // mutant(object, boolean): the embedded engine has one connection, so nobody else ever holds a lock
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update', { skipLocked: true })
  return row
}

/** Ends a locked order that keeps its stock no longer: not paid, or its money went back before it was shipped. */
export async function releaseOrder(
  tx: Database,
  order: OrderRow,
  to: 'cancelled' | 'expired' | 'refunded',
): Promise<void> {
  await move(tx, order, to, {})
  for (const line of await linesOf(tx, order.id)) await changeStock(tx, order.id, line.toolId, line.quantity, to)
}

/**
 * Makes a locked order paid. One whose stock had returned takes it again.
 * @returns false, with nothing changed, when the stock is gone: the money has to go back.
 */
export async function markPaid(tx: Database, order: OrderRow, at: Date): Promise<boolean> {
  if (order.state !== 'placed' && !(await takeAgain(tx, order.id))) return false
  await move(tx, order, 'paid', { paidAt: at })
  return true
}

/** Notes on a locked order whether money for it is on its way. */
export async function noteProcessing(tx: Database, order: OrderRow, paymentProcessing: boolean): Promise<void> {
  // mutant(condition → false): it saves a write of what stands there
  if (order.paymentProcessing === paymentProcessing) return
  await tx.update(orders).set({ paymentProcessing }).where(eq(orders.id, order.id))
}

async function move(tx: Database, order: OrderRow, to: OrderState, change: { paidAt?: Date }): Promise<void> {
  if (!mayBecome(order.state, to)) throw new Error(`order ${order.number} cannot go from ${order.state} to ${to}`)
  await tx
    .update(orders)
    .set({ state: to, ...change })
    .where(eq(orders.id, order.id))
}

async function takeAgain(tx: Database, orderId: string): Promise<boolean> {
  const lines = await linesOf(tx, orderId)
  const ids = lines.map(({ toolId }) => toolId)
  const stock = await tx
    .select({ id: tools.id, available: tools.availableQuantity })
    .from(tools)
    // mutant(left out: inArray): it would lock more tools, and look at no more of them
    .where(and(inArray(tools.id, ids), isNull(tools.deletedAt)))
    // mutant(asc, without .orderBy): the order of the locks, for which one connection never waits
    .orderBy(asc(tools.id))
    .for('update')
  const enough = lines.every(({ toolId, quantity }) =>
    stock.some(({ id, available }) => id === toolId && available >= quantity),
  )
  if (!enough) return false
  for (const { toolId, quantity } of lines) await changeStock(tx, orderId, toolId, -quantity, 'order')
  return true
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

async function changeStock(
  tx: Database,
  orderId: string,
  toolId: string,
  quantity: number,
  reason: StockReason,
): Promise<void> {
  await tx
    .update(tools)
    .set({ availableQuantity: sql`${tools.availableQuantity} + ${quantity}`, version: sql`${tools.version} + 1` })
    .where(eq(tools.id, toolId))
  await recordMovement(tx, { toolId, quantity, reason, orderId })
}
