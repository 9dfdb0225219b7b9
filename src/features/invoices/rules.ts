import type { OrderState } from '#features/orders/schema.ts'
import type { OrderRow } from '#features/orders/store.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import type { Seller } from './document.ts'

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
