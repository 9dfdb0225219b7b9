import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { site } from '#content/site.ts'
import type { CreditEntry } from '#features/credit/ledger.ts'
import { creditEntries } from '#features/credit/tables.ts'
import { isToShip } from '#features/orders/desk-store.ts'
import type { OrderRow } from '#features/orders/store.ts'
import { isOwed, orders } from '#features/orders/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { startOfDay } from '#platform/db/days.ts'
import { byColumn, readPage } from '#platform/db/keyset.ts'
import type { PageQuery } from '#shared/list.ts'
import { minor, type Minor } from '#shared/money.ts'

/** The first moment of a month such as 2026-11, in the shop's own time zone. */
const startOf = (month: string) => startOfDay(`${month}-01`, site.timeZone)
const startAfter = (month: string) =>
  sql`((${`${month}-01`}::date + interval '1 month')::timestamp at time zone ${site.timeZone})`

const inOrder = byColumn<CreditEntry>(
  { column: creditEntries.at, id: creditEntries.id, key: ({ at }) => at.toISOString(), type: 'timestamptz' },
  'asc',
)

type MonthOf = { userId: string; month: string }
/** What an account owed at the beginning of a month, before a page of its entries, and at its end, in minor units. */
export type Balances = Record<'opening' | 'before' | 'closing', Minor>

/** A page of a month's entries, oldest first. @throws Failure 'bad-request' for a foreign cursor. */
export async function readMonth(
  db: Database,
  { userId, month }: MonthOf,
  query: PageQuery & { limit: number },
): Promise<Balances & { entries: CreditEntry[]; nextCursor: string | undefined }> {
  const within = and(eq(creditEntries.userId, userId), sql`${creditEntries.at} < ${startAfter(month)}`)
  const earlier = sql`${creditEntries.at} < ${startOf(month)}`
  let ahead = earlier
  const { rows, nextCursor } = await readPage(inOrder, query, ({ by, after, limit = 0 }) => {
    if (after) ahead = sql`not (${after})`
    const matching = and(within, sql`not (${earlier})`, after)
    return db
      .select()
      .from(creditEntries)
      .where(matching)
      .orderBy(...by)
      .limit(limit)
  })
  const sumOf = (condition: SQL) => sql<string>`coalesce(sum(${creditEntries.amount}) filter (where ${condition}), 0)`
  const [sums] = await db
    .select({ opening: sumOf(earlier), before: sumOf(ahead), closing: sumOf(sql`true`) })
    .from(creditEntries)
    .where(within)
  const [opening, before] = [minor(Number(sums?.opening)), minor(Number(sums?.before))]
  const end = rows.reduce<number>((balance, { amount }) => balance + amount, before)
  // Summed from the last page's rows: an entry made meanwhile is not among them yet.
  const closing = nextCursor ? minor(Number(sums?.closing)) : minor(end)
  return { entries: rows, nextCursor, opening, before, closing }
}

/** What an account still owes: how many orders, how much of it is overdue, and the orders that are due longest. */
export type Open = { count: number; overdue: Minor; orders: OrderRow[] }

export async function readOpen(db: Database, userId: string, now: Date, limit: number): Promise<Open> {
  const owed = sql`${orders.total} - ${orders.refunded} - ${orders.received}`
  const isDue = sql`${orders.dueAt} < ${now.toISOString()}::timestamptz`
  const rows = await db
    .select({
      order: orders,
      count: sql<number>`(count(*) over ())::int`,
      overdue: sql<string>`coalesce(sum(${owed}) filter (where ${isDue}) over (), 0)`,
    })
    .from(orders)
    .where(and(eq(orders.userId, userId), isOwed(orders)))
    .orderBy(asc(orders.dueAt), asc(orders.id))
    .limit(limit)
  const { count = 0, overdue = 0 } = rows[0] ?? {}
  return { count, overdue: minor(Number(overdue)), orders: rows.map(({ order }) => order) }
}

/** How many of a user's orders are waiting to be sent. */
export const countToShip = (db: Database, userId: string): Promise<number> =>
  db.$count(orders, and(eq(orders.userId, userId), isToShip))
