import { and, asc, eq } from 'drizzle-orm'
import { enter, lockCredit, moveCredit, type CreditStanding } from '#features/credit/ledger.ts'
import { roomOf } from '#features/credit/rules.ts'
import type { CreditEntryKind } from '#features/credit/schema.ts'
import type { Database } from '#platform/db/database.ts'
import { Failure } from '#shared/errors.ts'
import { formatMoney, minor, toMajor, type Minor } from '#shared/money.ts'
import { recordEvent } from './events.ts'
import { owedOf, type OwedOrder } from './rules.ts'
import type { OrderRow } from './store.ts'
import { isOwed, orders } from './tables.ts'

/**
 * Orders that are paid later. What an order owes and its account's balance change in one transaction, so that the account's `owed`
 * is always the sum of what its orders owe. Locks: the account first, then its orders.
 */

export type OnTerms = CreditStanding & { dueAt: Date }

/**
 * Locks and returns the buyer's account, if it has payment terms and its credit limit leaves room for the total.
 * @param total in minor units.
 * @throws Failure 'unprocessable' with the code `credit`.
 */
export async function requireCredit(tx: Database, userId: string, total: Minor, now: Date): Promise<OnTerms> {
  const account = await lockCredit(tx, userId, now)
  if (!account || account.dueAt === null) {
    throw noCredit('You cannot buy on account yet. Pay by card, or ask us for terms.')
  }
  const { currency, dueAt } = account
  const room = roomOf(account)
  if (total > room) {
    const [asked, left] = [total, room].map((amount) => formatMoney(toMajor(minor(amount), currency), currency))
    throw noCredit(
      `This order is ${asked}, but your credit limit leaves ${left}. Order less, pay by card, or pay your balance first.`,
    )
  }
  return { ...account, dueAt }
}

function noCredit(message: string): Failure {
  return new Failure('unprocessable', message, { errors: [{ path: 'payBy', message, code: 'credit' }] })
}

/** Charges a new order to its buyer's locked account; any credit of the account pays for it first. */
export async function chargeOrder(tx: Database, account: OnTerms, id: string, at: Date): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new Error('the order does not exist')
  const { number: label, total: amount, userId } = order
  await enter(tx, userId, { kind: 'order', orderId: id, label, amount, at }, { owed: amount, credit: 0 })
  await payFromCredit(tx, [order], account.credit, at)
}

/** Locks and returns the open orders of a locked account, the longest due first. */
export function lockOwed(tx: Database, userId: string): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), isOwed(orders)))
    .orderBy(asc(orders.dueAt), asc(orders.id))
    .for('update')
}

/** Pays locked orders, one after the other, from the credit of their locked account: in full, the last one perhaps in part. */
async function payFromCredit(tx: Database, open: readonly OrderRow[], credit: Minor, at: Date): Promise<void> {
  let left: number = credit
  for (const order of open) {
    const amount = minor(Math.min(left, owedOf(order)))
    if (amount === 0) continue
    left -= amount
    await moveCredit(tx, order.userId, { owed: -amount, credit: -amount })
    const next = { ...order, received: minor(order.received + amount) }
    const isWhole = owedOf(next) === 0
    const details = { amount, onAccount: true }
    await tx.update(orders).set({ received: next.received }).where(eq(orders.id, order.id))
    await recordEvent(tx, { orderId: order.id, kind: isWhole ? 'paid' : 'part-paid', at, details })
    if (isWhole) await noteWhole(tx, next, at)
  }
}

/** Records that nothing is owed for the order any more. */
async function noteWhole(tx: Database, { id, state }: OrderRow, at: Date): Promise<void> {
  await tx
    .update(orders)
    .set({ paidAt: at, state: state === 'confirmed' ? 'paid' : state })
    .where(eq(orders.id, id))
}

/** Records that a card paid a locked order on account in full. */
export async function payByCard(tx: Database, order: OrderRow, at: Date): Promise<void> {
  const owed = owedOf(order)
  await takeOff(tx, order, { kind: 'card', amount: owed, change: { owed: -owed, credit: 0 }, at })
  await recordEvent(tx, { orderId: order.id, kind: 'paid', at })
  await noteWhole(tx, order, at)
}

/**
 * Takes off the account what a locked order no longer owes, because it was cancelled or credited. What was paid for it beyond its
 * remaining worth becomes credit, which pays for other open orders.
 * @param before the order as it was before its state or its `refunded` changed.
 */
export async function takeOffOrder(
  tx: Database,
  before: OrderRow,
  after: Pick<OwedOrder, 'state' | 'refunded'>,
  { kind, at }: { kind: Extract<CreditEntryKind, 'cancelled' | 'credit-note'>; at: Date },
): Promise<void> {
  const isOver = after.state === 'cancelled'
  const worth = isOver ? 0 : before.total - after.refunded
  const received = minor(Math.min(before.received, worth))
  const next = { ...before, ...after, received }
  const credit = before.received - received
  const amount = isOver ? before.total - before.refunded : after.refunded - before.refunded
  await tx.update(orders).set({ refunded: after.refunded, received }).where(eq(orders.id, before.id))
  await takeOff(tx, before, { kind, amount, change: { owed: owedOf(next) - owedOf(before), credit }, at })
  // What is left of the order was already paid.
  if (owedOf(before) > 0 && owedOf(next) === 0 && worth > 0) await noteWhole(tx, next, at)
  if (credit > 0) await settleCredit(tx, before.userId, at)
}

async function takeOff(
  tx: Database,
  { id: orderId, number: label, userId }: OrderRow,
  entry: { kind: CreditEntryKind; amount: number; change: { owed: number; credit: number }; at: Date },
): Promise<void> {
  const { change, amount, ...rest } = entry
  await lockCredit(tx, userId, entry.at)
  if (amount === 0) return
  await enter(tx, userId, { ...rest, orderId, label, amount: minor(-amount) }, change)
}

/** Pays the account's open orders from its credit, those in `first` before the others. */
export async function settleCredit(
  tx: Database,
  userId: string,
  at: Date,
  first: readonly string[] = [],
): Promise<void> {
  const account = await lockCredit(tx, userId, at)
  if (!account || account.credit === 0) return
  const open = await lockOwed(tx, userId)
  const rank = ({ id }: OrderRow) => (first.includes(id) ? first.indexOf(id) : first.length)
  await payFromCredit(
    tx,
    open.toSorted((a, b) => rank(a) - rank(b)),
    account.credit,
    at,
  )
}
