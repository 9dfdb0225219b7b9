import { taxedTotal, taxesByRate, type TaxRules } from '#features/pricing/tax.ts'
import { minor, stepOf } from '#shared/money.ts'
import type { InvoiceDocument } from './document.ts'

export type Sample = {
  kind?: InvoiceDocument['kind']
  currency?: string
  lines?: number
  prices?: TaxRules['prices']
  rounding?: TaxRules['rounding']
  rates?: readonly number[]
}

export const seller: InvoiceDocument['seller'] = {
  name: 'Wattwork & Sons Ltd',
  address: ['Plot 14, Tejgaon', '1208 Dhaka'],
  country: 'BD',
  taxId: '000123456-0101',
  registration: null,
  bank: 'BRAC Bank <Gulshan>, 1501 2034',
  email: 'orders@wattwork.example',
  phone: '+880 2 5500 1234',
}

/** An invoice as the shop issues it, with lines of several prices and rates in turn. */
export function sample(
  {
    kind = 'invoice',
    currency = 'usd',
    lines: count = 3,
    prices = 'inclusive',
    rounding = 'sum',
    rates = [0],
  }: Sample = {},
  changes: Partial<InvoiceDocument> = {},
): InvoiceDocument {
  const priced = Array.from({ length: count }, (_, n) => {
    const quantity = 1 + ((n * 37) % 120)
    const unitPrice = minor((8447 + n * 31) * stepOf(currency))
    const [productName, partNumber] = n % 2 ? ['Gehäuse <M> ১২', ''] : ['WX-850 Modular ATX Supply', `WW-${n}`]
    return {
      productName,
      partNumber,
      quantity,
      unitPrice,
      total: minor(quantity * unitPrice),
      rate: rates[n % rates.length] ?? 0,
    }
  })
  const { taxes } = taxedTotal(priced, { prices, rounding }, currency)
  const lines = priced.map((line, n) => ({ ...line, tax: taxes[n] ?? minor(0) }))
  return {
    kind,
    number: kind === 'invoice' ? 'INV-000123' : 'CN-000007',
    issuedOn: '2026-11-24',
    dueOn: kind === 'invoice' ? '2026-12-24' : null,
    paidOn: null,
    currency,
    seller,
    taxName: 'VAT',
    prices,
    buyer: {
      name: 'Nordlicht Rechner',
      email: 'buying@nordlicht.example',
      address: 'Hafen 12\n20457 Hamburg\nGermany',
      country: 'DE',
    },
    order: { number: 'WW-2026-000042', placedOn: '2026-11-20', purchaseOrderNumber: 'PO 9 & 10' },
    corrects: kind === 'invoice' ? null : { number: 'INV-000101', issuedOn: '2026-11-01', reason: 'Two <broke>' },
    lines,
    taxes: taxesByRate(lines, prices),
    ...changes,
  }
}
