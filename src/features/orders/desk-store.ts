import { and, asc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import { site } from '#content/site.ts'
import type { Database } from '#platform/db/database.ts'
import { startOfDay } from '#platform/db/days.ts'
import { byColumn, readPage, type SortOrder } from '#platform/db/keyset.ts'
import { countUpTo } from '#platform/db/count.ts'
import type { Page } from '#shared/list.ts'
import { mostCounted, type OrderDeskFilter, type OrderDeskQuery, type OrderSort } from './schema.ts'
import type { OrderRow, OrderWithLines } from './store.ts'
import { orderLines, orders, orderSearch } from './tables.ts'

/** An order as the list of staff shows it: its first product, and how many pieces there are of all. */
export type DeskRow = { id: string; order: OrderRow; productName: string; quantity: number }

const createdAt = {
  column: orders.createdAt,
  id: orders.id,
  key: ({ order }: DeskRow) => order.createdAt.toISOString(),
  type: 'timestamptz',
} as const
const total = { column: orders.total, id: orders.id, key: ({ order }: DeskRow) => order.total, type: 'bigint' } as const

const sortOrders: Record<OrderSort, SortOrder<DeskRow>> = {
  newest: byColumn(createdAt, 'desc'),
  oldest: byColumn(createdAt, 'asc'),
  total: byColumn(total, 'asc'),
  '-total': byColumn(total, 'desc'),
}

/** A page of all orders; the total counts as far as `mostCounted` and one more. @throws Failure 'bad-request' for a foreign cursor. */
export async function listDesk(
  db: Database,
  { sort = 'newest', limit, cursor, ...filter }: OrderDeskQuery,
): Promise<Page<DeskRow>> {
  const matching = await matches(db, filter)
  const [{ rows, nextCursor }, counted] = await Promise.all([
    readPage(sortOrders[sort], { limit: limit ?? 100, cursor }, ({ by, after, limit: most }) =>
      selectDesk(db, and(matching, after))
        .orderBy(...by)
        .limit(most ?? mostCounted),
    ),
    countUpTo(db, orders, matching, mostCounted + 1),
  ])
  return { items: rows, total: counted, nextCursor }
}

/** Orders whose payment is on its way, in the words of their partial index. */
export const isProcessing = sql`(${orders.state} = 'placed' and ${orders.paymentProcessing})`

/** What the list shows, as a condition over orders. */
async function matches(db: Database, { q, state, from, to, processing }: OrderDeskFilter): Promise<SQL | undefined> {
  return and(
    state && eq(orders.state, state),
    processing && isProcessing,
    from ? gte(orders.createdAt, startOfDay(from, site.timeZone)) : undefined,
    to ? lt(orders.createdAt, sql`${startOfDay(to, site.timeZone)} + interval '1 day'`) : undefined,
    q ? await hasWords(db, q) : undefined,
  )
}

const fewFound = 2000

/**
 * Whether an order has these words. Few orders are named by their ids: the plan for many, which goes through all orders until a
 * page is full, would go through nearly all for them.
 */
async function hasWords(db: Database, q: string): Promise<SQL> {
  const query = queryOf(q)
  if (query === undefined) return sql`false`
  // As a constant: for words that it does not know the database plans as if they were rare.
  const matching = sql`${orderSearch.words} @@ ${sql.raw(`'${query.replaceAll("'", "''")}'`)}::tsquery`
  const some = await db
    .select({ id: orderSearch.orderId })
    .from(orderSearch)
    .where(matching)
    .limit(fewFound + 1)
  return some.length > fewFound
    ? sql`exists (select from ${orderSearch} where ${orderSearch.orderId} = ${orders.id} and ${matching})`
    : sql`${orders.id} = any(string_to_array(${some.map(({ id }) => id).join(',')}, ',')::uuid[])`
}

/**
 * Whether every word is there, and one that begins with the last, which may not be typed to its end. To begin with any of them
 * would take every order there is together first, for a word such as its year.
 */
function queryOf(q: string): string | undefined {
  const words = wordsOf(q).slice(0, 8)
  // Without a blank or a sign in it a word needs nothing but its quotes.
  return words.length === 0 ? undefined : `${words.map((word) => `'${word}'`).join(' & ')}:*`
}

/** The words of a text, each once: what stands between blanks and signs, in lower case. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s\p{P}\p{S}]+/u)
      .filter(Boolean),
  ),
]

function selectDesk(db: Database, condition: SQL | undefined) {
  const first = sql`(select line.product_name from ${orderLines} line where line.order_id = ${orders.id} and line.position = 1)`
  const pieces = sql<number>`(select sum(line.quantity)::int from ${orderLines} line where line.order_id = ${orders.id})`
  return db
    .select({
      id: orders.id,
      order: orders,
      productName: sql<string>`${first}`,
      quantity: pieces,
    })
    .from(orders)
    .where(condition)
}

/** Writes down by which words staff find these orders. */
export async function indexOrders(tx: Database, found: readonly OrderWithLines[]): Promise<void> {
  const rows = found.map(({ order, lines }) => ({
    id: order.id,
    words: wordsOf(
      [
        order.number,
        order.email,
        order.name,
        order.address,
        order.phone,
        order.purchaseOrderNumber,
        ...lines.flatMap(({ productName, partNumber }) => [productName, partNumber]),
      ].join(' '),
    ),
  }))
  await tx.execute(sql`
    insert into order_search (order_id, words)
    select row.id, array_to_tsvector(array(select jsonb_array_elements_text(row.words)))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, words jsonb)
    on conflict (order_id) do nothing`)
}

/** The lines of these orders, for lists that name all products. */
export function linesOfOrders(db: Database, ids: readonly string[]) {
  return db
    .select({ orderId: orderLines.orderId, productName: orderLines.productName, quantity: orderLines.quantity })
    .from(orderLines)
    .where(sql`${orderLines.orderId} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`)
    .orderBy(asc(orderLines.position))
}
