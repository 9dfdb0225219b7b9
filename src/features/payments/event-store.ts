import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { ReceivedEvent } from './provider.ts'
import { paymentEvents } from './tables.ts'

export type PaymentEventRow = typeof paymentEvents.$inferSelect

/** How often the shop tries to handle an event by itself, each time after a longer pause. */
const mostTries = 10

/** How long nobody else claims an event that is being handled; after that it is due again. In milliseconds. */
const leaseMs = 60_000

/** Stores an event before it is acted on, claimed by the caller or as due. @returns false when it was already stored. */
export async function keepEvent(
  db: Database,
  { event, payload }: ReceivedEvent,
  at: Date,
  by: 'caller' | 'due' = 'caller',
): Promise<boolean> {
  const { id, type, createdAt } = event
  const tries = by === 'due' ? { attempts: 0, nextAt: at } : { attempts: 1, nextAt: new Date(at.getTime() + leaseMs) }
  const rows = await db
    .insert(paymentEvents)
    .values({ eventId: id, type, payload, createdAt, receivedAt: at, ...tries })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.eventId })
  return rows.length > 0
}

export async function findEvent(db: Database, id: string): Promise<PaymentEventRow | undefined> {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.eventId, id))
  return row
}

const again = (at: Date) => ({
  error: null,
  attempts: sql`${paymentEvents.attempts} + 1`,
  nextAt: sql`${at.toISOString()}::timestamptz + interval '1 minute' * power(2, least(${paymentEvents.attempts}, 20))`,
})

/** Claims an event that failed or was abandoned. @returns whether the caller, and nobody else, is to handle it. */
export async function claimEvent(db: Database, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(paymentEvents)
    .set(again(at))
    .where(
      and(
        eq(paymentEvents.eventId, id),
        isNull(paymentEvents.handledAt),
        or(isNotNull(paymentEvents.error), lte(paymentEvents.nextAt, at)),
      ),
    )
    .returning({ id: paymentEvents.eventId })
  return rows.length > 0
}

/** Claims the event that has been due longest, for the caller and nobody else, if one is due. */
export async function claimDueEvent(db: Database, at: Date): Promise<PaymentEventRow | undefined> {
  const due = db
    .select({ id: paymentEvents.eventId })
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.handledAt), lte(paymentEvents.nextAt, at)))
    .orderBy(asc(paymentEvents.nextAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(paymentEvents)
    .set(again(at))
    .where(eq(paymentEvents.eventId, sql`(${due})`))
    .returning()
  return row
}

export async function noteHandled(db: Database, id: string, at: Date): Promise<void> {
  await db.update(paymentEvents).set({ handledAt: at, nextAt: null, error: null }).where(eq(paymentEvents.eventId, id))
}

/** @param error of bounded length, and without the event's content. */
export async function noteUnhandled(db: Database, id: string, error: string): Promise<void> {
  const nextAt = sql`case when ${paymentEvents.attempts} < ${mostTries} then ${paymentEvents.nextAt} end`
  await db
    .update(paymentEvents)
    .set({ error, nextAt })
    .where(and(eq(paymentEvents.eventId, id), isNull(paymentEvents.handledAt)))
}

/** Which of these events are stored. */
export async function keptEvents(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: paymentEvents.eventId })
    .from(paymentEvents)
    // mutant(without .where()): callers only look up these ids in the result
    .where(inArray(paymentEvents.eventId, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** Empties handled events received before then, as they name people. That they were handled stays known. */
export async function emptyEvents(db: Database, before: Date): Promise<void> {
  await db
    .update(paymentEvents)
    .set({ payload: null })
    .where(
      and(isNotNull(paymentEvents.payload), isNotNull(paymentEvents.handledAt), lt(paymentEvents.receivedAt, before)),
    )
}
