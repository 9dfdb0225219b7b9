import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { tools } from '#features/catalogue/tables.ts'
import { bigintNumber } from '#platform/db/columns.ts'
import type { Minor } from '#shared/money.ts'

/** An account's cart. It counts its changes, so that whoever changes it says which cart they saw. */
export const carts = pgTable('cart', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  version: integer('version').notNull(),
  /** The Idempotency-Keys of its last changes, each with a hash of what came with it: one that is sent again after a lost answer is not made twice. */
  requests: text('requests').array().notNull(),
})

/** What is in it, each product once, also such as are no longer for sale: its owner is told. */
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
