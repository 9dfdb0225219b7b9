import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, sql, type SQL } from 'drizzle-orm'
import { users } from '#features/accounts/tables.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { OrderEventDetails, OrderEventKind } from './schema.ts'
import { isOwed, orderEvents, orders } from './tables.ts'

export type OrderEventRow = typeof orderEvents.$inferSelect

type NewEvent = {
  orderId: string
  kind: OrderEventKind
  at: Date
  /** Who did it; nobody where it came about by itself. */
  actorId?: string | undefined
  details?: OrderEventDetails | undefined
}

/** Writes what happened to an order into its timeline, in the transaction in which it happens. */
export async function recordEvent(tx: Database, { actorId, details = {}, ...event }: NewEvent): Promise<void> {
  await tx.insert(orderEvents).values({ ...event, id: newId(), actorId: actorId ?? null, details })
}

/** Of whom a timeline speaks. */
export type EventAuthor = { id: string; name: string; email: string }
export type AuthoredEvent = { event: OrderEventRow; author: EventAuthor | null }

/** The timeline of an order, the oldest first. @param withNotes whether what staff noted for each other is in it. */
export function listEvents(db: Database, orderId: string, withNotes: boolean): Promise<AuthoredEvent[]> {
  return db
    .select({ event: orderEvents, author: { id: users.id, name: users.name, email: users.email } })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(and(eq(orderEvents.orderId, orderId), withNotes ? undefined : ne(orderEvents.kind, 'note')))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id))
}

/** Takes what nobody was told of yet, the oldest first, for the transaction that tells it; several processes share it. */
export async function claimUntold(tx: Database, limit: number, at: Date): Promise<OrderEventRow[]> {
  const untold = tx
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(isNull(orderEvents.toldAt))
    .orderBy(asc(orderEvents.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await tx
    .update(orderEvents)
    .set({ toldAt: at })
    .where(and(inArray(orderEvents.id, untold), isNull(orderEvents.toldAt)))
    .returning()
  return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** For statements that write an order: its first event, from a query that has the order's `id` and `created_at`. */
export const placedEvent = sql`insert into order_event (id, order_id, kind, at)
  select ${sql.placeholder('event')}::uuid, placed.id, 'placed', ${sql.placeholder('createdAt')}::timestamptz from placed`

/** Notes of unpaid orders that end in that time, once of each, that they do. */
export function noteExpiring(db: Database, { now, before }: { now: Date; before: Date }): Promise<void> {
  // In the words of the partial index: a parameter in their place would hide from the plan that it serves.
  const isEnding = and(sql`${orders.state} = 'placed'`, gt(orders.heldUntil, now), lte(orders.heldUntil, before))
  return noteOnce(db, 'expiring', isEnding, now)
}

/** Notes of orders on account, once of each, that their time to be paid is over. */
export function noteOverdue(db: Database, now: Date): Promise<void> {
  return noteOnce(db, 'overdue', and(isOwed(orders), lt(orders.dueAt, now)), now)
}

/** Orders that somebody is changing are left for the next time: they may be paid by then. */
async function noteOnce(db: Database, kind: OrderEventKind, condition: SQL | undefined, at: Date): Promise<void> {
  const noted = sql`select from ${orderEvents} where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.kind} = ${kind}`
  await inTransaction(db, async (tx) => {
    const due = await tx
      .select({ orderId: orders.id })
      .from(orders)
      .where(and(condition, sql`not exists (${noted})`))
      .limit(1000)
      // mutant(word, object, boolean): the embedded engine has one connection, so nobody else ever holds a lock
      .for('no key update', { skipLocked: true })
    if (due.length === 0) return
    await tx.insert(orderEvents).values(due.map(({ orderId }) => ({ orderId, id: newId(), kind, at })))
  })
}
