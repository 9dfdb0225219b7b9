import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#features/orders/tables.ts'
import { refunds } from '#features/payments/tables.ts'
import { bigintNumber, id, timestamptz } from '#platform/db/columns.ts'
import type { Minor } from '#shared/money.ts'
import type { InvoiceDocument } from './document.ts'

type Kind = InvoiceDocument['kind']

/** The last number of each kind: counted in the issuing transaction, so that no number is missing or used twice. */
export const invoiceCounters = pgTable('invoice_counter', {
  kind: text('kind').$type<Kind>().primaryKey(),
  last: integer('last').notNull(),
})

/** Invoices and credit notes as they were issued: only ever added to. */
export const invoices = pgTable(
  'invoice',
  {
    id: id(),
    kind: text('kind').$type<Kind>().notNull(),
    sequence: integer('sequence').notNull(),
    number: text('number').notNull().unique(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** The refund that a credit note is for. */
    refundId: uuid('refund_id')
      .unique()
      .references(() => refunds.id),
    /** Minor units. */
    total: bigintNumber('total').$type<Minor>().notNull(),
    document: jsonb('document').$type<InvoiceDocument>().notNull(),
    issuedAt: timestamptz('issued_at').notNull(),
  },
  (t) => [
    unique('invoice_sequence').on(t.kind, t.sequence),
    uniqueIndex('invoice_of_order')
      .on(t.orderId)
      .where(sql`${t.kind} = 'invoice'`),
    check('invoice_kind_known', sql`${t.kind} in ('invoice', 'credit-note')`),
    check('invoice_total_positive', sql`${t.total} > 0`),
    check('invoice_credit_has_refund', sql`(${t.kind} = 'credit-note') = (${t.refundId} is not null)`),
  ],
)
