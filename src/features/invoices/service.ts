import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { mayReadOrder, noSuchOrder } from '#features/orders/policy.ts'
import { orderEvents } from '#features/orders/tables.ts'
import { findOrder, type OrderWithLines } from '#features/orders/store.ts'
import type { Paper } from '#features/papers/paper.ts'
import { renderPdf } from '#features/papers/pdf.ts'
import { isOfOrder, refunds } from '#features/payments/tables.ts'
import type { Caller, Quotes } from '#features/quotes/service.ts'
import type { StatementQuery } from '#features/receivables/schema.ts'
import type { Receivables } from '#features/receivables/service.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import type { Log } from '#platform/log/log.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { toMajor } from '#shared/money.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import type { Seller } from './document.ts'
import { eInvoiceProblems } from './e-invoice/problems.ts'
import { renderFacturX, renderUbl } from './e-invoice.ts'
import { issueFor, issuedWhole, type InvoiceRow } from './issue.ts'
import { confirmationPaper, invoicePaper, packingSlip, quotePaper } from './papers.ts'
import { isConfirmed, isInvoiced, isPackable } from './rules.ts'
import { statementPaper } from './statement-paper.ts'
import type { InvoiceForm, OrderPapers } from './schema.ts'
import { invoices } from './tables.ts'

export type Invoices = ReturnType<typeof createInvoices>

type Parts = {
  db: Database
  clock: Clock
  seller: Seller
  tax: TaxRules
  quotes: Quotes
  receivables: Pick<Receivables, 'statement'>
  limiter: RateLimiter
  log: Log
}

/** A file with the name that it is saved under. */
export type PaperFile = { name: string; type: 'application/pdf' | 'application/xml'; content: Uint8Array }

/** Each is drawn on the one thread. */
const drawings = { name: 'papers', count: 60, seconds: 60 }
/** How long the job looks at an order after something happened to it; after that its invoice is issued on request. */
const lookBackMs = 15 * 60_000
/** How many orders one run issues for; the rest follow a minute later. */
const mostAtOnce = 1000

/** Papers of orders and quotes, and the invoices among them: numbered without a gap, and never changed. */
export function createInvoices({ db, clock, seller, tax, quotes, receivables, limiter, log }: Parts) {
  /** @throws Failure 'not-found', also for an order that the actor may not see. */
  async function visible(actor: Actor, id: string): Promise<OrderWithLines> {
    const found = await findOrder(db, id)
    if (!found || !mayReadOrder(actor, found.order)) throw noSuchOrder()
    return found
  }

  /** Issues what an order needs by now. @returns everything that was ever issued for it. */
  const issue = (orderId: string): Promise<InvoiceRow[]> =>
    retryConflicts(() => inTransaction(db, (tx) => issueFor(tx, orderId, { seller, tax }, clock.now())))

  /** What was issued for an order, after issuing what is due. If nothing is due, it waits for no lock on the order. */
  const issued = async ({ order }: OrderWithLines): Promise<InvoiceRow[]> =>
    isInvoiced(order) ? ((await issuedWhole(db, order.id)) ?? issue(order.id)) : []

  async function draw(actor: Actor, paper: Paper, made: Date): Promise<PaperFile> {
    await limiter.use(drawings, actor.id)
    return fileOf(paper, made)
  }

  return {
    issue,

    /** Lists an order's papers. @throws Failure 'not-found', also for another's. */
    async list(actor: Actor, id: string): Promise<OrderPapers> {
      const found = await visible(actor, id)
      return {
        confirmation: isConfirmed(found.order.state),
        packingSlip: isPackable(found.order.state),
        issued: (await issued(found)).map(({ id: _id, kind, number, total, issuedAt, document }) => ({
          _id,
          kind,
          number,
          total: toMajor(total, document.currency),
          currency: document.currency,
          issuedAt: issuedAt.toISOString(),
          eInvoice: eInvoiceProblems(document).length === 0,
        })),
      }
    },

    /** @throws Failure 'not-found', also for another's; 'conflict' for an order that has ended. */
    async confirmation(actor: Actor, id: string): Promise<PaperFile> {
      const found = await visible(actor, id)
      if (!isConfirmed(found.order.state))
        throw notYet(`This order is ${found.order.state}: there is nothing to confirm.`)
      return draw(actor, confirmationPaper(found, { seller, tax }), found.order.createdAt)
    },

    /** @throws Failure 'not-found', also for another's; 'conflict' while nothing may be shipped. */
    async packingSlip(actor: Actor, id: string): Promise<PaperFile> {
      const found = await visible(actor, id)
      if (!isPackable(found.order.state))
        throw notYet('The packing slip is available once the order is paid, or on account.')
      return draw(actor, packingSlip(found, seller), found.order.createdAt)
    },

    /**
     * The invoice of an order, or one of its credit notes.
     * @param invoiceId which of them; the invoice by default.
     * @throws Failure 'not-found', also for another's; 'conflict' while there is none, or none in that format.
     */
    async invoice(actor: Actor, id: string, invoiceId?: string, form: InvoiceForm = 'pdf'): Promise<PaperFile> {
      const row = (await issued(await visible(actor, id))).find((each) =>
        invoiceId === undefined ? each.kind === 'invoice' : each.id === invoiceId,
      )
      if (!row && invoiceId !== undefined) throw new Failure('not-found', 'There is no such document.')
      if (!row) throw notYet('The invoice is available once the order is paid or, on account, once everything is sent.')
      await limiter.use(drawings, actor.id)
      return invoiceFile(row, form)
    },

    /** A page of an account's monthly statement. @throws Failure as `statement` of receivables. */
    async statement(actor: Actor, asked: StatementQuery): Promise<PaperFile> {
      const statement = await receivables.statement(actor, asked)
      const { month } = statement
      const file = await draw(actor, statementPaper(statement, seller), new Date(`${month}-01T00:00:00Z`))
      return { ...file, name: `statement-${month}.pdf` }
    },

    /**
     * Yields papers of orders one after the other, skipping orders that have none any more. The caller checks who may have them
     * drawn.
     */
    async *papersOf(kind: 'packing-slip' | 'invoice', ids: readonly string[]): AsyncGenerator<Paper> {
      for (const id of ids) {
        const found = await findOrder(db, id)
        if (!found) continue
        if (kind === 'packing-slip') {
          if (isPackable(found.order.state)) yield packingSlip(found, seller)
          continue
        }
        const row = (await issued(found)).find((each) => each.kind === 'invoice')
        if (row) yield invoicePaper(row.document)
      }
    },

    /** The newest offer of a quote. @throws Failure 'not-found', 'conflict' while there is none. */
    async offer(caller: Caller, id: string): Promise<PaperFile> {
      const quote = await quotes.get(caller, id)
      if (!quote.offer) throw notYet('There is no offer yet.')
      await limiter.use(drawings, caller.actor?.id ?? id)
      return fileOf(quotePaper(quote, quote.offer, { seller, tax }), new Date(quote.offer.offeredAt))
    },

    /** Issues what is due for orders to which something happened lately. An order that fails holds up no other. */
    async issueDue(): Promise<void> {
      const since = new Date(clock.now().getTime() - lookBackMs)
      for (const orderId of await movedSince(db, since)) {
        await issue(orderId).catch((error: unknown) => log.error('an invoice could not be issued', { orderId, error }))
      }
    },
  }
}

const notYet = (message: string): Failure => new Failure('conflict', message)

const fileOf = async (paper: Paper, made: Date): Promise<PaperFile> => ({
  name: `${paper.title.toLowerCase().replaceAll(' ', '-')}-${paper.number.replaceAll(' ', '-')}.pdf`,
  type: 'application/pdf',
  content: await renderPdf(paper, made),
})

async function invoiceFile({ document, issuedAt }: InvoiceRow, form: InvoiceForm): Promise<PaperFile> {
  if (form === 'pdf') return fileOf(invoicePaper(document), issuedAt)
  const name = `${document.kind}-${document.number}`
  if (form === 'factur-x') {
    return { name: `${name}.pdf`, type: 'application/pdf', content: await renderFacturX(document, issuedAt) }
  }
  return { name: `${name}.xml`, type: 'application/xml', content: Buffer.from(await renderUbl(document)) }
}

/** Orders whose money came or went, or that shipped something, since then, and that still need an invoice or credit note. */
async function movedSince(db: Database, since: Date): Promise<string[]> {
  const { orderId } = orderEvents
  const sentBack = sql`(select sum(${refunds.amount}) from ${refunds}
    where ${refunds.orderId} = ${orderId} and ${refunds.state} = 'succeeded' and ${isOfOrder})`
  const credited = sql`(select sum(note.total) from ${invoices} note where note.order_id = ${orderId} and note.kind = 'credit-note')`
  const isUncredited = sql`${sentBack} > coalesce(${credited}, 0)`
  const rows = await db
    .selectDistinct({ orderId })
    .from(orderEvents)
    .leftJoin(invoices, and(eq(invoices.orderId, orderId), eq(invoices.kind, 'invoice')))
    .where(
      and(
        // Ids begin with their time (RFC 9562), so the index on ids serves this.
        gt(orderEvents.id, firstIdAt(since)),
        inArray(orderEvents.kind, ['paid', 'shipped', 'delivered', 'refunded']),
        or(isNull(invoices.id), isUncredited),
      ),
    )
    .limit(mostAtOnce)
  return rows.map((row) => row.orderId)
}

/** The lowest UUIDv7 of a moment. */
function firstIdAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
