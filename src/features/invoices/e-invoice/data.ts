import type { Invoice } from '@e-invoice-eu/core'
import { eInvoiceWords as words } from '#content/papers.ts'
import type { Taxes } from '#features/pricing/tax.ts'
import { decimalsOf, minor, toMajor, type Minor } from '#shared/money.ts'
import type { InvoiceDocument, InvoiceLine } from '../document.ts'
import { leftToPay, lessInWords } from '../rules.ts'
import { buyerOf, deliveryOf, isTaxed, sellerOf } from './parties.ts'

type Body = Invoice['ubl:Invoice']
type Line = Body['cac:InvoiceLine'][number]
type Currency = Body['cbc:DocumentCurrencyCode']

/** UN/ECE Recommendation 20: one piece. */
const piece = 'C62'

/**
 * An invoice in the terms of EN 16931, as the library takes them. Decision 51 says how amounts are represented.
 * @see EN 16931-1:2017, whose business terms (BT) and groups (BG) the comments name
 */
export function dataOf(invoice: InvoiceDocument): Invoice {
  const { kind, number, issuedOn, dueOn, order, corrects, currency } = invoice
  const own: Body = {
    'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
    'cbc:ID': number,
    'cbc:IssueDate': issuedOn,
    ...(dueOn && { 'cbc:DueDate': dueOn }),
    'cbc:InvoiceTypeCode': kind === 'credit-note' ? '381' : '380',
    ...(corrects && { 'cbc:Note': [corrects.reason] }),
    'cbc:DocumentCurrencyCode': currency.toUpperCase() as Currency,
    'cac:OrderReference': {
      ...(order.purchaseOrderNumber && { 'cbc:ID': order.purchaseOrderNumber }),
      'cbc:SalesOrderID': order.number,
    },
    ...(corrects && {
      'cac:BillingReference': [
        { 'cac:InvoiceDocumentReference': { 'cbc:ID': corrects.number, 'cbc:IssueDate': corrects.issuedOn } },
      ],
    }),
    'cac:AccountingSupplierParty': sellerOf(invoice),
    'cac:AccountingCustomerParty': buyerOf(invoice),
    ...deliveryOf(invoice),
    'cac:PaymentTerms': { 'cbc:Note': termsOf(invoice) },
    'cac:TaxTotal': [taxesOf(invoice)],
    'cac:LegalMonetaryTotal': sumsOf(invoice),
    'cac:InvoiceLine': invoice.lines.map((line, n) => lineOf(invoice, line, n)) as Body['cac:InvoiceLine'],
  }
  return { 'ubl:Invoice': own }
}

/** BT-20: when and how to pay, even if nothing is left to pay. The amounts stay whole, as each credit note is an e-invoice too. */
function termsOf(invoice: InvoiceDocument): string {
  const { kind, dueOn, seller } = invoice
  if (kind === 'credit-note') return words.credited
  const less = lessInWords(invoice) ?? []
  if (leftToPay(invoice) === 0) return [less, words.settled].flat().join('\n')
  return [less, dueOn ? words.payBy(dueOn) : words.payNow, seller.bank ?? []].flat().join('\n')
}

/** BG-23: the tax of each rate. */
function taxesOf({ taxes, currency }: InvoiceDocument): Body['cac:TaxTotal'][0] {
  return {
    ...money('cbc:TaxAmount', taxes.tax, currency),
    'cac:TaxSubtotal': taxes.byRate.map(({ rate, net, tax }) => ({
      ...money('cbc:TaxableAmount', net, currency),
      ...money('cbc:TaxAmount', tax, currency),
      'cac:TaxCategory': {
        ...categoryOf(taxes, rate),
        ...(!isTaxed(taxes) && { 'cbc:TaxExemptionReason': words.notTaxed }),
        'cac:TaxScheme': { 'cbc:ID': 'VAT' },
      },
    })),
  }
}

/** BG-22: the document's totals. */
function sumsOf({ taxes: { net, gross }, currency, paidOn }: InvoiceDocument): Body['cac:LegalMonetaryTotal'] {
  const paid = minor(paidOn === null ? 0 : gross)
  return {
    ...money('cbc:LineExtensionAmount', net, currency),
    ...money('cbc:TaxExclusiveAmount', net, currency),
    ...money('cbc:TaxInclusiveAmount', gross, currency),
    ...(paid > 0 && money('cbc:PrepaidAmount', paid, currency)),
    ...money('cbc:PayableAmount', minor(gross - paid), currency),
  }
}

/**
 * BG-25. The net unit price of a price that contains tax has endless decimals, so the price of the whole quantity is given
 * instead (BT-149), which is exactly the line's net amount.
 */
function lineOf({ taxes, prices, currency }: InvoiceDocument, line: InvoiceLine, n: number): Line {
  const isNetPrice = prices === 'exclusive' || !isTaxed(taxes)
  const net = isNetPrice ? line.total : minor(line.total - line.tax)
  const quantity = String(line.quantity)
  return {
    'cbc:ID': String(n + 1),
    'cbc:InvoicedQuantity': quantity,
    'cbc:InvoicedQuantity@unitCode': piece,
    ...money('cbc:LineExtensionAmount', net, currency),
    'cac:Item': {
      'cbc:Name': line.productName,
      ...(line.partNumber && { 'cac:SellersItemIdentification': { 'cbc:ID': line.partNumber } }),
      'cac:ClassifiedTaxCategory': { ...categoryOf(taxes, line.rate), 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
    },
    'cac:Price': {
      ...money('cbc:PriceAmount', isNetPrice ? line.unitPrice : net, currency),
      'cbc:BaseQuantity': isNetPrice ? '1' : quantity,
      'cbc:BaseQuantity@unitCode': piece,
    },
  }
}

/** UNCL 5305: outside the scope of tax, zero rated, or taxed at a rate. */
function categoryOf(taxes: Taxes, rate: number): { 'cbc:ID': 'O' | 'Z' | 'S'; 'cbc:Percent'?: string } {
  if (!isTaxed(taxes)) return { 'cbc:ID': 'O' }
  return rate === 0 ? { 'cbc:ID': 'Z', 'cbc:Percent': '0' } : { 'cbc:ID': 'S', 'cbc:Percent': String(rate / 100) }
}

/** EN 16931 allows an amount two decimals (BR-DEC): in currencies with three, the last is always 0 here. */
function money<Name extends string>(name: Name, value: Minor, currency: string) {
  const text = toMajor(value, currency).toFixed(Math.min(decimalsOf(currency), 2))
  const code = currency.toUpperCase() as Currency
  return { [name]: text, [`${name}@currencyID`]: code } as Record<Name, string> & Record<`${Name}@currencyID`, Currency>
}
