import { and, desc, eq, isNull, lte, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm'
import { liveSession, mayAct } from '#features/accounts/store.ts'
import { sessions, users } from '#features/accounts/tables.ts'
import { listedAmong, toolColumns, type ToolRow } from '#features/catalogue/store.ts'
import { stockLevels, tools } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { byId, readPage } from '#platform/db/keyset.ts'
import { packed } from '#platform/db/json-row.ts'
import { cachedQuery, cachedSql } from '#platform/db/query-cache.ts'
import type { TokenSubject } from '#shared/actor.ts'
import { mostListed, type Page, type PageQuery } from '#shared/list.ts'
import type { Minor } from '#shared/money.ts'
import { noLimit, type OrderLimits } from './rules.ts'
import { orderLines, orders } from './tables.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderLineRow = typeof orderLines.$inferSelect
/** An order with its lines, in the order in which they were given. */
export type OrderWithLines = { order: OrderRow; lines: OrderLineRow[] }

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
 * Who may still act with a token, kept from ordering anything else until the transaction ends: two orders of one account at
 * once would otherwise take more together than either may.
 */
export async function lockBuyer(tx: Database, subject: TokenSubject): Promise<Buyer | undefined> {
  const [row] = await buyerOfSession(tx).execute(subject)
  return row
}

/** A product that is for sale, with how many orders of the buyer are unpaid, and how many pieces of it those hold. */
export type OrderedTool = ToolRow & { unpaid: number; held: number }

const unpaidOf = sql`from ${orders} unpaid where unpaid.user_id = ${value('buyer')}::uuid and unpaid.state = 'placed'`

const orderedTools = cachedQuery((db) =>
  db
    .select({
      ...toolColumns,
      // Without a limit nothing is counted.
      unpaid: sql<number>`case when ${value('unpaidOrders')}::int < ${sql.raw(String(noLimit))}
        then (select count(*)::int ${unpaidOf}) else 0 end`,
      held: sql<number>`case when ${value('heldShare')}::float8 < 1 then (
        select coalesce(sum(quantity), 0)::int from ${orderLines} line
        where line.tool_id = ${tools}.id and line.order_id in (select unpaid.id ${unpaidOf})
      ) else 0 end`,
    })
    .from(tools)
    .innerJoin(stockLevels, eq(stockLevels.toolId, tools.id))
    .where(listedAmong)
    .prepare('ordered_tools'),
)

/** Those of these that are for sale, as far as they matter to an order of a buyer, in any order. */
export function findOrderedTools(
  tx: Database,
  ids: readonly string[],
  buyer: string,
  limits: OrderLimits,
): Promise<OrderedTool[]> {
  return orderedTools(tx).execute({ ids: ids.join(','), buyer, ...limits })
}

type NewOrderRow = Pick<OrderRow, 'id' | 'total' | 'currency' | 'address' | 'phone' | 'createdAt' | 'heldUntil'> & {
  buyer: { id: string; email: string; name: string }
  purchaseOrderNumber: string | undefined
  note: string | undefined
  lines: readonly Omit<OrderLineRow, 'orderId' | 'position'>[]
  /** The client's Idempotency-Key, with a hash of what came with it. */
  request: { key: string; hash: string } | undefined
}

const insertion = cachedSql(sql`
    with numbered as (
      select nextval('order_number_seq')::text as digits
    ), placed as (
      insert into "order" (id, number, user_id, email, name, address, phone, purchase_order_number, note, state, total, currency,
        idempotency_key, request_hash, created_at, held_until)
      select ${value('id')}::uuid, 'WW-' || ${value('year')}::text || '-' || lpad(digits, greatest(6, length(digits)), '0'),
        ${value('user')}::uuid, ${value('email')}, ${value('name')}, ${value('address')}, ${value('phone')},
        ${value('purchaseOrderNumber')}, ${value('note')}, 'placed', ${value('total')}::bigint, ${value('currency')},
        ${value('key')}, ${value('hash')}, ${value('createdAt')}::timestamptz, ${value('heldUntil')}::timestamptz
      from numbered
      on conflict (user_id, idempotency_key) do nothing
      returning id
    )
    insert into order_line (order_id, position, tool_id, product_name, part_number, img, quantity, unit_price, total)
    select placed.id, line.*
    from placed, jsonb_to_recordset(${value('lines')}::jsonb) as line (
      position int, "toolId" uuid, "productName" text, "partNumber" text, img text, quantity int, "unitPrice" bigint, total bigint)
    returning order_id as id`)

/**
 * Numbers an order and writes it with its lines.
 * @returns false, with nothing written, when the buyer has an order with this Idempotency-Key.
 */
export async function insertOrder(tx: Database, { buyer, request, ...order }: NewOrderRow): Promise<boolean> {
  const { rows } = await insertion(tx).execute({
    ...order,
    user: buyer.id,
    email: buyer.email,
    name: buyer.name,
    // mutant(logic → order.purchaseOrderNumber): the drivers send undefined as null too
    purchaseOrderNumber: order.purchaseOrderNumber ?? null,
    note: order.note ?? null, // mutant(logic → order.note): as above
    key: request?.key ?? null, // mutant(logic → request?.key): as above
    hash: request?.hash ?? null, // mutant(logic → request?.hash): as above
    lines: JSON.stringify(order.lines.map((line, n) => ({ ...line, position: n + 1 }))),
    year: String(order.createdAt.getUTCFullYear()),
    createdAt: order.createdAt.toISOString(),
    heldUntil: order.heldUntil.toISOString(),
  })
  return rows.length > 0
}

type Reading = { id: string | Placeholder; session: string | Placeholder; email: string | Placeholder }
type PackedOrder = [order: unknown[], lines: unknown[][]]

const packedOrder = packed(orders)
const packedLine = packed(orderLines)
type ListedOrder = OrderWithLines & { id: string }

/** In queries over orders: one with its lines, as one value. */
const wholeOrder = sql<PackedOrder>`json_build_array(${packedOrder.value}, (
  select json_agg(${packedLine.value} order by ${orderLines.position}) from ${orderLines} where ${orderLines.orderId} = ${orders}.id
))`.as('whole')

function unpackOrder([cells, lines]: PackedOrder): ListedOrder {
  const order = packedOrder.unpack(cells)
  return { id: order.id, order, lines: lines.map(packedLine.unpack) }
}

/** In queries over users: whether this one may list the orders of an e-mail. Their own, and admins everybody's. */
const mayListOrdersOf = (email: string | Placeholder): SQL =>
  sql`(${users.email} = ${email} or ${users.role} = 'admin')`

/**
 * A reader who may still act, with the orders of an e-mail, newest first, in one piece. For who may not list them they are
 * not read at all: or the time of the refusal would tell how many there are.
 */
function selectForReader(db: Database, { id, session, email }: Reading, after?: SQL, limit?: number) {
  const matching = db
    .select({ whole: wholeOrder })
    .from(orders)
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
const newestForReader = cachedQuery((db) =>
  selectForReader(db, placeholders, undefined, mostListed + 1).prepare('newest_for_reader'),
)

/**
 * Orders of an e-mail, newest first, all up to 1,000 or a page, for who may list them at that moment.
 * @returns 'nobody' when the reader may not act any more, 'refused' when the orders are not theirs to list.
 * @throws Failure 'bad-request' for a foreign cursor.
 */
export async function listOrdersFor(
  db: Database,
  subject: TokenSubject,
  email: string,
  query: PageQuery = {},
): Promise<Page<OrderWithLines> | 'nobody' | 'refused'> {
  // mutant(logic → query.limit === undefined): the prepared statement only saves time
  const isFirst = query.limit === undefined && query.cursor === undefined
  const reading = { ...subject, email }
  let refusal: 'nobody' | 'refused' | undefined
  const { rows, nextCursor } = await readPage(
    newestFirst,
    { limit: mostListed, ...query },
    async ({ after, limit }) => {
      // mutant(condition → false): as above
      const [found] = await (isFirst
        ? newestForReader(db).execute(reading)
        : selectForReader(db, reading, after, limit))
      if (!found?.orders) refusal = found ? 'refused' : 'nobody'
      return (found?.orders ?? []).map(unpackOrder)
    },
  )
  if (refusal) return refusal
  const total = query.cursor || nextCursor ? await db.$count(orders, eq(orders.email, email)) : rows.length
  return { items: rows, total, nextCursor }
}

const newestFirst = byId<ListedOrder>(orders.id, 'desc')

const orderById = cachedQuery((db) => selectOrders(db, eq(orders.id, sql.placeholder('id'))).prepare('order_by_id'))

export async function findOrder(db: Database, id: string): Promise<OrderWithLines | undefined> {
  const [row] = await orderById(db).execute({ id })
  return row && unpackOrder(row.whole)
}

/** The user's newest order of that total which waits for its money. */
export async function findUnpaidOrder(db: Database, userId: string, total: Minor): Promise<OrderWithLines | undefined> {
  const unpaid = and(eq(orders.userId, userId), eq(orders.total, total), eq(orders.state, 'placed'))
  // mutant(number, without .limit()): more would be read, and not looked at
  const [row] = await selectOrders(db, unpaid).orderBy(desc(orders.id)).limit(1)
  return row && unpackOrder(row.whole)
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

/**
 * For queries of other features: whether the user of that column or value has an order with money behind it, of any product or
 * of one.
 */
export function hasPaidOrder(userId: SQLWrapper, toolId?: SQLWrapper): SQL<boolean> {
  const ofTool = toolId
    ? sql` and exists (select from ${orderLines} where ${orderLines.orderId} = ${orders.id} and ${orderLines.toolId} = ${toolId})`
    : undefined
  return sql<boolean>`exists (
    select from ${orders} where ${orders.userId} = ${userId} and ${orders.state} in ('paid', 'shipped', 'delivered')${ofTool}
  )`
}

function selectOrders(db: Database, condition: SQL | undefined) {
  return db.select({ whole: wholeOrder }).from(orders).where(condition)
}
