import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { id, timestamptz, bigintNumber } from '#platform/db/columns.ts'
import type { Minor } from '#shared/money.ts'

/** Requests for a quote from /buyproduct. */
export const quotes = pgTable(
  'quote',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    productName: text('product_name').notNull(),
    /** Minor units: what the buyer has in mind for one. */
    price: bigintNumber('price').$type<Minor>().notNull(),
    quantity: integer('quantity').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When staff noted that they had answered it, and who. */
    answeredAt: timestamptz('answered_at'),
    answeredBy: uuid('answered_by').references(() => users.id),
  },
  (t) => [
    index('quote_email').on(t.email),
    index('quote_unanswered')
      .on(t.createdAt)
      .where(sql`${t.answeredAt} is null`),
    check('quote_quantity_positive', sql`${t.quantity} > 0`),
    check('quote_answered_by_somebody', sql`(${t.answeredAt} is null) = (${t.answeredBy} is null)`),
  ],
)
