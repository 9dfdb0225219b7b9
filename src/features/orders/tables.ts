import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgSequence, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { tools } from '#features/catalogue/tables.ts'
import { id, timestamptz, bigintNumber } from '#platform/db/columns.ts'
import type { Minor } from '#shared/money.ts'
import type { OrderState } from './schema.ts'

/** Counts order numbers, WW-2026-000123. Gaps are harmless: a refused order may use one up. */
export const orderNumbers = pgSequence('order_number_seq')

/** Orders, with what the buyer was told when placing it: later changes of a user or a tool do not touch it. */
export const orders = pgTable(
  'order',
  {
    id: id(),
    number: text('number').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    email: text('email').notNull(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    phone: text('phone').notNull(),
    /** The buyer's own number for it, and what else they had to say. */
    purchaseOrderNumber: text('purchase_order_number'),
    note: text('note'),
    state: text('state').$type<OrderState>().notNull(),
    /** Minor units: the sum of the lines. */
    total: bigintNumber('total').$type<Minor>().notNull(),
    currency: text('currency').notNull(),
    /** The client's Idempotency-Key, and a hash of what it sent with it. */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    createdAt: timestamptz('created_at').notNull(),
    heldUntil: timestamptz('held_until').notNull(),
    paidAt: timestamptz('paid_at'),
    /** Whether money is on its way at the provider, as the payments last heard: then nobody pays again or cancels. */
    paymentProcessing: boolean('payment_processing').notNull().default(false),
  },
  (t) => [
    uniqueIndex('order_idempotency_key').on(t.userId, t.idempotencyKey),
    // Newest first reads these backwards: drizzle's desc() puts nulls last, an order no query asks for.
    index('order_user_newest').on(t.userId, t.id),
    index('order_email_newest').on(t.email, t.id),
    index('order_user_unpaid')
      .on(t.userId)
      .where(sql`${t.state} = 'placed'`),
    index('order_held')
      .on(t.heldUntil)
      .where(sql`${t.state} = 'placed'`),
    check(
      'order_state_known',
      sql`${t.state} in ('placed', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded')`,
    ),
    check('order_total_positive', sql`${t.total} > 0`),
    check(
      'order_paid_has_time',
      sql`${t.state} not in ('paid', 'shipped', 'delivered', 'refunded') or ${t.paidAt} is not null`,
    ),
    check('order_key_has_hash', sql`(${t.idempotencyKey} is null) = (${t.requestHash} is null)`),
  ],
)

/** What was ordered, each product once. The specification's order has exactly one line. */
export const orderLines = pgTable(
  'order_line',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    toolId: uuid('tool_id')
      .notNull()
      .references(() => tools.id),
    productName: text('product_name').notNull(),
    partNumber: text('part_number').notNull(),
    img: text('img').notNull(),
    quantity: integer('quantity').notNull(),
    /** Minor units. */
    unitPrice: bigintNumber('unit_price').$type<Minor>().notNull(),
    /** Minor units: quantity times unit price. */
    total: bigintNumber('total').$type<Minor>().notNull(),
  },
  (t) => [
    uniqueIndex('order_line_key').on(t.orderId, t.position),
    index('order_line_tool').on(t.toolId),
    check('order_line_quantity_positive', sql`${t.quantity} > 0`),
    check('order_line_total_right', sql`${t.total} = ${t.quantity} * ${t.unitPrice}`),
  ],
)
