import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { site } from '#content/site.ts'
import { addWords } from '#features/orders/desk-words.ts'
import { lockOrder } from '#features/orders/lifecycle.ts'
import { linesOfOrder } from '#features/orders/after-payment.ts'
import type { OrderLineRow, OrderRow } from '#features/orders/store.ts'
import { taxedTotal, taxesByRate } from '#features/pricing/tax.ts'
import { isOfOrder, refunds } from '#features/payments/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { dayOf } from '#shared/days.ts'
import { minor } from '#shared/money.ts'
import { creditedLines } from './credited-lines.ts'
import type { InvoiceDocument, InvoiceLine } from './document.ts'
import { isInvoiced, numberOf, pricesOf, type Issuing } from './rules.ts'
import { invoiceCounters, invoices } from './tables.ts'

export type InvoiceRow = typeof invoices.$inferSelect
type RefundRow = typeof refunds.$inferSelect

const day = (at: Date): string => dayOf(at, site.timeZone)

/**
 * Issues what an order needs by now: its invoice, and a credit note for each refund. Idempotent.
 * @returns everything that was ever issued for it, oldest first.
 */
export async function issueFor(tx: Database, orderId: string, how: Issuing, at: Date): Promise<InvoiceRow[]> {
  const order = await lockOrder(tx, orderId)
  if (!order || !isInvoiced(order)) return []
  const lines = await linesOfOrder(tx, orderId)
  const found = await findInvoice(tx, orderId)
  // An invoice and its notes name each other, so all have numbers before one is written: the invoice first, so that all who issue
  // wait for the counters in one order.
  const sequence = found ? 0 : await nextSequence(tx, 'invoice')
  const notes = await numbered(tx, await uncredited(tx, orderId))
  const invoice = found ?? (await issueInvoice(tx, { order, lines, sequence, notes }, how, at))
  for (const note of notes) await issueCreditNote(tx, { order, invoice, lines, ...note }, how, at)
  return issuedFor(tx, orderId)
}

/** Everything that was issued for an order, oldest first; undefined while something is still to be issued. Takes no locks. */
export async function issuedWhole(db: Database, orderId: string): Promise<InvoiceRow[] | undefined> {
  const issued = await issuedFor(db, orderId)
  const isWhole = issued.some(({ kind }) => kind === 'invoice') && (await uncredited(db, orderId)).length === 0
  return isWhole ? issued : undefined
}

/** Everything that was issued for an order, oldest first. */
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

/**
 * The order's refunds that are on no credit note yet. A note whose refund failed afterwards stands, and covers the same amount
 * of the refunds sent instead: a refund that is partly covered is returned with the rest only.
 */
async function uncredited(tx: Database, orderId: string): Promise<RefundRow[]> {
  const rows = await tx
    .select({ refund: refunds, credited: invoices.total })
    .from(refunds)
    .leftJoin(invoices, eq(invoices.refundId, refunds.id))
    .where(and(eq(refunds.orderId, orderId), isOfOrder))
    .orderBy(desc(refunds.id))
  const succeeded = rows.filter(({ refund }) => refund.state === 'succeeded')
  const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)
  let left = sum(succeeded.map(({ refund }) => refund.amount)) - sum(rows.map(({ credited }) => credited ?? 0))
  const open: RefundRow[] = []
  for (const { refund, credited } of succeeded) {
    if (credited !== null || left <= 0) continue
    const amount = minor(Math.min(refund.amount, left))
    left -= amount
    open.unshift({ ...refund, amount })
  }
  return open
}

/** The next number of a kind: concurrent transactions wait for it, and a transaction that fails gives it back. */
async function nextSequence(tx: Database, kind: InvoiceDocument['kind']): Promise<number> {
  const [row] = await tx
    .insert(invoiceCounters)
    .values({ kind, last: 1 })
    .onConflictDoUpdate({ target: invoiceCounters.kind, set: { last: sql`${invoiceCounters.last} + 1` } })
    .returning()
  if (!row) throw new Error('the invoice counter returned no number')
  return row.last
}

/** A refund with the number of its credit note. */
type Note = { refund: RefundRow; sequence: number }

async function numbered(tx: Database, open: readonly RefundRow[]): Promise<Note[]> {
  const notes: Note[] = []
  for (const refund of open) notes.push({ refund, sequence: await nextSequence(tx, 'credit-note') })
  return notes
}

type Written = Pick<InvoiceDocument, 'kind' | 'buyer' | 'dueOn' | 'paidOn' | 'corrects' | 'less' | 'lines' | 'prices'>

async function write(
  tx: Database,
  order: OrderRow,
  { refundId, sequence, ...written }: Written & { refundId: string | null; sequence: number },
  { seller, tax }: Issuing,
  at: Date,
): Promise<InvoiceRow> {
  const number = numberOf(written.kind, sequence)
  const taxes = taxesByRate(written.lines, written.prices)
  const document: InvoiceDocument = {
    ...written,
    number,
    issuedOn: day(at),
    currency: order.currency,
    seller,
    taxName: tax.name,
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
  await addWords(tx, [{ orderId: order.id, text: number }])
  return row
}

type Invoiced = { order: OrderRow; lines: readonly OrderLineRow[]; sequence: number; notes: readonly Note[] }

function issueInvoice(tx: Database, { order, lines, sequence, notes }: Invoiced, how: Issuing, at: Date) {
  const { name, email, address, country } = order
  const less = lessOf(order, notes)
  return write(
    tx,
    order,
    {
      kind: 'invoice',
      buyer: { name, email, address, country: country ?? how.seller.country },
      refundId: null,
      sequence,
      dueOn: order.dueAt ? day(order.dueAt) : null,
      paidOn: order.paidAt ? day(order.paidAt) : null,
      corrects: null,
      ...(less && { less }),
      prices: pricesOf(order),
      lines: lines.map(onPaper),
    },
    how,
    at,
  )
}

/** What an order on account no longer owes of its invoice. What goes back to a card was paid before, so it changes no sum to pay. */
function lessOf({ paidAt, received }: OrderRow, open: readonly Note[]): InvoiceDocument['less'] {
  const notes = open
    .filter(({ refund }) => refund.paymentId === null)
    .map(({ refund, sequence }) => ({ number: numberOf('credit-note', sequence), total: refund.amount }))
  const paid = paidAt === null ? received : minor(0)
  return notes.length > 0 || paid > 0 ? { notes, paid } : undefined
}

const onPaper = ({ productName, partNumber, quantity, unitPrice, total, taxRate, tax }: OrderLineRow): InvoiceLine => ({
  productName,
  partNumber,
  quantity,
  unitPrice,
  total,
  rate: taxRate,
  tax,
})

type Credited = Note & { order: OrderRow; invoice: InvoiceRow; lines: readonly OrderLineRow[] }

/**
 * A refund gives back what was paid, so a credit note's prices contain their tax. Its buyer is the invoice's, even when the
 * buyer was erased from the order.
 */
function issueCreditNote(tx: Database, { order, invoice, refund, sequence, lines }: Credited, how: Issuing, at: Date) {
  const corrects = { number: invoice.number, issuedOn: invoice.document.issuedOn, reason: refund.reason }
  const credited = creditedLines(refund, lines, pricesOf(order), order.currency)
  const taxable = credited.map(({ total, rate }) => ({ total, rate }))
  const { taxes } = taxedTotal(taxable, { prices: 'inclusive', rounding: how.tax.rounding }, order.currency)
  const written = {
    kind: 'credit-note' as const,
    buyer: invoice.document.buyer,
    dueOn: null,
    paidOn: null,
    corrects,
    prices: 'inclusive' as const,
    lines: credited.map((line, n) => ({ ...line, tax: taxes[n] ?? minor(0) })),
  }
  return write(tx, order, { ...written, refundId: refund.id, sequence }, how, at)
}
