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
 * Orders that are paid later. What each owes and how its account stands change in one transaction, so that the account's `owed` is
 * always the sum of what its orders owe. Locks: the account first, then its orders.
 */

export type OnTerms = CreditStanding & { dueAt: Date }

/**
 * The buyer's account, locked, if it has terms and room for so much more.
 * @param total in minor units.
 * @throws Failure 'unprocessable' with the code `credit`.
 */
export async function requireCredit(tx: Database, userId: string, total: Minor, now: Date): Promise<OnTerms> {
  const account = await lockCredit(tx, userId, now)
  if (!account || account.dueAt === null) {
    throw noCredit('You do not buy on account here. Pay by card, or ask us for terms.')
  }
  const { currency, dueAt } = account
  const room = roomOf(account)
  if (total > room) {
    const [asked, left] = [total, room].map((amount) => formatMoney(toMajor(minor(amount), currency), currency))
    throw noCredit(
      `This order is ${asked}, and your credit limit leaves ${left}. Order less, pay by card, or pay what is open first.`,
    )
  }
  return { ...account, dueAt }
}

function noCredit(message: string): Failure {
  return new Failure('unprocessable', message, { errors: [{ path: 'payBy', message, code: 'credit' }] })
}

/** Puts a new order on its buyer's locked account, whose credit pays for it first. */
export async function chargeOrder(tx: Database, account: OnTerms, id: string, at: Date): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new Error('an order is not there')
  const { number: label, total: amount, userId } = order
  await enter(tx, userId, { kind: 'order', orderId: id, label, amount, at }, { owed: amount, credit: 0 })
  await payFromCredit(tx, [order], account.credit, at)
}

/** Everything of a locked account that is open, locked: the longest due first. */
export function lockOwed(tx: Database, userId: string): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), isOwed(orders)))
    .orderBy(asc(orders.dueAt), asc(orders.id))
    .for('update')
}

/** Pays locked orders, one after the other, with credit of their locked account: whole, or the last in part. */
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

/** Nothing is open of it any more. */
async function noteWhole(tx: Database, { id, state }: OrderRow, at: Date): Promise<void> {
  await tx
    .update(orders)
    .set({ paidAt: at, state: state === 'confirmed' ? 'paid' : state })
    .where(eq(orders.id, id))
}

/** A card paid the whole of a locked order on account. */
export async function payByCard(tx: Database, order: OrderRow, at: Date): Promise<void> {
  const owed = owedOf(order)
  await takeOff(tx, order, { kind: 'card', amount: owed, change: { owed: -owed, credit: 0 }, at })
  await recordEvent(tx, { orderId: order.id, kind: 'paid', at })
  await noteWhole(tx, order, at)
}

/**
 * Takes off its account what a locked order owes no more, because it was cancelled or credited; of what was paid for it already
 * the rest is credit, which pays what else is open.
 * @param before the order as it was: by now its state or its `refunded` is another.
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
  // What is left of it was paid already.
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

/** An account's credit pays what is open of it, those named first. */
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
