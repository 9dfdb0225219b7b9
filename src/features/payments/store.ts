import { and, eq, inArray, lte, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { Minor } from '#shared/money.ts'
import { disputes, paymentFailures, paymentPositions, payments, refunds } from './tables.ts'
import type { PaymentState, PositionKind } from './tables.ts'

export type PaymentRow = typeof payments.$inferSelect
export type RefundRow = typeof refunds.$inferSelect
export type DisputeRow = typeof disputes.$inferSelect

/** Inserts a payment, once per intent. */
export async function insertPayment(tx: Database, row: typeof payments.$inferInsert): Promise<void> {
  // mutant(object): nothing else about it could be there already
  await tx.insert(payments).values(row).onConflictDoNothing({ target: payments.intentId })
}

export async function findPayment(db: Database, intentId: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.intentId, intentId))
  return row
}

export async function findPaymentById(db: Database, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id))
  return row
}

/** Every payment that was begun for an order. */
export function listPayments(db: Database, orderId: string): Promise<PaymentRow[]> {
  return db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.id)
}

type PaymentChange = { state: PaymentState; captured?: Minor; counts?: boolean }

export async function changePayment(tx: Database, id: string, change: PaymentChange, at: Date): Promise<void> {
  await tx
    .update(payments)
    .set({ ...change, changedAt: at })
    .where(eq(payments.id, id))
}

/**
 * A payment and how much of it went back, in minor units: `back` has gone or is on its way, including lost disputes; `sent`
 * is the part of it that the provider has accepted.
 */
export type PaymentMoney = { payment: PaymentRow; back: number; sent: number }

const refundedIn = (states: string) =>
  sql<number>`(select coalesce(sum(refund.amount), 0) from refund
    where refund.payment_id = payment.id and refund.state in (${sql.raw(states)}))`.mapWith(Number)
const lost = sql<number>`(select coalesce(sum(dispute.amount), 0) from dispute
  where dispute.payment_id = payment.id and dispute.state = 'lost')`.mapWith(Number)

/** The money of every payment of an order. */
export async function moneyOfOrder(db: Database, orderId: string): Promise<PaymentMoney[]> {
  const rows = await db
    .select({
      payment: payments,
      asked: refundedIn(`'requested', 'pending', 'succeeded'`),
      taken: refundedIn(`'pending', 'succeeded'`),
      lost,
    })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(payments.id)
  return rows.map(({ payment, asked, taken, lost: gone }) => ({ payment, back: asked + gone, sent: taken + gone }))
}

export type Claim = { before: Date; now: Date; limit: number }

type Claimed = typeof payments | typeof refunds | typeof disputes

/** The rows that nobody has checked since `before`, for whoever says so first; several processes share them. */
function unchecked(db: Database, table: Claimed, isOpen: SQL | undefined, { before, limit }: Claim) {
  return (
    db
      .select({ id: table.id })
      .from(table)
      // mutant(lte): the very moment
      .where(and(isOpen, lte(table.checkedAt, before)))
      // mutant(without .orderBy()): the index has them in this order
      .orderBy(table.checkedAt)
      .limit(limit)
      // mutant(object, boolean): the embedded engine has one connection, so nobody else ever holds a lock
      .for('update', { skipLocked: true })
  )
}

/** Claims payments that are unfinished. */
export function claimUnfinished(db: Database, claim: Claim): Promise<PaymentRow[]> {
  const found = unchecked(db, payments, eq(payments.state, 'pending'), claim)
  return db.update(payments).set({ checkedAt: claim.now }).where(inArray(payments.id, found)).returning()
}

/** Claims refunds that are still to be sent or on their way. */
export function claimRefunds(db: Database, claim: Claim): Promise<RefundRow[]> {
  const found = unchecked(db, refunds, sql`${refunds.state} in ('requested', 'pending')`, claim)
  return db.update(refunds).set({ checkedAt: claim.now }).where(inArray(refunds.id, found)).returning()
}

/** Claims disputes that are open. */
export function claimDisputes(db: Database, claim: Claim): Promise<DisputeRow[]> {
  const found = unchecked(db, disputes, eq(disputes.state, 'open'), claim)
  return db.update(disputes).set({ checkedAt: claim.now }).where(inArray(disputes.id, found)).returning()
}

export async function insertRefund(tx: Database, row: typeof refunds.$inferInsert): Promise<void> {
  await tx.insert(refunds).values(row)
}

export async function findRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return row
}

export async function findRefundByKey(db: Database, orderId: string, key: string): Promise<RefundRow | undefined> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.idempotencyKey, key)))
  return row
}

/** Whether a failed refund was sent again already. */
export async function isReplaced(db: Database, id: string): Promise<boolean> {
  return (await db.$count(refunds, eq(refunds.replaces, id))) > 0
}

export function listRefunds(db: Database, paymentId: string): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(refunds.id)
}

export async function changeRefund(
  tx: Database,
  id: string,
  change: Partial<Omit<RefundRow, 'id'>>,
  at: Date,
): Promise<void> {
  await tx
    .update(refunds)
    .set({ ...change, changedAt: at })
    .where(eq(refunds.id, id))
}

/** The states of the refunds known by these ids of the provider's. */
export async function knownRefunds(
  db: Database,
  ids: readonly string[],
): Promise<Map<string | null, RefundRow['state']>> {
  const rows = await db
    .select({ id: refunds.providerRefundId, state: refunds.state })
    .from(refunds)
    .where(inArray(refunds.providerRefundId, [...ids]))
  return new Map(rows.map(({ id, state }) => [id, state]))
}

export async function knownDisputes(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: disputes.id, status: disputes.status })
    .from(disputes)
    .where(inArray(disputes.id, [...ids]))
  return new Map(rows.map(({ id, status }) => [id, status]))
}

export async function findDispute(db: Database, id: string): Promise<DisputeRow | undefined> {
  const [row] = await db.select().from(disputes).where(eq(disputes.id, id))
  return row
}

/** Whether the bank is deciding whose this order's money is; an inquiry only asks why it was taken. */
export async function isDisputed(db: Database, orderId: string): Promise<boolean> {
  const undecided = and(eq(disputes.state, 'open'), sql`${disputes.status} not like 'warning%'`)
  return (await db.$count(disputes, and(eq(disputes.orderId, orderId), undecided))) > 0
}

export async function writeDispute(tx: Database, row: DisputeRow): Promise<void> {
  await tx.insert(disputes).values(row).onConflictDoUpdate({ target: disputes.id, set: row })
}

export async function findPosition(db: Database, kind: PositionKind): Promise<Date | undefined> {
  const [row] = await db.select().from(paymentPositions).where(eq(paymentPositions.kind, kind))
  return row?.upTo
}

/** Never moves back: two processes may have asked at once. */
export async function movePosition(db: Database, kind: PositionKind, upTo: Date): Promise<void> {
  await db
    .insert(paymentPositions)
    .values({ kind, upTo })
    .onConflictDoUpdate({
      target: paymentPositions.kind,
      set: { upTo: sql`greatest(${paymentPositions.upTo}, excluded.up_to)` },
    })
}

/** How often the provider stored an error instead of a payment for this order. */
export async function countFailures(db: Database, orderId: string): Promise<number> {
  const [row] = await db.select().from(paymentFailures).where(eq(paymentFailures.orderId, orderId))
  return row?.count ?? 0
}

/** Several callers that got the same error note it once. */
export async function noteFailure(db: Database, orderId: string, count: number): Promise<void> {
  await db
    .insert(paymentFailures)
    .values({ orderId, count })
    .onConflictDoUpdate({
      target: paymentFailures.orderId,
      set: { count: sql`greatest(${paymentFailures.count}, excluded.count)` },
    })
}
