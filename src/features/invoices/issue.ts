import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { site } from '#content/site.ts'
import { tools } from '#features/catalogue/tables.ts'
import { lockOrder } from '#features/orders/lifecycle.ts'
import { linesOfOrder } from '#features/orders/after-payment.ts'
import type { OrderLineRow, OrderRow } from '#features/orders/store.ts'
import { allotted, taxesOf, type TaxRules } from '#features/papers/tax.ts'
import { refunds } from '#features/payments/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { dayOf } from '#shared/days.ts'
import { minor, type Minor } from '#shared/money.ts'
import type { InvoiceDocument, InvoiceLine, Seller } from './document.ts'
import { isInvoiced, numberOf } from './rules.ts'
import { invoiceCounters, invoices } from './tables.ts'

export type Issuing = { seller: Seller; taxName: string; tax: TaxRules }
export type InvoiceRow = typeof invoices.$inferSelect
type RefundRow = typeof refunds.$inferSelect

const day = (at: Date): string => dayOf(at, site.timeZone)

/**
 * Issues what an order has come to need: its invoice, and a credit note for each refund. Once more changes nothing.
 * @returns everything that was ever issued for it, the oldest first.
 */
export async function issueFor(tx: Database, orderId: string, how: Issuing, at: Date): Promise<InvoiceRow[]> {
  const order = await lockOrder(tx, orderId)
  if (!order || !isInvoiced(order)) return []
  const lines = await invoiceLines(tx, orderId, how.tax)
  const invoice = (await findInvoice(tx, orderId)) ?? (await issueInvoice(tx, order, lines, how, at))
  for (const refund of await uncredited(tx, orderId))
    await issueCreditNote(tx, { order, invoice, refund, lines }, how, at)
  return issuedFor(tx, orderId)
}

/** Everything that was issued for an order, the oldest first; undefined while something is still to be. Nothing is locked for it. */
export async function issuedWhole(db: Database, orderId: string): Promise<InvoiceRow[] | undefined> {
  const issued = await issuedFor(db, orderId)
  const isWhole = issued.some(({ kind }) => kind === 'invoice') && (await uncredited(db, orderId)).length === 0
  return isWhole ? issued : undefined
}

/** Everything that was issued for an order, the oldest first. */
function issuedFor(db: Database, orderId: string): Promise<InvoiceRow[]> {
  return db.select().from(invoices).where(eq(invoices.orderId, orderId)).orderBy(asc(invoices.id))
}

async function findInvoice(tx: Database, orderId: string): Promise<InvoiceRow | undefined> {
  const [row] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, 'invoice')))
  return row
}

/** Money that went back and is on no credit note yet. */
async function uncredited(tx: Database, orderId: string): Promise<RefundRow[]> {
  const rows = await tx
    .select({ refund: refunds })
    .from(refunds)
    .leftJoin(invoices, eq(invoices.refundId, refunds.id))
    .where(and(eq(refunds.orderId, orderId), eq(refunds.state, 'succeeded'), isNull(invoices.id)))
    .orderBy(asc(refunds.id))
  return rows.map(({ refund }) => refund)
}

async function invoiceLines(
  tx: Database,
  orderId: string,
  { rateOf }: TaxRules,
): Promise<(OrderLineRow & { rate: number })[]> {
  const lines = await linesOfOrder(tx, orderId)
  const rows = await tx
    .select({ id: tools.id, category: tools.category })
    .from(tools)
    .where(sql`${tools.id} = any(string_to_array(${lines.map(({ toolId }) => toolId).join(',')}, ',')::uuid[])`)
  const categories = new Map(rows.map(({ id, category }) => [id, category]))
  return lines.map((line) => ({ ...line, rate: rateOf(categories.get(line.toolId) ?? '') }))
}

/** The next number of a kind: whoever issues at the same time waits for it, and gives it back with a transaction that fails. */
async function nextSequence(tx: Database, kind: InvoiceDocument['kind']): Promise<number> {
  const [row] = await tx
    .insert(invoiceCounters)
    .values({ kind, last: 1 })
    .onConflictDoUpdate({ target: invoiceCounters.kind, set: { last: sql`${invoiceCounters.last} + 1` } })
    .returning()
  if (!row) throw new Error('no number was counted')
  return row.last
}

type Written = Pick<InvoiceDocument, 'kind' | 'dueOn' | 'paidOn' | 'corrects' | 'lines'>

async function write(
  tx: Database,
  order: OrderRow,
  { refundId, ...written }: Written & { refundId: string | null },
  { seller, taxName, tax }: Issuing,
  at: Date,
): Promise<InvoiceRow> {
  const sequence = await nextSequence(tx, written.kind)
  const number = numberOf(written.kind, sequence)
  const taxes = taxesOf(written.lines, tax.rounding)
  const document: InvoiceDocument = {
    ...written,
    number,
    issuedOn: day(at),
    currency: order.currency,
    seller,
    taxName,
    buyer: { name: order.name, email: order.email, address: order.address },
    order: { number: order.number, placedOn: day(order.createdAt), purchaseOrderNumber: order.purchaseOrderNumber },
    taxes,
  }
  const row = {
    id: newId(),
    kind: written.kind,
    sequence,
    number,
    orderId: order.id,
    refundId,
    total: taxes.gross,
    document,
    issuedAt: at,
  }
  await tx.insert(invoices).values(row)
  return row
}

function issueInvoice(
  tx: Database,
  order: OrderRow,
  lines: readonly (OrderLineRow & { rate: number })[],
  how: Issuing,
  at: Date,
) {
  return write(
    tx,
    order,
    {
      kind: 'invoice',
      refundId: null,
      dueOn: order.dueAt ? day(order.dueAt) : null,
      paidOn: order.paidAt ? day(order.paidAt) : null,
      corrects: null,
      lines: lines.map(onPaper),
    },
    how,
    at,
  )
}

const onPaper = ({ productName, partNumber, quantity, unitPrice, total, rate }: InvoiceLine): InvoiceLine => ({
  productName,
  partNumber,
  quantity,
  unitPrice,
  total,
  rate,
})

type Credited = {
  order: OrderRow
  invoice: InvoiceRow
  refund: RefundRow
  lines: readonly (OrderLineRow & { rate: number })[]
}

function issueCreditNote(tx: Database, { order, invoice, refund, lines }: Credited, how: Issuing, at: Date) {
  const corrects = { number: invoice.number, reason: refund.reason }
  const credited = creditedLines(refund, lines)
  const written = { kind: 'credit-note' as const, dueOn: null, paidOn: null, corrects, lines: credited }
  return write(tx, order, { ...written, refundId: refund.id }, how, at)
}

/** The pieces that went back, where their price is what went back; else the amount, by the rates that the order has. */
export function creditedLines(
  { amount, lines: named }: Pick<RefundRow, 'amount' | 'lines'>,
  lines: readonly (InvoiceLine & { position: number })[],
): InvoiceLine[] {
  const pieces = named.flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    return line ? [{ ...onPaper(line), quantity, total: minor(quantity * line.unitPrice) }] : []
  })
  if (pieces.length > 0 && pieces.reduce((sum, { total }) => sum + total, 0) === amount) return pieces
  const rates = [...new Set(lines.map(({ rate }) => rate))]
  const weights = rates.map((rate) => lines.reduce((sum, line) => (line.rate === rate ? sum + line.total : sum), 0))
  return allotted(amount, weights).flatMap((total: Minor, n) =>
    total > 0
      ? [{ productName: 'Credit', partNumber: '', quantity: 1, unitPrice: total, total, rate: rates[n] ?? 0 }]
      : [],
  )
}
