import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { paymentEvents, payments, type PaymentState } from './tables.ts'

export type PaymentRow = typeof payments.$inferSelect

/** Writes a payment down, once for each intent. */
export async function insertPayment(tx: Database, row: typeof payments.$inferInsert): Promise<void> {
  // mutant(object): nothing else about it could be there already
  await tx.insert(payments).values(row).onConflictDoNothing({ target: payments.intentId })
}

export async function findPayment(db: Database, intentId: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.intentId, intentId))
  return row
}

/** Every payment that was begun for an order. */
export function listPayments(db: Database, orderId: string): Promise<PaymentRow[]> {
  return db.select().from(payments).where(eq(payments.orderId, orderId))
}

export async function setPaymentState(tx: Database, id: string, state: PaymentState, at: Date): Promise<void> {
  await tx.update(payments).set({ state, changedAt: at }).where(eq(payments.id, id))
}

/** Notes an event for good. @returns false when it was noted before. */
export async function recordEvent(tx: Database, event: { id: string; type: string }, at: Date): Promise<boolean> {
  const rows = await tx
    .insert(paymentEvents)
    .values({ eventId: event.id, type: event.type, receivedAt: at })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  return rows.length > 0
}

export async function isKnownEvent(db: Database, eventId: string): Promise<boolean> {
  return (await db.$count(paymentEvents, eq(paymentEvents.eventId, eventId))) > 0
}

/** Takes unfinished payments that nobody has checked since `before`; several processes share them. */
export function claimUnfinished(
  db: Database,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<PaymentRow[]> {
  const unfinished = db
    .select({ id: payments.id })
    .from(payments)
    // mutant(lte): the very moment
    .where(and(sql`${payments.state} in ('pending', 'refunding')`, lte(payments.checkedAt, before)))
    // mutant(without .orderBy()): the index has them in this order
    .orderBy(payments.checkedAt)
    .limit(limit)
    // mutant(object, boolean): the embedded engine has one connection, so nobody else ever holds a lock
    .for('update', { skipLocked: true })
  return db.update(payments).set({ checkedAt: now }).where(inArray(payments.id, unfinished)).returning()
}
