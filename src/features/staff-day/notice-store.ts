import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { users } from '#features/accounts/tables.ts'
import { orders } from '#features/orders/tables.ts'
import { quotes } from '#features/quotes/tables.ts'
import type { Database } from '#platform/db/database.ts'
import type { NoticeTopic, StaffNotices } from './schema.ts'
import { staffNotices } from './tables.ts'

export type NoticeRow = typeof staffNotices.$inferSelect

export async function findNotices(db: Database, userId: string): Promise<NoticeRow | undefined> {
  const [row] = await db.select().from(staffNotices).where(eq(staffNotices.userId, userId))
  return row
}

/** What somebody chose counts from that moment. */
export async function putNotices(tx: Database, userId: string, chosen: StaffNotices, at: Date): Promise<void> {
  const row = { ...chosen, ordersUntil: at, quotesUntil: at }
  await tx
    .insert(staffNotices)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: staffNotices.userId, set: row })
}

/** Everybody of the staff who wants to be told of something, with where to write to. */
export function listTold(db: Database): Promise<{ notices: NoticeRow; email: string; name: string }[]> {
  return db
    .select({ notices: staffNotices, email: users.email, name: users.name })
    .from(staffNotices)
    .innerJoin(users, eq(users.id, staffNotices.userId))
    .where(
      and(
        eq(users.role, 'admin'),
        isNull(users.removedAt),
        or(sql`${staffNotices.orders} <> 'off'`, sql`${staffNotices.quotes} <> 'off'`),
      ),
    )
}

/** Notes that somebody is told up to a moment. @returns false when another process did. */
export async function advance(
  tx: Database,
  { userId, ...row }: NoticeRow,
  topic: NoticeTopic,
  to: Date,
): Promise<boolean> {
  const [column, since, set] =
    topic === 'orders'
      ? ([staffNotices.ordersUntil, row.ordersUntil, { ordersUntil: to }] as const)
      : ([staffNotices.quotesUntil, row.quotesUntil, { quotesUntil: to }] as const)
  const rows = await tx
    .update(staffNotices)
    .set(set)
    .where(and(eq(staffNotices.userId, userId), eq(column, since)))
    .returning({ userId: staffNotices.userId })
  return rows.length > 0
}

type Window = { since: Date; until: Date; most: number }

/** Orders that were placed in that time, the oldest first. */
export function ordersWithin(db: Database, { since, until, most }: Window) {
  return db
    .select({ number: orders.number, name: orders.name, total: orders.total, currency: orders.currency })
    .from(orders)
    .where(and(gt(orders.createdAt, since), lte(orders.createdAt, until)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(most)
}

/** Requests for a quote of that time, the oldest first. */
export function quotesWithin(db: Database, { since, until, most }: Window) {
  return db
    .select({ name: quotes.name, productName: quotes.productName, quantity: quotes.quantity })
    .from(quotes)
    .where(and(gt(quotes.createdAt, since), lte(quotes.createdAt, until)))
    .orderBy(asc(quotes.createdAt), asc(quotes.id))
    .limit(most)
}
