import type { Minor } from '#shared/money.ts'
import type { Taxes, TaxRules } from '#features/pricing/tax.ts'

/** The legal seller. */
export type Seller = {
  name: string
  address: readonly string[]
  /** ISO 3166-1 alpha-2. */
  country: string
  taxId: string | null
  registration: string | null
  /** The bank details, as text. */
  bank: string | null
  email: string
  phone: string
}

export type InvoiceLine = {
  productName: string
  partNumber: string
  quantity: number
  /** Minor units, with or without tax as the document's `prices` says. */
  unitPrice: Minor
  total: Minor
  /** The rate in basis points, and the tax it comes to in minor units. */
  rate: number
  tax: Minor
}

/** An invoice or a credit note as issued: kept whole, and never changed. Money in minor units, days in the shop's time zone. */
export type InvoiceDocument = {
  kind: 'invoice' | 'credit-note'
  number: string
  /** A day such as 2026-11-24. */
  issuedOn: string
  dueOn: string | null
  /** The day on which it was paid, if it was paid when this was issued. */
  paidOn: string | null
  currency: string
  seller: Seller
  /** What the tax is called, and whether prices contain it. */
  taxName: string
  prices: TaxRules['prices']
  /** The country as ISO 3166-1 alpha-2; missing in documents issued before orders had one. */
  buyer: { name: string; email: string; address: string; country?: string }
  order: { number: string; placedOn: string; purchaseOrderNumber: string | null }
  /** Of a credit note: the invoice that it corrects, and why. */
  corrects: { number: string; issuedOn: string; reason: string } | null
  /**
   * Of an invoice on account: the credit notes that were issued with it, and what had been paid. Its own amounts stay whole, as the
   * notes are documents of their own. Missing where there is neither, and in documents issued before it was recorded.
   */
  less?: { notes: readonly { number: string; total: Minor }[]; paid: Minor }
  lines: readonly InvoiceLine[]
  taxes: Taxes
}
