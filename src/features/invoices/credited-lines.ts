import type { OrderLineRow } from '#features/orders/store.ts'
import type { refunds } from '#features/payments/tables.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import { minor, stepOf } from '#shared/money.ts'
import { allotted } from './allotted.ts'
import type { InvoiceLine } from './document.ts'

type Refund = Pick<typeof refunds.$inferSelect, 'amount' | 'lines'>
type OrderedLine = Pick<
  OrderLineRow,
  'position' | 'productName' | 'partNumber' | 'quantity' | 'unitPrice' | 'total' | 'taxRate' | 'tax'
>
/** A number of pieces of an order line. */
type Pieces = { line: OrderedLine; quantity: number }
type Credited = Omit<InvoiceLine, 'tax'>

/** How many products one line of a paper names, as it has to fit a page. */
const mostNamed = 20

/** The returned pieces if their price is the refunded amount; else the amount, split by tax rate and naming what it is for. */
export function creditedLines(
  { amount, lines: returned }: Refund,
  lines: readonly OrderedLine[],
  prices: TaxRules['prices'],
  currency: string,
): Credited[] {
  const named = returned.flatMap(({ position, quantity }): Pieces[] => {
    const line = lines.find((each) => each.position === position)
    return line ? [{ line, quantity }] : []
  })
  const price = named.reduce((sum, { line, quantity }) => sum + quantity * line.unitPrice, 0)
  if (price === amount && prices === 'inclusive') return named.map(asSold)
  const about = named.length > 0 ? named : lines.map((line) => ({ line, quantity: line.quantity }))
  const byRate = [...Map.groupBy(about, ({ line }) => line.taxRate)]
  const weights = byRate.map(([, pieces]) => pieces.reduce((sum, each) => sum + worthOf(each, prices), 0))
  const totals = allotted(amount, weights, stepOf(currency))
  return byRate.flatMap(([rate, pieces], n) => {
    const total = totals[n] ?? minor(0)
    const productName = named.length > 0 ? `Credit: ${namesOf(pieces)}` : 'Credit'
    return total > 0 ? [{ productName, partNumber: '', quantity: 1, unitPrice: total, total, rate }] : []
  })
}

function asSold({ line: { productName, partNumber, unitPrice, taxRate: rate }, quantity }: Pieces): Credited {
  return { productName, partNumber, quantity, unitPrice, total: minor(quantity * unitPrice), rate }
}

/** What was paid for the pieces, with their tax. */
const worthOf = ({ line, quantity }: Pieces, prices: TaxRules['prices']): number =>
  ((line.total + (prices === 'exclusive' ? line.tax : 0)) * quantity) / line.quantity

function namesOf(pieces: readonly Pieces[]): string {
  const names = pieces.map(({ line, quantity }) => `${quantity} × ${line.productName}`)
  const more = names.length - mostNamed
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` + ${more} more` : ''}`
}
