import { paperWords as words } from '#content/papers.ts'
import type { OrderState } from '#features/orders/schema.ts'
import type { OrderRow } from '#features/orders/store.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import { formatMoney, minor, toMajor, type Minor } from '#shared/money.ts'
import type { InvoiceDocument, Seller } from './document.ts'

/** What papers need to know about the shop. */
export type Issuing = { seller: Seller; tax: TaxRules }

/** Whether the lines of an order contain their tax. */
export const pricesOf = ({ addedTax }: Pick<OrderRow, 'addedTax'>): TaxRules['prices'] =>
  addedTax > 0 ? 'exclusive' : 'inclusive'

type Invoiced = { state: OrderState; paidAt: Date | null; payBy: 'card' | 'invoice' }

/** Whether an order is invoiced: once its money is there, or once all of it was sent on account. */
export const isInvoiced = ({ state, paidAt, payBy }: Invoiced): boolean =>
  paidAt !== null || (payBy === 'invoice' && ['shipped', 'delivered', 'refunded'].includes(state))

/** Whether an order is still in force: only then is there a confirmation. */
export const isConfirmed = (state: OrderState): boolean => state !== 'cancelled' && state !== 'expired'

/** Whether its goods may be shipped. */
export const isPackable = (state: OrderState): boolean => ['confirmed', 'paid', 'shipped', 'delivered'].includes(state)

const prefixes = { invoice: 'INV', 'credit-note': 'CN' } as const

/** INV-000123, CN-000007. */
export const numberOf = (kind: keyof typeof prefixes, sequence: number): string =>
  `${prefixes[kind]}-${String(sequence).padStart(6, '0')}`

/** What was left to pay of an invoice when it was issued. */
export function leftToPay({ taxes, less, paidOn }: InvoiceDocument): Minor {
  if (paidOn !== null) return minor(0)
  const { notes = [], paid = 0 } = less ?? {}
  return minor(notes.reduce((left, { total }) => left - total, taxes.gross - paid))
}

/** What an invoice's total is reduced by, in words; undefined where there is nothing. */
export function lessInWords({ less, currency }: InvoiceDocument): string | undefined {
  if (!less) return undefined
  const money = (amount: Minor) => formatMoney(toMajor(amount, currency), currency)
  return words.less([
    ...less.notes.map(({ number, total }) => words.creditNote(number, money(total))),
    ...(less.paid > 0 ? [words.payment(money(less.paid))] : []),
  ])
}
