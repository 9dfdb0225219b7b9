import { and, asc, eq, sql } from 'drizzle-orm'
import { site } from '#content/site.ts'
import type { CreditEntry } from '#features/credit/ledger.ts'
import { creditEntries } from '#features/credit/tables.ts'
import type { OrderRow } from '#features/orders/store.ts'
import { isOwed, orders } from '#features/orders/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { startOfDay } from '#platform/db/days.ts'
import { minor, type Minor } from '#shared/money.ts'

/** The first moment of a month such as 2026-11, in the shop's own time zone. */
const startOf = (month: string) => startOfDay(`${month}-01`, site.timeZone)
const startAfter = (month: string) =>
  sql`((${`${month}-01`}::date + interval '1 month')::timestamp at time zone ${site.timeZone})`

/** What an account owed when a month began, in minor units. */
export async function openingOf(db: Database, userId: string, month: string): Promise<Minor> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${creditEntries.amount}), 0)` })
    .from(creditEntries)
    .where(and(eq(creditEntries.userId, userId), sql`${creditEntries.at} < ${startOf(month)}`))
  return minor(Number(row?.sum ?? 0))
}

/** What was entered in a month, the oldest first. */
export function entriesOf(db: Database, userId: string, month: string, limit: number): Promise<CreditEntry[]> {
  const within = sql`${creditEntries.at} >= ${startOf(month)} and ${creditEntries.at} < ${startAfter(month)}`
  return db
    .select()
    .from(creditEntries)
    .where(and(eq(creditEntries.userId, userId), within))
    .orderBy(asc(creditEntries.at), asc(creditEntries.id))
    .limit(limit)
}

/** What of an account is open, the longest due first. */
export function openOrders(db: Database, userId: string, limit: number): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), isOwed(orders)))
    .orderBy(asc(orders.dueAt), asc(orders.id))
    .limit(limit)
}
