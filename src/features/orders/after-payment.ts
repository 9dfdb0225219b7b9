import { asc, eq, sql } from 'drizzle-orm'
import { heldByOrder } from '#features/inventory/of-order.ts'
import { release } from '#features/inventory/stock.ts'
import type { Database } from '#platform/db/database.ts'
import { minor, type Minor } from '#shared/money.ts'
import { listEvents, recordEvent } from './events.ts'
import { setState, type Step } from './lifecycle.ts'
import { takeOffOrder } from './on-account.ts'
import { leftToShip, parcelsOnTheirWay } from './rules.ts'
import type { LineQuantity } from './schema.ts'
import type { OrderLineRow, OrderRow } from './store.ts'
import { orderLines, orders } from './tables.ts'

/** The steps of an order's life once it is paid, for the transaction of whoever has locked it: see lifecycle.ts. */

/** The lines of an order, in the order in which they were given. */
export function linesOfOrder(tx: Database, orderId: string): Promise<OrderLineRow[]> {
  return tx.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position))
}

/** Notes that everything which is left to send stands ready. */
export async function markPacked(tx: Database, order: OrderRow, step: Step): Promise<void> {
  await tx.update(orders).set({ packedAt: step.at }).where(eq(orders.id, order.id))
  await recordEvent(tx, { orderId: order.id, kind: 'packed', ...step })
}

/**
 * Counts what leaves the house. Where nothing is left to be sent, the order is shipped.
 * @param lines each line once, and of none more than is left.
 */
export async function markShipped(
  tx: Database,
  order: OrderRow,
  lines: readonly LineQuantity[],
  step: Step,
): Promise<void> {
  await countLines(tx, order.id, 'shipped', lines)
  // What follows is packed by itself.
  await tx.update(orders).set({ packedAt: null }).where(eq(orders.id, order.id))
  await recordEvent(tx, {
    orderId: order.id,
    kind: 'shipped',
    ...step,
    details: { ...step.details, lines: [...lines] },
  })
  await finishShipping(tx, order)
}

/** A parcel has arrived. @param isLast whether with it all of a shipped order has. */
export async function markDelivered(tx: Database, order: OrderRow, isLast: boolean, step: Step): Promise<void> {
  await recordEvent(tx, { orderId: order.id, kind: 'delivered', ...step })
  if (isLast) await setState(tx, order, 'delivered')
}

export type RefundedPart = {
  amount: Minor
  /** What is paid back by name; of a line's pieces those first that have not left the house. */
  lines: readonly LineQuantity[]
}

/** All of an order that was not paid back yet. */
export async function wholeRest(tx: Database, order: OrderRow): Promise<RefundedPart> {
  const lines = await linesOfOrder(tx, order.id)
  return {
    amount: minor(order.total - order.refunded),
    lines: lines.flatMap(({ position, quantity, refunded }) =>
      quantity > refunded ? [{ position, quantity: quantity - refunded }] : [],
    ),
  }
}

/**
 * Counts money that goes back, in part or whole, with the pieces it was for. An order all of whose money went back is refunded.
 * @param restock whether those pieces go back on sale.
 * @param onAccount that it goes off what the account owes, or becomes its credit; else a card has it back.
 * @param kind what the timeline calls it.
 * @returns the products whose stock grew.
 */
export async function markRefunded(
  tx: Database,
  order: OrderRow,
  {
    amount,
    lines,
    restock,
    reason,
    onAccount,
  }: RefundedPart & { restock: boolean; reason: string; onAccount?: boolean },
  { at, actorId }: Step,
  kind: 'refunded' | 'dispute-lost' = 'refunded',
): Promise<string[]> {
  const refunded = minor(order.refunded + amount)
  const state = refunded === order.total ? 'refunded' : order.state
  if (onAccount) await takeOffOrder(tx, order, { state, refunded }, { kind: 'credit-note', at })
  else await tx.update(orders).set({ refunded }).where(eq(orders.id, order.id))
  await countLines(tx, order.id, 'refunded', lines)
  const details = { amount, reason, restock, lines: [...lines], ...(onAccount && { onAccount }) }
  await recordEvent(tx, { orderId: order.id, kind, at, actorId, details })
  if (state === 'refunded') await setState(tx, order, state)
  else await finishShipping(tx, order)
  return restock ? returnLines(tx, order.id, lines, at) : []
}

/**
 * Money that was to go back is here again: the refund failed on its way, or a lost dispute was won after all. What went back on
 * sale stays there.
 */
export async function markRefundFailed(
  tx: Database,
  order: OrderRow,
  { amount, lines }: RefundedPart,
  { at, details }: Step,
  kind: 'refund-failed' | 'dispute-won' = 'refund-failed',
): Promise<void> {
  const refunded = minor(order.refunded - amount)
  await tx.update(orders).set({ refunded }).where(eq(orders.id, order.id))
  const back = lines.map(({ position, quantity }) => ({ position, quantity: -quantity }))
  await countLines(tx, order.id, 'refunded', back)
  await recordEvent(tx, { orderId: order.id, kind, at, details: { ...details, amount } })
  const isSent = order.state === 'shipped' || order.state === 'delivered'
  const isLeft = isSent && (await linesOfOrder(tx, order.id)).some((line) => leftToShip(line) > 0)
  if (order.state !== 'refunded' && !isLeft) return
  // As it was before the money went: pieces that had stayed are to be sent, and what was sent whole is so again.
  await setState(tx, order, 'paid')
  await finishShipping(tx, { ...order, state: 'paid' })
}

async function hasArrived(tx: Database, orderId: string): Promise<boolean> {
  const events = await listEvents(tx, orderId, false)
  return parcelsOnTheirWay(events.map(({ event: { kind, details } }) => ({ kind, parcel: details.parcel }))) === 0
}

/** Adds to what was counted of these lines. */
async function countLines(
  tx: Database,
  orderId: string,
  what: 'shipped' | 'refunded',
  lines: readonly LineQuantity[],
): Promise<void> {
  const column = sql.identifier(what)
  await tx.execute(sql`
    update order_line line set ${column} = line.${column} + counted.quantity
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as counted (position int, quantity int)
    where line.order_id = ${orderId}::uuid and line.position = counted.position`)
}

/** An order of which something was sent and nothing is left to send is shipped, and delivered where all of that has arrived. */
async function finishShipping(tx: Database, order: OrderRow): Promise<void> {
  if (order.state !== 'paid' && order.state !== 'confirmed') return
  const lines = await linesOfOrder(tx, order.id)
  const isSent = lines.some(({ shipped }) => shipped > 0) && lines.every((line) => leftToShip(line) === 0)
  if (!isSent) return
  await setState(tx, order, 'shipped')
  if (await hasArrived(tx, order.id)) await setState(tx, { ...order, state: 'shipped' }, 'delivered')
}

/** Pieces that went back on sale with a refund which failed are there already: no more returns than the order holds. */
async function returnLines(tx: Database, orderId: string, lines: readonly LineQuantity[], at: Date): Promise<string[]> {
  const quantities = new Map(lines.map(({ position, quantity }) => [position, quantity]))
  const held = new Map((await heldByOrder(tx, orderId)).map(({ toolId, quantity }) => [toolId, quantity]))
  const returned = (await linesOfOrder(tx, orderId))
    .map(({ position, toolId }) => ({
      toolId,
      quantity: Math.min(quantities.get(position) ?? 0, held.get(toolId) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0)
  if (returned.length > 0) await release(tx, returned, { orderId, at, reason: 'refunded' })
  return returned.map(({ toolId }) => toolId)
}
