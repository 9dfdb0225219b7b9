import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
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
  },
  (t) => [check('quote_quantity_positive', sql`${t.quantity} > 0`)],
)
