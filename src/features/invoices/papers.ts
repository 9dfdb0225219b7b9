import { paperWords as words } from '#content/papers.ts'
import { site } from '#content/site.ts'
import { leftToShip, owedOf } from '#features/orders/rules.ts'
import type { OrderRow, OrderWithLines } from '#features/orders/store.ts'
import type { Paper } from '#features/papers/paper.ts'
import { taxesByRate, type Taxes } from '#features/pricing/tax.ts'
import type { WholeQuote } from '#features/quotes/schema.ts'
import { formatMoney, toMajor, type Minor } from '#shared/money.ts'
import type { InvoiceDocument, Seller } from './document.ts'
import { leftToPay, lessInWords, pricesOf, type Issuing } from './rules.ts'

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const localDays = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: site.timeZone })
/** @param day such as 2026-11-24. */
const dayInWords = (day: string): string => days.format(new Date(`${day}T00:00:00Z`))
const count = (pieces: number): string => pieces.toLocaleString('en-US')
const inLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const given = (facts: readonly (readonly [label: string, value: string | null])[]): Paper['facts'] =>
  facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]))

/** The head of every paper. */
export const sellerLines = ({ name, address, taxId, registration, email, phone }: Seller): string[] => [
  name,
  ...address,
  `${email}, ${phone}`,
  ...(taxId ? [words.taxId(taxId)] : []),
  ...(registration ? [words.registration(registration)] : []),
]

const { product, quantity, each, total } = words.heads

/** An invoice or a credit note as it was issued. */
export function invoicePaper(invoice: InvoiceDocument): Paper {
  const { kind, number, currency, seller, buyer, order, corrects, lines, taxes, taxName, dueOn, paidOn } = invoice
  const money = (amount: Minor) => formatMoney(toMajor(amount, currency), currency)
  return {
    title: words.titles[kind],
    number,
    seller: sellerLines(seller),
    blocks: [
      { label: words.to, lines: [buyer.name, buyer.email] },
      { label: words.deliveredTo, lines: inLines(buyer.address) },
    ],
    facts: given([
      [words.date, dayInWords(invoice.issuedOn)],
      [words.order, order.number],
      [words.ordered, dayInWords(order.placedOn)],
      [words.buyersNumber, order.purchaseOrderNumber],
      [words.due, dueOn && leftToPay(invoice) > 0 ? dayInWords(dueOn) : null],
      [words.paid, paidOn && dayInWords(paidOn)],
    ]),
    heads: [product, quantity, each, total],
    rows: lines.map((line) => ({
      name: line.productName,
      note: line.partNumber,
      cells: [count(line.quantity), money(line.unitPrice), money(line.total)],
    })),
    totals: totalsOf(taxes, taxName, money),
    words: [
      ...(corrects ? [words.corrects(corrects.number, corrects.reason)] : []),
      ...(kind === 'invoice' ? howToPay(invoice, money) : []),
    ],
  }
}

/** The sum to pay with what it is made of, the day and the account, or that nothing is left to pay. */
function howToPay(invoice: InvoiceDocument, money: (amount: Minor) => string): string[] {
  const { number, seller, dueOn, paidOn } = invoice
  const less = lessInWords(invoice)
  if (paidOn !== null) return [...(less ? [`${less}.`] : []), words.thanks]
  const amount = leftToPay(invoice)
  if (less && amount === 0) return [words.nothingLeft(less)]
  const day = dueOn && dayInWords(dueOn)
  return [
    ...(day ? [less ? words.payRest(less, { amount: money(amount), day, number }) : words.payBy(day, number)] : []),
    ...(seller.bank ? [words.bank(seller.bank)] : []),
  ]
}

/** The net and the tax of each rate above the sum; only the sum if nothing is taxed. */
function totalsOf({ net, gross, byRate }: Taxes, taxName: string, money: (amount: Minor) => string): Paper['totals'] {
  const taxed = byRate.filter(({ rate }) => rate > 0)
  return [
    ...(taxed.length > 0 ? [{ label: words.net, value: money(net) }] : []),
    ...taxed.map(({ rate, tax }) => ({ label: `${taxName} ${rate / 100} %`, value: money(tax) })),
    { label: words.sum, value: money(gross) },
  ]
}

/** The order confirmation: what was ordered, at which prices. */
export function confirmationPaper({ order, lines }: OrderWithLines, { seller, tax }: Issuing): Paper {
  const taxed = lines.map((line) => ({ total: line.total, rate: line.taxRate, tax: line.tax }))
  const money = (amount: Minor) => formatMoney(toMajor(amount, order.currency), order.currency)
  return {
    ...ofOrder(order, seller),
    title: words.titles.confirmation,
    heads: [product, quantity, each, total],
    rows: lines.map((line) => ({
      name: line.productName,
      note: line.partNumber,
      cells: [count(line.quantity), money(line.unitPrice), money(line.total)],
    })),
    totals: totalsOf(taxesByRate(taxed, pricesOf(order)), tax.name, money),
    words: [...howPaid(order), ...(order.note ? [words.note(order.note)] : [])],
  }
}

/** How to pay, or that it is paid; nothing for an order that was credited in whole. */
function howPaid(order: OrderRow): string[] {
  if (order.dueAt === null) return [words.byCard]
  if (order.paidAt !== null) return [words.thanks]
  return owedOf(order) > 0 ? [words.onAccount(localDays.format(order.dueAt), order.number)] : []
}

/** What was ordered, shipped, refunded and is left to ship: without prices, for the people who pack and unpack. */
export function packingSlip({ order, lines }: OrderWithLines, seller: Seller): Paper {
  const { ordered, sent, refunded, left } = words.heads
  const hasRefunded = lines.some((line) => line.refunded > 0)
  return {
    ...ofOrder(order, seller),
    title: words.titles['packing-slip'],
    heads: [product, ordered, sent, ...(hasRefunded ? [refunded] : []), left],
    rows: lines.map((line) => ({
      name: line.productName,
      note: line.partNumber,
      cells: [line.quantity, line.shipped, ...(hasRefunded ? [line.refunded] : []), leftToShip(line)].map(count),
    })),
    totals: [],
    words: order.note ? [words.note(order.note)] : [],
  }
}

function ofOrder(order: OrderRow, seller: Seller): Pick<Paper, 'number' | 'seller' | 'blocks' | 'facts'> {
  return {
    number: order.number,
    seller: sellerLines(seller),
    blocks: [
      { label: words.to, lines: [order.name, order.email] },
      { label: words.deliverTo, lines: [...inLines(order.address), order.phone] },
    ],
    facts: given([
      [words.ordered, localDays.format(order.createdAt)],
      [words.buyersNumber, order.purchaseOrderNumber],
    ]),
  }
}

/** An offer. */
export function quotePaper(
  quote: WholeQuote,
  offer: NonNullable<WholeQuote['offer']>,
  { seller, tax }: Issuing,
): Paper {
  const money = (amount: number) => formatMoney(amount, quote.currency)
  const until = localDays.format(new Date(offer.validUntil))
  return {
    title: words.titles.quote,
    number: quote.number,
    seller: sellerLines(seller),
    blocks: [{ label: words.to, lines: [quote.name, quote.email, quote.phone] }],
    facts: given([
      [words.offered, localDays.format(new Date(offer.offeredAt))],
      [words.validUntil, until],
    ]),
    heads: [product, quantity, each, total],
    rows: offer.lines.map((line) => ({
      name: line.productName,
      note: line.partNumber,
      cells: [count(line.quantity), money(line.unitPrice), money(line.total)],
    })),
    totals: [{ label: words.sum, value: money(offer.total) }],
    words: [
      ...(tax.prices === 'exclusive' ? [words.plusTax(tax.name)] : []),
      ...(offer.message ? inLines(offer.message) : []),
      words.quoteEnds(until),
    ],
  }
}
