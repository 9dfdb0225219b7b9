import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { tools } from '#features/catalogue/tables.ts'
import { bigintNumber } from '#platform/db/columns.ts'
import type { Minor } from '#shared/money.ts'

/** An account's cart. Its version counts the changes, and each change names the version it is based on. */
export const carts = pgTable('cart', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  version: integer('version').notNull(),
  /** Idempotency-Keys of its last changes, each with a hash of its request: a retry after a lost answer is not made twice. */
  requests: text('requests').array().notNull(),
})

/** The lines of a cart, each product once, including products no longer for sale: the owner is told of those. */
export const cartLines = pgTable(
  'cart_line',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => carts.userId, { onDelete: 'cascade' }),
    toolId: uuid('tool_id')
      .notNull()
      .references(() => tools.id),
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
    /** Minor units: what a piece cost when the owner last agreed to it. */
    seenPrice: bigintNumber('seen_price').$type<Minor>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.toolId] }),
    index('cart_line_tool').on(t.toolId),
    check('cart_line_quantity_positive', sql`${t.quantity} > 0`),
    check('cart_line_seen_price_not_negative', sql`${t.seenPrice} >= 0`),
  ],
)
