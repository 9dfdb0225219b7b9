import { and, desc, eq, isNull, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { site } from '#content/site.ts'
import { liveSession } from '#features/accounts/store.ts'
import { sessions, users } from '#features/accounts/tables.ts'
import { findToolsById, listedAmong, soldColumns, type SoldTool } from '#features/catalogue/store.ts'
import { stockLevels, tools } from '#features/catalogue/tables.ts'
import type { Database, Reads } from '#platform/db/database.ts'
import { jsonRow } from '#platform/db/json-row.ts'
import { cachedQuery, cachedSql } from '#platform/db/query-cache.ts'
import { newId } from '#platform/ids.ts'
import { keyColumns, type KeyedRequest } from '#platform/http/idempotency-key.ts'
import type { TokenSubject } from '#shared/actor.ts'
import { dayOf } from '#shared/days.ts'
import type { Minor } from '#shared/money.ts'
import { placedEvent } from './events.ts'
import { noLimit, type OrderLimits } from './rules.ts'
import type { RefundedTo } from './schema.ts'
import { orderEvents, orderLines, orders } from './tables.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderLineRow = typeof orderLines.$inferSelect
/** An order with its lines, in the order they were given, and where the money went that was refunded. */
export type OrderWithLines = { order: OrderRow; lines: OrderLineRow[]; refundedTo: RefundedTo }

const value = (name: string) => sql.placeholder(name)

export type Buyer = { id: string; email: string; name: string }

const buyerOfSession = cachedQuery((db) =>
  db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .innerJoin(sessions, liveSession(value('session')))
    .where(and(eq(users.id, value('id')), isNull(users.removedAt)))
    .for('no key update')
    .prepare('buyer_of_session'),
)

/**
 * The buyer, if they may still act with the token, locked against placing another order until the transaction ends: two
 * concurrent orders of one account could otherwise exceed the limits together.
 */
export async function lockBuyer(tx: Database, subject: TokenSubject): Promise<Buyer | undefined> {
  const [row] = await buyerOfSession(tx).execute(subject)
  return row
}

/** A product that is for sale, with how many pieces of it the buyer's unpaid orders hold. */
export type OrderedTool = SoldTool & { held: number }

const unpaidOf = sql`from ${orders} unpaid where unpaid.user_id = ${value('buyer')}::uuid and unpaid.state = 'placed'`

/** What the buyer's unpaid orders hold, by product. */
const heldOf = sql`(
  select line.tool_id, sum(line.quantity)::int as quantity from ${orderLines} line
  where line.order_id in (select unpaid.id ${unpaidOf}) group by line.tool_id
) held`

/** Counted in each row, so that one statement reads both. */
const orderedRows = cachedQuery((db) =>
  db
    .select({
      ...soldColumns,
      unpaid: sql<number>`(select count(*)::int ${unpaidOf})`,
      held: sql<number>`coalesce(held.quantity, 0)`,
    })
    .from(tools)
    .innerJoin(stockLevels, eq(stockLevels.toolId, tools.id))
    .leftJoin(heldOf, sql`held.tool_id = ${tools}.id`)
    .where(listedAmong)
    .prepare('ordered_tools'),
)

const isLimited = ({ unpaidOrders, heldShare }: OrderLimits): boolean => unpaidOrders < noLimit || heldShare < 1

/**
 * The products with these ids that are for sale, in any order, and the number of the buyer's unpaid orders: 0 where nothing is for
 * sale. Without limits, unpaid orders are not counted.
 */
export async function findOrderedTools(
  tx: Database,
  ids: readonly string[],
  buyer: string,
  limits: OrderLimits,
): Promise<{ orderedTools: OrderedTool[]; unpaid: number }> {
  if (!isLimited(limits)) {
    return { orderedTools: (await findToolsById(tx, ids)).map((tool) => ({ ...tool, held: 0 })), unpaid: 0 }
  }
  const rows = await orderedRows(tx).execute({ ids: ids.join(','), buyer })
  return { orderedTools: rows, unpaid: rows[0]?.unpaid ?? 0 }
}

type NewOrderRow = Pick<
  OrderRow,
  'id' | 'total' | 'addedTax' | 'currency' | 'address' | 'phone' | 'createdAt' | 'heldUntil'
> & {
  country: string
  buyer: { id: string; email: string; name: string }
  purchaseOrderNumber: string | undefined
  note: string | undefined
  /** When payment is due, for an order on account. */
  dueAt: Date | undefined
  lines: readonly Omit<OrderLineRow, 'orderId' | 'position' | 'shipped' | 'refunded'>[]
  request: KeyedRequest | undefined
}

const insertion = cachedSql(sql`
    with numbered as (
      select nextval('order_number_seq')::text as digits
    ), placed as (
      insert into "order" (id, number, user_id, email, name, address, phone, country, purchase_order_number, note, state, line_count, total,
        added_tax, currency, idempotency_key, request_hash, created_at, held_until, pay_by, due_at)
      select ${value('id')}::uuid, 'WW-' || ${value('year')}::text || '-' || lpad(digits, greatest(6, length(digits)), '0'),
        ${value('user')}::uuid, ${value('email')}, ${value('name')}, ${value('address')}, ${value('phone')}, ${value('country')},
        ${value('purchaseOrderNumber')}, ${value('note')}, case when ${value('dueAt')}::timestamptz is null then 'placed' else 'confirmed' end,
        jsonb_array_length(${value('lines')}::jsonb), ${value('total')}::bigint, ${value('addedTax')}::bigint, ${value('currency')},
        ${value('idempotencyKey')}, ${value('requestHash')}, ${value('createdAt')}::timestamptz, ${value('heldUntil')}::timestamptz,
        case when ${value('dueAt')}::timestamptz is null then 'card' else 'invoice' end, ${value('dueAt')}::timestamptz
      from numbered
      returning id
    ), noted as (
      ${placedEvent}
    )
    insert into order_line (order_id, position, tool_id, product_name, part_number, img, quantity, unit_price, total, tax_rate,
      tax)
    select placed.id, line.*
    from placed, jsonb_to_recordset(${value('lines')}::jsonb) as line (
      position int, "toolId" uuid, "productName" text, "partNumber" text, img text, quantity int, "unitPrice" bigint, total bigint, "taxRate" int,
      tax bigint)`)

/**
 * Numbers an order and writes it with its lines.
 * @throws the database's unique violation when the buyer already has an order with this Idempotency-Key.
 */
export async function insertOrder(tx: Database, { buyer, request, ...order }: NewOrderRow): Promise<void> {
  await insertion(tx).execute({
    ...order,
    event: newId(),
    user: buyer.id,
    email: buyer.email,
    name: buyer.name,
    // mutant(logic → order.purchaseOrderNumber): the drivers send undefined as null too
    purchaseOrderNumber: order.purchaseOrderNumber ?? null,
    note: order.note ?? null, // mutant(logic → order.note): as above
    ...keyColumns(request),
    lines: JSON.stringify(order.lines.map((line, n) => ({ ...line, position: n + 1 }))),
    year: dayOf(order.createdAt, site.timeZone).slice(0, 4),
    createdAt: order.createdAt.toISOString(),
    heldUntil: order.heldUntil.toISOString(),
    dueAt: order.dueAt?.toISOString() ?? null,
  })
}

export type OrderCells = [order: unknown[], lines: unknown[][], refundedTo: RefundedTo]

const orderJson = jsonRow(orders)
const lineJson = jsonRow(orderLines)
export type ListedOrder = OrderWithLines & { id: string }

/**
 * In queries over orders: where the refunded money went. Only its timeline tells whether a card paid for an order on account; it
 * is read for refunded ones alone, since lists of many orders are requested often.
 */
export const refundedTo = sql<RefundedTo>`case
  when ${orders.refunded} = 0 then null
  when ${orders.payBy} = 'card' then 'card'
  when exists (
    select from ${orderEvents} event
    where event.order_id = ${orders}.id and event.kind = 'paid' and event.details -> 'onAccount' is null
  ) then 'card'
  else 'account' end`

/** In queries over orders: an order with its lines, as one value. */
export const wholeOrder = sql<OrderCells>`json_build_array(${orderJson.value}, (
  select json_agg(${lineJson.value} order by ${orderLines.position}) from ${orderLines} where ${orderLines.orderId} = ${orders}.id
), ${refundedTo})`

export function readOrder([cells, lines, wentTo]: OrderCells): ListedOrder {
  const order = orderJson.read(cells)
  return { id: order.id, order, lines: lines.map(lineJson.read), refundedTo: wentTo }
}

const orderById = cachedQuery((db) => selectOrders(db, eq(orders.id, sql.placeholder('id'))).prepare('order_by_id'))

export async function findOrder(db: Database, id: string): Promise<OrderWithLines | undefined> {
  const [row] = await orderById(db).execute({ id })
  return row && readOrder(row.whole)
}

// One query text for any number of ids: each different text would be prepared and planned too.
const ordersById = cachedQuery((db) =>
  selectOrders(db, sql`${orders.id} = any(string_to_array(${value('ids')}, ',')::uuid[])`).prepare('orders_by_id'),
)

/** The orders with these ids that exist, by id. */
export async function findOrders(db: Database, ids: readonly string[]): Promise<Map<string, OrderWithLines>> {
  const rows = await ordersById(db).execute({ ids: ids.join(',') })
  return new Map(rows.map(({ whole }) => readOrder(whole)).map((found) => [found.id, found]))
}

/** The user's newest unpaid order of that total. */
export async function findUnpaidOrder(db: Database, userId: string, total: Minor): Promise<OrderWithLines | undefined> {
  const unpaid = and(eq(orders.userId, userId), eq(orders.total, total), eq(orders.state, 'placed'))
  // mutant(number, without .limit()): more would be read, and not looked at
  const [row] = await selectOrders(db, unpaid).orderBy(desc(orders.id)).limit(1)
  return row && readOrder(row.whole)
}

/** The order the user placed with an Idempotency-Key before, if any. */
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

const isNoneOf = (ids: readonly string[]) => sql`${orders.id} <> all(${sql.param(ids)}::uuid[])`

/** Unpaid orders whose hold has ended, the longest overdue first. @param except those that were already tried. */
export async function listOverdue(
  db: Database,
  now: Date,
  limit: number,
  except: readonly string[] = [],
): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    // Written like the condition of the partial index: with a parameter, the planner would not see that the index applies.
    .where(and(sql`${orders.state} = 'placed'`, lte(orders.heldUntil, now), isNoneOf(except)))
    // mutant(without .orderBy()): the index has them in this order
    .orderBy(orders.heldUntil)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * For queries of other features: whether the user in that column or value has a paid or sent order, of any product or the given one.
 */
export function hasPaidOrder(userId: SQLWrapper, toolId?: SQLWrapper): SQL<boolean> {
  const ofTool = toolId
    ? sql` and exists (select from ${orderLines} where ${orderLines.orderId} = ${orders.id} and ${orderLines.toolId} = ${toolId})`
    : undefined
  return sql<boolean>`exists (
    select from ${orders} where ${orders.userId} = ${userId} and ${orders.state} in ('paid', 'shipped', 'delivered')${ofTool}
  )`
}

function selectOrders(db: Reads, condition: SQL | undefined) {
  return db
    .select({ whole: wholeOrder.as('whole') })
    .from(orders)
    .where(condition)
}
