import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { tools } from '#features/catalogue/tables.ts'
import { id, timestamptz } from '#platform/db/columns.ts'

export type StockReason = 'opening' | 'correction' | 'order' | 'cancelled' | 'expired' | 'refunded'

/** The stock ledger: every change of a product's stock. The sum of its movements is its stock, always. */
export const stockMovements = pgTable(
  'stock_movement',
  {
    id: id(),
    toolId: uuid('tool_id')
      .notNull()
      .references(() => tools.id),
    /** Negative when stock leaves. */
    quantity: integer('quantity').notNull(),
    reason: text('reason').$type<StockReason>().notNull(),
    /** The order that moved it; no foreign key, since the inventory knows no orders. */
    orderId: uuid('order_id'),
    /** Who of the staff did it; nobody when an order or the sample catalogue did. */
    actorId: uuid('actor_id').references(() => users.id),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('stock_movement_tool').on(t.toolId, t.id),
    index('stock_movement_order').on(t.orderId),
    check('stock_movement_not_zero', sql`${t.quantity} <> 0`),
    check(
      'stock_movement_reason_known',
      sql`${t.reason} in ('opening', 'correction', 'order', 'cancelled', 'expired', 'refunded')`,
    ),
  ],
)
