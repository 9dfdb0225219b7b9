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

/** Steps of an order's life after payment, run in the transaction that has locked the order: see lifecycle.ts. */

/** The lines of an order, in the order they were given. */
export function linesOfOrder(tx: Database, orderId: string): Promise<OrderLineRow[]> {
  return tx.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position))
}

/** Records that everything left to send is packed. */
export async function markPacked(tx: Database, order: OrderRow, step: Step): Promise<void> {
  await tx.update(orders).set({ packedAt: step.at }).where(eq(orders.id, order.id))
  await recordEvent(tx, { orderId: order.id, kind: 'packed', ...step })
}

/**
 * Counts the pieces that are sent. When nothing is left to send, the order becomes shipped.
 * @param lines each line at most once, with no more pieces than are left to send.
 */
export async function markShipped(
  tx: Database,
  order: OrderRow,
  lines: readonly LineQuantity[],
  step: Step,
): Promise<void> {
  await countLines(tx, order.id, 'shipped', lines)
  // The rest is packed separately.
  await tx.update(orders).set({ packedAt: null }).where(eq(orders.id, order.id))
  await recordEvent(tx, {
    orderId: order.id,
    kind: 'shipped',
    ...step,
    details: { ...step.details, lines: [...lines] },
  })
  await finishShipping(tx, order)
}

/** Records that a parcel has arrived. @param isLast whether it was the last one of a shipped order. */
export async function markDelivered(tx: Database, order: OrderRow, isLast: boolean, step: Step): Promise<void> {
  await recordEvent(tx, { orderId: order.id, kind: 'delivered', ...step })
  if (isLast) await setState(tx, order, 'delivered')
}

export type RefundedPart = {
  amount: Minor
  /** The pieces refunded explicitly, by line; pieces that were not sent yet come first. */
  lines: readonly LineQuantity[]
}

/** Everything in an order that has not been refunded yet. */
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
 * Records a full or partial refund and the pieces it was for. Once all of its money has gone back, the order is refunded.
 * @param restock whether those pieces go back on sale.
 * @param onAccount whether it reduces what the account owes, or becomes its credit; otherwise it goes back to a card.
 * @param kind the kind of the timeline event.
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
 * Records that refunded money came back: the refund failed on its way, or a lost dispute was won after all. Restocked pieces stay
 * on sale.
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
  // As before the refund: pieces that were held back are to be sent, and a fully sent order is shipped again.
  await setState(tx, order, 'paid')
  await finishShipping(tx, { ...order, state: 'paid' })
}

async function hasArrived(tx: Database, orderId: string): Promise<boolean> {
  const events = await listEvents(tx, orderId, false)
  return parcelsOnTheirWay(events.map(({ event: { kind, details } }) => ({ kind, parcel: details.parcel }))) === 0
}

/** Adds to the shipped or refunded count of these lines. */
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

/** Marks an order as shipped once something was sent and nothing is left to send, and as delivered if all of it has arrived. */
async function finishShipping(tx: Database, order: OrderRow): Promise<void> {
  if (order.state !== 'paid' && order.state !== 'confirmed') return
  const lines = await linesOfOrder(tx, order.id)
  const isSent = lines.some(({ shipped }) => shipped > 0) && lines.every((line) => leftToShip(line) === 0)
  if (!isSent) return
  await setState(tx, order, 'shipped')
  if (await hasArrived(tx, order.id)) await setState(tx, { ...order, state: 'shipped' }, 'delivered')
}

/** Returns no more than the order still holds: pieces restocked with a refund that failed are already back in stock. */
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
