import { roomOf } from '#features/credit/rules.ts'
import type { CreditEntry, CreditStanding } from '#features/credit/ledger.ts'
import type { CreditState } from '#features/credit/schema.ts'
import { owedOf } from '#features/orders/rules.ts'
import type { OrderRow } from '#features/orders/store.ts'
import { minor, toMajor, type Minor } from '#shared/money.ts'
import type { Statement } from './schema.ts'

/** @param account undefined for a user who never had terms. @param currency the shop's. */
export function creditToWire(account: CreditStanding | undefined, currency: string): CreditState {
  if (!account) return { currency, terms: null, owed: 0, credit: 0, available: 0, dueAt: null }
  const major = (amount: Minor) => toMajor(amount, account.currency)
  const { netDays, creditLimit, owed, credit, dueAt } = account
  return {
    currency: account.currency,
    terms: netDays === null ? null : { netDays, creditLimit: major(creditLimit) },
    owed: major(owed),
    credit: major(credit),
    available: major(roomOf(account)),
    dueAt: dueAt?.toISOString() ?? null,
  }
}

/** Entries with what was owed after each. @param before what was owed before them, in minor units. */
export function entriesToWire(entries: readonly CreditEntry[], before: Minor, currency: string): Statement['entries'] {
  let balance: number = before
  return entries.map(({ id: _id, kind, label, orderId, amount, at, receivedAt }) => {
    balance += amount
    return {
      _id,
      kind,
      label,
      orderId,
      amount: toMajor(amount, currency),
      balance: toMajor(minor(balance), currency),
      at: at.toISOString(),
      receivedAt: receivedAt?.toISOString().slice(0, 10) ?? null,
    }
  })
}

export function openToWire(order: OrderRow, now: Date): Statement['open'][number] {
  const { id: _id, number, purchaseOrderNumber, total, currency } = order
  const dueAt = order.dueAt ?? order.createdAt
  return {
    _id,
    number,
    purchaseOrderNumber,
    total: toMajor(total, currency),
    owed: toMajor(owedOf(order), currency),
    dueAt: dueAt.toISOString(),
    isOverdue: dueAt < now,
  }
}
