import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { tools } from '#features/catalogue/tables.ts'
import { id, timestamptz } from '#platform/db/columns.ts'
import type { StockReason } from './schema.ts'

/** The stock ledger: every change of a product's stock. The sum of its movements always equals its stock. */
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
    /** The order that caused it; no foreign key, since the inventory knows no orders. */
    orderId: uuid('order_id'),
    /** The member of staff who did it; null for an order or the sample catalogue. */
    actorId: uuid('actor_id').references(() => users.id),
    /** In that person's own words. */
    note: text('note'),
    /** The client's Idempotency-Key, with a hash of the request: a repeated request moves nothing. */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('stock_movement_tool').on(t.toolId, t.id),
    index('stock_movement_order').on(t.orderId),
    // Rows are written in order of time: recent movements are at the end of the table.
    index('stock_movement_at').using('brin', t.createdAt),
    uniqueIndex('stock_movement_request')
      .on(t.actorId, t.idempotencyKey)
      .where(sql`${t.idempotencyKey} is not null`),
    check('stock_movement_not_zero', sql`${t.quantity} <> 0`),
    check(
      'stock_movement_reason_known',
      sql`${t.reason} in ('opening', 'correction', 'receipt', 'order', 'cancelled', 'expired', 'refunded')`,
    ),
  ],
)

/** Who is to be told when there is enough of a product again. The row is deleted when they are told. */
export const stockWaits = pgTable(
  'stock_wait',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    toolId: uuid('tool_id')
      .notNull()
      .references(() => tools.id),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** How often telling failed, and until when it is not tried again (platform/jobs/one-at-a-time.ts). */
    tellTries: integer('tell_tries').notNull().default(0),
    tellAfter: timestamptz('tell_after'),
  },
  (t) => [uniqueIndex('stock_wait_user_tool').on(t.userId, t.toolId), index('stock_wait_tool').on(t.toolId)],
)
