import { and, desc, eq, lte, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm'
import { mayAct } from '#features/accounts/store.ts'
import { users } from '#features/accounts/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { byId, readPage } from '#platform/db/keyset.ts'
import { packed } from '#platform/db/json-row.ts'
import { cachedQuery, cachedSql } from '#platform/db/query-cache.ts'
import { newId } from '#platform/ids.ts'
import type { TokenSubject } from '#shared/actor.ts'
import type { Page, PageQuery } from '#shared/list.ts'
import type { Minor } from '#shared/money.ts'
import { largestCharge } from './rules.ts'
import { orderLines, orders } from './tables.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderLineRow = typeof orderLines.$inferSelect
/** The specification's order: an order and its one line. */
export type OrderWithLine = { order: OrderRow; line: OrderLineRow }

export type OrderPlacement = {
  id: string
  toolId: string
  quantity: number
  /** In minor units, what the buyer was told, if anything: at another total the order is not placed. */
  expectedTotal: Minor | undefined
  currency: string
  buyer: TokenSubject & {
    /** Whose e-mail the buyer says to have, in lower case. */
    email: string | undefined
    address: string
    phone: string
  }
  /** The client's Idempotency-Key, with a hash of what came with it. */
  request: { key: string; hash: string } | undefined
  at: Date
  heldUntil: Date
}

/**
 * Places an order in one statement: it takes the stock, numbers the order and writes it with its line and the ledger.
 * @returns false, with nothing changed, when the buyer may not act any more or has another e-mail, or the tool is gone,
 * has too little or too much is asked of it, or the total is not the expected one or more than one charge carries.
 * @throws a unique violation when the buyer has an order with this Idempotency-Key.
 */
export async function placeOrder(
  db: Database,
  { buyer, request, at, heldUntil, ...order }: OrderPlacement,
): Promise<boolean> {
  const { rows } = await placement(db).execute({
    ...order,
    // mutant(logic → order.expectedTotal): the drivers send undefined as null too
    expectedTotal: order.expectedTotal ?? null,
    buyer: buyer.id,
    session: buyer.session,
    // mutant(logic → buyer.email): as above
    email: buyer.email ?? null,
    address: buyer.address,
    phone: buyer.phone,
    key: request?.key ?? null, // mutant(logic → request?.key): as above
    hash: request?.hash ?? null, // mutant(logic → request?.hash): as above
    year: String(at.getUTCFullYear()),
    at: at.toISOString(),
    heldUntil: heldUntil.toISOString(),
    movement: newId(),
    largestCharge,
  })
  return rows.length > 0
}

const value = (name: string) => sql.placeholder(name)

/** The statement of `placeOrder`. */
const placement = cachedSql(sql`
    with buyer as (
      select id, email, name from "user"
      where id = ${value('buyer')}::uuid and ${mayAct(sql`${value('session')}::uuid`)}
        and email = coalesce(${value('email')}::text, email)
    ), taken as (
      update tool
      set available_quantity = available_quantity - ${value('quantity')}::int, version = version + 1
      where id = ${value('toolId')}::uuid and deleted_at is null
        and ${value('quantity')}::int between minimum_order_quantity and available_quantity
        and ${value('quantity')}::int * price <= ${value('largestCharge')}::bigint
        and ${value('quantity')}::int * price = coalesce(${value('expectedTotal')}::bigint, ${value('quantity')}::int * price)
        and exists (select from buyer)
      returning id, name, part_number, img, price, ${value('quantity')}::int * price as total
    ), numbered as (
      select total, nextval('order_number_seq')::text as digits from taken
    ), placed as (
      insert into "order" (id, number, user_id, email, name, address, phone, state, total, currency,
        idempotency_key, request_hash, created_at, held_until)
      select ${value('id')}::uuid, 'WW-' || ${value('year')}::text || '-' || lpad(digits, greatest(6, length(digits)), '0'),
        buyer.id, buyer.email, buyer.name, ${value('address')}, ${value('phone')}, 'placed',
        total, ${value('currency')}, ${value('key')}, ${value('hash')},
        ${value('at')}::timestamptz, ${value('heldUntil')}::timestamptz
      from numbered, buyer
      returning id
    ), line as (
      insert into order_line (order_id, position, tool_id, product_name, part_number, img, quantity, unit_price, total)
      select ${value('id')}::uuid, 1, id, name, part_number, img, ${value('quantity')}::int, price, total from taken
    ), movement as (
      insert into stock_movement (id, tool_id, quantity, reason, order_id, created_at)
      select ${value('movement')}::uuid, id, -${value('quantity')}::int, 'order', ${value('id')}::uuid, ${value('at')}::timestamptz from taken
    )
    select id from placed`)

const firstLine = and(eq(orderLines.orderId, orders.id), eq(orderLines.position, 1))

type Reading = { id: string | Placeholder; session: string | Placeholder; email: string | Placeholder }
type PackedOrder = [order: unknown[], line: unknown[]]

const packedOrder = packed(orders)
const packedLine = packed(orderLines)
type ListedOrder = OrderWithLine & { id: string }

function unpackOrder([cells, line]: PackedOrder): ListedOrder {
  const order = packedOrder.unpack(cells)
  return { id: order.id, order, line: packedLine.unpack(line) }
}

/** In queries over users: whether this one may list the orders of an e-mail. Their own, and admins everybody's. */
const mayListOrdersOf = (email: string | Placeholder): SQL =>
  sql`(${users.email} = ${email} or ${users.role} = 'admin')`

/**
 * A reader who may still act, with the orders of an e-mail, newest first, in one piece. For who may not list them they are
 * not read at all: or the time of the refusal would tell how many there are.
 */
function selectForReader(db: Database, { id, session, email }: Reading, after?: SQL, limit?: number) {
  const whole = sql<PackedOrder>`json_build_array(${packedOrder.value}, ${packedLine.value})`
  const matching = db
    // mutant(word): any name will do
    .select({ whole: whole.as('whole') })
    .from(orders)
    .innerJoin(orderLines, firstLine)
    .where(and(eq(orders.email, email), after))
    .orderBy(desc(orders.id))
  // mutant(condition → true, word): without a number it limits nothing, and any name will do
  const newest = (limit ? matching.limit(limit) : matching).as('newest')
  return db
    .select({
      orders: sql<PackedOrder[] | null>`case when ${mayListOrdersOf(email)} then
        (select coalesce(json_agg(${newest.whole}), '[]') from ${newest}) end`,
    })
    .from(users)
    .where(and(eq(users.id, id), mayAct(session)))
}

const placeholders = {
  id: sql.placeholder('id'),
  session: sql.placeholder('session'),
  email: sql.placeholder('email'),
}
const allForReader = cachedQuery((db) => selectForReader(db, placeholders).prepare('all_for_reader'))

/**
 * Orders of an e-mail, newest first, all or a page, for who may list them at that moment.
 * @returns 'nobody' when the reader may not act any more, 'refused' when the orders are not theirs to list.
 * @throws Failure 'bad-request' for a foreign cursor.
 */
export async function listOrdersFor(
  db: Database,
  subject: TokenSubject,
  email: string,
  query: PageQuery = {},
): Promise<Page<OrderWithLine> | 'nobody' | 'refused'> {
  // mutant(logic → query.limit === undefined): the prepared statement only saves time
  const isWhole = query.limit === undefined && query.cursor === undefined
  const reading = { ...subject, email }
  let refusal: 'nobody' | 'refused' | undefined
  const { rows, nextCursor } = await readPage(newestFirst, query, async ({ after, limit }) => {
    // mutant(condition → false): as above
    const [found] = await (isWhole ? allForReader(db).execute(reading) : selectForReader(db, reading, after, limit))
    if (!found?.orders) refusal = found ? 'refused' : 'nobody'
    return (found?.orders ?? []).map(unpackOrder)
  })
  if (refusal) return refusal
  const total = query.cursor || nextCursor ? await db.$count(orders, eq(orders.email, email)) : rows.length
  return { items: rows, total, nextCursor }
}

const newestFirst = byId<ListedOrder>(orders.id, 'desc')

const orderById = cachedQuery((db) => selectOrders(db, eq(orders.id, sql.placeholder('id'))).prepare('order_by_id'))

export async function findOrder(db: Database, id: string): Promise<OrderWithLine | undefined> {
  const [row] = await orderById(db).execute({ id })
  return row
}

/** The user's newest order of that total which waits for its money. */
export async function findUnpaidOrder(db: Database, userId: string, total: Minor): Promise<OrderWithLine | undefined> {
  const unpaid = and(eq(orders.userId, userId), eq(orders.total, total), eq(orders.state, 'placed'))
  // mutant(number, without .limit()): more would be read, and not looked at
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
    // In the words of the partial index: a parameter in their place would hide from the plan that it serves.
    .where(and(sql`${orders.state} = 'placed'`, lte(orders.heldUntil, now)))
    // mutant(without .orderBy()): the index has them in this order
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

function selectOrders(db: Database, condition: SQL | undefined) {
  return db.select({ order: orders, line: orderLines }).from(orders).innerJoin(orderLines, firstLine).where(condition)
}
