import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import type { LineQuantity } from '#features/orders/schema.ts'
import { orders } from '#features/orders/tables.ts'
import { id, timestamptz } from '#platform/db/columns.ts'

/** What was sent together. */
export const parcels = pgTable(
  'parcel',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    carrier: text('carrier').notNull(),
    tracking: text('tracking'),
    lines: jsonb('lines').$type<LineQuantity[]>().notNull(),
    shippedAt: timestamptz('shipped_at').notNull(),
    shippedBy: uuid('shipped_by')
      .notNull()
      .references(() => users.id),
    deliveredAt: timestamptz('delivered_at'),
  },
  (t) => [index('parcel_order').on(t.orderId, t.id)],
)
