import { asc, desc, eq } from 'drizzle-orm'
import { users } from '#features/accounts/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { minor, toMajor } from '#shared/money.ts'
import { moneyBack } from './rules.ts'
import type { OrderMoney, Refund } from './schema.ts'
import { moneyOfOrder, type DisputeRow, type PaymentMoney, type RefundRow } from './store.ts'
import { disputes, refunds } from './tables.ts'

type AuthoredRefund = { refund: RefundRow; by: { name: string; email: string } | null }

const authored = { refund: refunds, by: { name: users.name, email: users.email } }

export async function findAuthoredRefund(db: Database, id: string): Promise<AuthoredRefund | undefined> {
  const rows = db.select(authored).from(refunds).leftJoin(users, eq(users.id, refunds.actorId))
  return (await rows.where(eq(refunds.id, id)))[0]
}

/** An order's money, newest refund first. @param forStaff whether to include names, failures, payments and disputes. */
export async function readMoney(
  db: Database,
  order: { id: string; currency: string },
  forStaff: boolean,
): Promise<OrderMoney> {
  const { id, currency } = order
  const money = await moneyOfOrder(db, id)
  const sent = await db
    .select(authored)
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.actorId))
    .where(eq(refunds.orderId, id))
    .orderBy(desc(refunds.id))
  const major = (amount: number) => toMajor(minor(amount), currency)
  const captured = money.reduce((sum, { payment }) => sum + payment.captured, 0)
  const refunded = moneyBack(money)
  const shown = forStaff ? sent : sent.filter(({ refund }) => refund.state !== 'failed')
  return {
    orderId: id,
    currency,
    captured: major(captured),
    refunded: major(refunded),
    kept: major(captured - refunded),
    refunds: shown.map((each) => refundToWire(each, forStaff)),
    ...(forStaff && { payments: money.map(paymentToWire), disputes: (await disputesOf(db, id)).map(disputeToWire) }),
  }
}

const disputesOf = (db: Database, orderId: string): Promise<DisputeRow[]> =>
  db.select().from(disputes).where(eq(disputes.orderId, orderId)).orderBy(asc(disputes.openedAt), asc(disputes.id))

export function refundToWire({ refund, by }: AuthoredRefund, forStaff: boolean): Refund {
  const { id, orderId, amount, currency, reason, lines, restock, state, createdAt, failure } = refund
  return {
    _id: id,
    orderId,
    amount: toMajor(amount, currency),
    currency,
    reason,
    lines,
    restock,
    state,
    createdAt: createdAt.toISOString(),
    ...(forStaff && { by, failure }),
  }
}

function paymentToWire({ payment, back }: PaymentMoney) {
  const { id, intentId, state, counts, amount, captured, currency, createdAt } = payment
  const refunded = minor(Math.min(captured, back))
  return {
    _id: id,
    intentId,
    state,
    counts,
    amount: toMajor(amount, currency),
    captured: toMajor(captured, currency),
    refunded: toMajor(refunded, currency),
    kept: toMajor(minor(captured - refunded), currency),
    createdAt: createdAt.toISOString(),
  }
}

function disputeToWire({ id, amount, currency, reason, state, status, dueBy, openedAt, closedAt }: DisputeRow) {
  return {
    _id: id,
    amount: toMajor(amount, currency),
    reason,
    state,
    status,
    dueBy: dueBy?.toISOString() ?? null,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }
}
