import { and, asc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import { site } from '#content/site.ts'
import type { Reads } from '#platform/db/database.ts'
import { endOfDay, startOfDay } from '#platform/db/days.ts'
import { byColumn, readPage, type SortOrder } from '#platform/db/keyset.ts'
import { countUpTo } from '#platform/db/count.ts'
import type { Page } from '#shared/list.ts'
import { hasWords } from './desk-words.ts'
import { countedTo, type OrderDeskFilter, type OrderDeskQuery, type OrderSort } from './desk-schema.ts'
import type { RefundedTo } from './schema.ts'
import { refundedTo, type OrderRow } from './store.ts'
import { isOwed, orderLines, orders } from './tables.ts'

/** An order as the staff list shows it: its first product, the number of pieces of all products, and how many were sent. */
export type DeskRow = {
  id: string
  order: OrderRow
  productName: string
  quantity: number
  shipped: number
  refundedTo: RefundedTo
}

const createdAt = {
  column: orders.createdAt,
  id: orders.id,
  key: ({ order }: DeskRow) => order.createdAt.toISOString(),
  type: 'timestamptz',
} as const
const orderTotal = {
  column: orders.total,
  id: orders.id,
  key: ({ order }: DeskRow) => order.total,
  type: 'bigint',
} as const

const sortOrders: Record<OrderSort, SortOrder<DeskRow>> = {
  newest: byColumn(createdAt, 'desc'),
  oldest: byColumn(createdAt, 'asc'),
  total: byColumn(orderTotal, 'asc'),
  '-total': byColumn(orderTotal, 'desc'),
}

/** A page of all orders; the total counts to one more than `countedTo`. @throws Failure 'bad-request' for a foreign cursor. */
export async function listDesk(
  db: Reads,
  { sort = 'newest', limit = 100, cursor, ...filter }: OrderDeskQuery,
  now: Date,
): Promise<Page<DeskRow>> {
  const narrowed = narrowedBy(filter, now)
  const most = countedTo(filter, limit) + 1
  const words = filter.q ? await hasWords(db, filter.q) : undefined
  const [{ rows, nextCursor }, counted] = await Promise.all([
    readPage(sortOrders[sort], { limit, cursor }, ({ by, after }) => {
      const matching = and(narrowed, after)
      return selectDesk(db, words ? firstOf(words.orders(limit + 1), matching, by, limit + 1) : matching)
        .orderBy(...by)
        .limit(limit + 1)
    }),
    words ? undefined : countUpTo(db, orders, narrowed, most),
  ])
  return { items: rows, total: counted ?? (cursor || nextCursor ? most : rows.length), nextCursor }
}

/** The orders with these ids that exist, oldest first. */
export const findDesk = (db: Reads, ids: readonly string[]): Promise<DeskRow[]> =>
  selectDesk(db, sql`${orders.id} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`).orderBy(
    ...sortOrders.oldest.by,
  )

/** Orders with a payment in progress, written exactly like the condition of their partial index. */
export const isProcessing = sql`(${orders.state} = 'placed' and ${orders.paymentProcessing})`

/** Orders waiting to be sent. */
export const isToShip = sql`${orders.state} in ('paid', 'confirmed')`

/** The packed ones among them. */
export const isPacked = sql`(${isToShip} and ${orders.packedAt} is not null)`

/** Orders on account that are past their due date. */
export const isOverdue = (now: Date) => sql`(${isOwed(orders)} and ${orders.dueAt} < ${now.toISOString()}::timestamptz)`

/** The filter's condition, except for the search words. */
function narrowedBy(
  { state, from, to, processing, packed, toship, overdue }: OrderDeskFilter,
  now: Date,
): SQL | undefined {
  return and(
    state && eq(orders.state, state),
    processing && isProcessing,
    packed && isPacked,
    toship && isToShip,
    overdue && isOverdue(now),
    from ? gte(orders.createdAt, startOfDay(from, site.timeZone)) : undefined,
    to ? lt(orders.createdAt, endOfDay(to, site.timeZone)) : undefined,
  )
}

/** Whether an order is among the first `most` of `some`, which stands in for the whole table. */
const firstOf = (some: SQL, condition: SQL | undefined, by: readonly SQL[], most: number): SQL =>
  sql`${orders.id} = any(array(
    select ${orders.id} from ${some} where ${condition ?? true} order by ${sql.join([...by], sql`, `)} limit ${most}
  ))`

function selectDesk(db: Reads, condition: SQL | undefined) {
  const first = sql`(select line.product_name from ${orderLines} line where line.order_id = ${orders.id} and line.position = 1)`
  const sumOf = (pieces: 'quantity' | 'shipped') =>
    sql<number>`(select sum(line.${sql.identifier(pieces)})::int from ${orderLines} line where line.order_id = ${orders.id})`
  return db
    .select({
      id: orders.id,
      order: orders,
      productName: sql<string>`${first}`,
      quantity: sumOf('quantity'),
      shipped: sumOf('shipped'),
      refundedTo,
    })
    .from(orders)
    .where(condition)
}

/** The lines of these orders, for lists that name all products. */
export function linesOfOrders(db: Reads, ids: readonly string[]) {
  return db
    .select({ orderId: orderLines.orderId, productName: orderLines.productName, quantity: orderLines.quantity })
    .from(orderLines)
    .where(sql`${orderLines.orderId} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`)
    .orderBy(asc(orderLines.position))
}
