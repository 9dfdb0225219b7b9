import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, sql, type SQL } from 'drizzle-orm'
import { users } from '#features/accounts/tables.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { afterTry, mayTry, mostTries } from '#platform/jobs/one-at-a-time.ts'
import type { OrderEventDetails, OrderEventKind } from './schema.ts'
import { isOwed, orderEvents, orders } from './tables.ts'

export type OrderEventRow = typeof orderEvents.$inferSelect

type NewEvent = {
  orderId: string
  kind: OrderEventKind
  at: Date
  /** Who did it; unset if it happened by itself. */
  actorId?: string | undefined
  details?: OrderEventDetails | undefined
}

/** Adds an event to an order's timeline, in the transaction in which it happens. */
export async function recordEvent(tx: Database, { actorId, details = {}, ...event }: NewEvent): Promise<void> {
  await tx.insert(orderEvents).values({ ...event, id: newId(), actorId: actorId ?? null, details })
}

/** The person behind an event of a timeline. */
export type EventAuthor = { id: string; name: string; email: string }
export type AuthoredEvent = { event: OrderEventRow; author: EventAuthor | null }

/** The timeline of an order, oldest first. @param withNotes whether to include staff-only notes. */
export function listEvents(db: Database, orderId: string, withNotes: boolean): Promise<AuthoredEvent[]> {
  return db
    .select({ event: orderEvents, author: { id: users.id, name: users.name, email: users.email } })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(and(eq(orderEvents.orderId, orderId), withNotes ? undefined : ne(orderEvents.kind, 'note')))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id))
}

function selectUntold(db: Database, limit: number, at: Date, only?: string) {
  return db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(
      and(
        isNull(orderEvents.toldAt),
        mayTry(orderEvents, at),
        only === undefined ? undefined : eq(orderEvents.id, only),
      ),
    )
    .orderBy(asc(orderEvents.id))
    .limit(limit)
}

/** The events nobody was told of yet and that may be tried now, oldest first. */
export const listUntold = async (db: Database, limit: number, at: Date): Promise<string[]> =>
  (await selectUntold(db, limit, at)).map(({ id }) => id)

/** Notes that nobody could be told of an event; after the last try it counts as told. @returns how often it was tried. */
export async function putOffUntold(db: Database, id: string, at: Date): Promise<number | undefined> {
  const isLast = sql`${orderEvents.tellTries} + 1 >= ${mostTries}`
  const [row] = await db
    .update(orderEvents)
    .set({ ...afterTry(orderEvents, at), toldAt: sql`case when ${isLast} then ${at.toISOString()}::timestamptz end` })
    .where(and(eq(orderEvents.id, id), isNull(orderEvents.toldAt)))
    .returning({ tries: orderEvents.tellTries })
  return row?.tries
}

/**
 * Claims events nobody was told of yet, oldest first, for the transaction that tells them; several processes share the work.
 * @param only the id of the only one to claim.
 */
export async function claimUntold(tx: Database, limit: number, at: Date, only?: string): Promise<OrderEventRow[]> {
  const untold = selectUntold(tx, limit, at, only).for('update', { skipLocked: true })
  const claimed = await tx
    .update(orderEvents)
    .set({ toldAt: at })
    .where(and(inArray(orderEvents.id, untold), isNull(orderEvents.toldAt)))
    .returning()
  return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** For statements that insert an order: its first event. Needs a CTE `placed` with its id, and values `event` and `createdAt`. */
export const placedEvent = sql`insert into order_event (id, order_id, kind, at)
  select ${sql.placeholder('event')}::uuid, placed.id, 'placed', ${sql.placeholder('createdAt')}::timestamptz from placed`

/** A payment that is being processed needs no reminder: the buyer has paid, and the order does not expire meanwhile. */
const awaitsBuyer = sql`not ${orders.paymentProcessing}`

/** Records, once per order, that an unpaid order expires within that time. */
export function noteExpiring(db: Database, { now, before }: { now: Date; before: Date }): Promise<void> {
  // Written like the condition of the partial index: with a parameter, the planner would not see that the index applies.
  const isPlaced = sql`${orders.state} = 'placed'`
  const isEnding = and(isPlaced, awaitsBuyer, gt(orders.heldUntil, now), lte(orders.heldUntil, before))
  return noteOnce(db, 'expiring', isEnding, now)
}

/** Records, once per order, that an order on account is past its due date. */
export function noteOverdue(db: Database, now: Date): Promise<void> {
  return noteOnce(db, 'overdue', and(isOwed(orders), awaitsBuyer, lt(orders.dueAt, now)), now)
}

/** Leaves orders that are being changed for the next run: they may be paid by then. */
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
