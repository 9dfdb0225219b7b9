import { and, desc, eq, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { ToolRow } from '#features/catalogue/store.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Minor } from '#shared/money.ts'
import { orderLines, orders } from './tables.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderLineRow = typeof orderLines.$inferSelect
/** The specification's order: an order and its one line. */
export type OrderWithLine = { order: OrderRow; line: OrderLineRow }

export type Placement = {
  id: string
  /** As it was read: the order is placed only if its price is still this one. */
  tool: Pick<ToolRow, 'id' | 'price'>
  quantity: number
  /** Minor units. */
  total: Minor
  currency: string
  buyer: { id: string; email: string; name: string; address: string; phone: string }
  /** The client's Idempotency-Key, with a hash of what came with it. */
  request: { key: string; hash: string } | undefined
  at: Date
  heldUntil: Date
}

/**
 * Places an order in one statement: it takes the stock, numbers the order and writes it with its line and the ledger.
 * @returns false, with nothing changed, when the user was removed, or the tool is gone, has another price or too little.
 * @throws a unique violation when the user has an order with this Idempotency-Key.
 */
export async function placeOrder(db: Database, order: Placement): Promise<boolean> {
  const { id, tool, quantity, total, currency, buyer, request, at, heldUntil } = order
  const year = String(at.getUTCFullYear())
  const { rows } = await db.execute(sql`
    with taken as (
      update tool
      set available_quantity = available_quantity - ${quantity}::int, version = version + 1
      where id = ${tool.id}::uuid and deleted_at is null and price = ${tool.price}::bigint
        and ${quantity}::int between minimum_order_quantity and available_quantity
        and exists (select from "user" where id = ${buyer.id}::uuid and removed_at is null)
      returning id, name, part_number, img, price
    ), numbered as (
      select nextval('order_number_seq')::text as digits from taken
    ), placed as (
      insert into "order" (id, number, user_id, email, name, address, phone, state, total, currency,
        idempotency_key, request_hash, created_at, held_until)
      select ${id}::uuid, 'WW-' || ${year}::text || '-' || lpad(digits, greatest(6, length(digits)), '0'),
        ${buyer.id}::uuid, ${buyer.email}, ${buyer.name}, ${buyer.address}, ${buyer.phone}, 'placed',
        ${total}::bigint, ${currency}, ${request?.key ?? null}, ${request?.hash ?? null},
        ${at.toISOString()}::timestamptz, ${heldUntil.toISOString()}::timestamptz
      from numbered
      returning id
    ), line as (
      insert into order_line (order_id, position, tool_id, product_name, part_number, img, quantity, unit_price, total)
      select ${id}::uuid, 1, id, name, part_number, img, ${quantity}::int, price, ${total}::bigint from taken
    ), movement as (
      insert into stock_movement (id, tool_id, quantity, reason, order_id, created_at)
      select ${newId()}::uuid, id, -${quantity}::int, 'order', ${id}::uuid, ${at.toISOString()}::timestamptz from taken
    )
    select id from placed`)
  return rows.length > 0
}

/** Orders of a user or of an e-mail, newest first. */
export function listOrders(db: Database, of: { userId: string } | { email: string }): Promise<OrderWithLine[]> {
  return selectOrders(db, 'userId' in of ? eq(orders.userId, of.userId) : eq(orders.email, of.email)).orderBy(
    desc(orders.id),
  )
}

export async function findOrder(db: Database, id: string): Promise<OrderWithLine | undefined> {
  const [row] = await selectOrders(db, eq(orders.id, id))
  return row
}

/** The user's newest order of that total which waits for its money. */
export async function findUnpaidOrder(db: Database, userId: string, total: Minor): Promise<OrderWithLine | undefined> {
  const unpaid = and(eq(orders.userId, userId), eq(orders.total, total), eq(orders.state, 'placed'))
  const [row] = await selectOrders(db, unpaid).orderBy(desc(orders.id)).limit(1)
  return row
}

/** What the user sent with an Idempotency-Key before, if anything. */
export async function findRequest(
  db: Database,
  userId: string,
  key: string,
): Promise<{ id: string; hash: string | null } | undefined> {
  const [row] = await db
    .select({ id: orders.id, hash: orders.requestHash })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, key)))
  return row
}

/** Unpaid orders whose stock is held no longer, the longest overdue first. */
export async function listOverdue(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'placed'), lte(orders.heldUntil, now)))
    .orderBy(orders.heldUntil)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** For queries of other features: whether the user of that column or value has an order with money behind it. */
export function hasPaidOrder(userId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`exists (
    select from ${orders} where ${orders.userId} = ${userId} and ${orders.state} in ('paid', 'shipped', 'delivered')
  )`
}

const firstLine = and(eq(orderLines.orderId, orders.id), eq(orderLines.position, 1))

function selectOrders(db: Database, condition: SQL | undefined) {
  return db.select({ order: orders, line: orderLines }).from(orders).innerJoin(orderLines, firstLine).where(condition)
}
