import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { ReceivedEvent } from './provider.ts'
import { paymentEvents } from './tables.ts'

export type PaymentEventRow = typeof paymentEvents.$inferSelect

/** How often the shop tries by itself to deal with an event, each time after a longer pause. */
const mostTries = 10

/** Until then nobody else takes on an event that is being dealt with; then it is due again. In milliseconds. */
const leaseMs = 60_000

/** Keeps an event before it is acted on, by whoever keeps it or as one that is due. @returns false when it was kept before. */
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

/** Takes on an event that failed, or was left lying. @returns whether it is to be dealt with, and nobody else does. */
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

/** Takes on events that are due to be tried again, the oldest first. */
export function claimDueEvents(db: Database, at: Date, limit: number): Promise<PaymentEventRow[]> {
  const due = db
    .select({ id: paymentEvents.eventId })
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.handledAt), lte(paymentEvents.nextAt, at)))
    .orderBy(asc(paymentEvents.nextAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db.update(paymentEvents).set(again(at)).where(inArray(paymentEvents.eventId, due)).returning()
}

export async function noteHandled(db: Database, id: string, at: Date): Promise<void> {
  await db.update(paymentEvents).set({ handledAt: at, nextAt: null, error: null }).where(eq(paymentEvents.eventId, id))
}

/** @param error bounded, and without what is in the event. */
export async function noteUnhandled(db: Database, id: string, error: string): Promise<void> {
  const nextAt = sql`case when ${paymentEvents.attempts} < ${mostTries} then ${paymentEvents.nextAt} end`
  await db
    .update(paymentEvents)
    .set({ error, nextAt })
    .where(and(eq(paymentEvents.eventId, id), isNull(paymentEvents.handledAt)))
}

/** Of these, the ones that are kept. */
export async function keptEvents(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: paymentEvents.eventId })
    .from(paymentEvents)
    // mutant(without .where()): whoever asks looks these up among them
    .where(inArray(paymentEvents.eventId, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** Empties events that were dealt with before then: they name people. That they were dealt with stays known. */
export async function emptyEvents(db: Database, before: Date): Promise<void> {
  await db
    .update(paymentEvents)
    .set({ payload: null })
    .where(
      and(isNotNull(paymentEvents.payload), isNotNull(paymentEvents.handledAt), lt(paymentEvents.receivedAt, before)),
    )
}
