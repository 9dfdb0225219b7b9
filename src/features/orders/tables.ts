import { sql, type SQLWrapper } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { tools } from '#features/catalogue/tables.ts'
import { id, timestamptz, bigintNumber, searchVector } from '#platform/db/columns.ts'
import { minor, type Minor } from '#shared/money.ts'
import { orderEventKinds, type OrderEventDetails, type OrderEventKind, type OrderState, type PayBy } from './schema.ts'

/** Counts order numbers, WW-2026-000123. Gaps are harmless: a refused order may use one up. */
export const orderNumbers = pgSequence('order_number_seq')

/** In statements over orders: whether something is still owed for an order on account. */
export const isOwed = (t: Record<'payBy' | 'paidAt' | 'state', SQLWrapper>) =>
  sql`${t.payBy} = 'invoice' and ${t.paidAt} is null and ${t.state} in ('confirmed', 'shipped', 'delivered')`

/** Orders, with what the buyer was told when placing them: later changes to a user or a tool do not affect them. */
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
    /** The destination, ISO 3166-1 alpha-2; null for orders placed before it was recorded. */
    country: text('country'),
    /** The buyer's own number for the order, and their note. */
    purchaseOrderNumber: text('purchase_order_number'),
    note: text('note'),
    state: text('state').$type<OrderState>().notNull(),
    /** The number of lines, stored so that lists that are limited by lines need not count them. */
    lineCount: integer('line_count').notNull().default(1),
    /** Minor units: the sum of the lines, with the tax that comes on top of them. */
    total: bigintNumber('total').$type<Minor>().notNull(),
    /** Minor units: the tax that comes on top of the lines; 0 where their prices contain it. */
    addedTax: bigintNumber('added_tax').$type<Minor>().notNull().default(minor(0)),
    /** Minor units: how much of it has been refunded. */
    refunded: bigintNumber('refunded').$type<Minor>().notNull().default(minor(0)),
    currency: text('currency').notNull(),
    /** By card before it leaves, or on account by `dueAt`. */
    payBy: text('pay_by').$type<PayBy>().notNull().default('card'),
    dueAt: timestamptz('due_at'),
    /** Minor units: how much of an order on account was paid by other means than a card. */
    received: bigintNumber('received').$type<Minor>().notNull().default(minor(0)),
    /** The client's Idempotency-Key, and a hash of the request that came with it. */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    createdAt: timestamptz('created_at').notNull(),
    heldUntil: timestamptz('held_until').notNull(),
    paidAt: timestamptz('paid_at'),
    packedAt: timestamptz('packed_at'),
    /** Whether the provider is processing a payment, as far as payments last heard: until it ends, nobody pays again or cancels. */
    paymentProcessing: boolean('payment_processing').notNull().default(false),
  },
  (t) => [
    uniqueIndex('order_idempotency_key').on(t.userId, t.idempotencyKey),
    // Read backwards for newest first: drizzle's desc() puts nulls last, an order no query asks for.
    index('order_user_newest').on(t.userId, t.id),
    index('order_email_newest').on(t.email, t.id),
    index('order_user_unpaid')
      .on(t.userId)
      .where(sql`${t.state} = 'placed'`),
    index('order_held')
      .on(t.heldUntil)
      .where(sql`${t.state} = 'placed'`),
    // For filtering and sorting the staff lists.
    index('order_newest').on(t.createdAt, t.id),
    index('order_state_newest').on(t.state, t.createdAt, t.id),
    index('order_by_total').on(t.total, t.id),
    index('order_processing')
      .on(t.createdAt, t.id)
      .where(sql`${t.state} = 'placed' and ${t.paymentProcessing}`),
    // What is owed, by whom and since when.
    index('order_owed').on(t.userId, t.dueAt).where(isOwed(t)),
    index('order_due').on(t.dueAt).where(isOwed(t)),
    check(
      'order_terms',
      sql`${t.payBy} in ('card', 'invoice') and (${t.payBy} = 'invoice') = (${t.dueAt} is not null)`,
    ),
    check('order_received_within', sql`${t.received} between 0 and ${t.total} - ${t.refunded}`),
    check(
      'order_state_known',
      sql`${t.state} in ('placed', 'confirmed', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded')`,
    ),
    check('order_total_positive', sql`${t.total} > 0`),
    check('order_added_tax_within', sql`${t.addedTax} between 0 and ${t.total}`),
    check('order_refunded_within_total', sql`${t.refunded} between 0 and ${t.total}`),
    check(
      'order_paid_has_time',
      sql`${t.state} not in ('paid', 'shipped', 'delivered', 'refunded') or ${t.paidAt} is not null or ${t.payBy} = 'invoice'`,
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
    /** Basis points, as of the time of ordering. */
    taxRate: integer('tax_rate').notNull().default(0),
    /** Minor units: contained in the total, or on top of it where the order has `addedTax`. */
    tax: bigintNumber('tax').$type<Minor>().notNull().default(minor(0)),
    /** How many pieces have been sent. */
    shipped: integer('shipped').notNull().default(0),
    /** How many pieces were refunded explicitly: that many of the unsent ones are not sent. */
    refunded: integer('refunded').notNull().default(0),
  },
  (t) => [
    uniqueIndex('order_line_key').on(t.orderId, t.position),
    index('order_line_tool').on(t.toolId),
    check('order_line_quantity_positive', sql`${t.quantity} > 0`),
    check('order_line_tax_within', sql`${t.taxRate} between 0 and 9999 and ${t.tax} between 0 and ${t.total}`),
    check('order_line_total_right', sql`${t.total} = ${t.quantity} * ${t.unitPrice}`),
    check('order_line_shipped_within', sql`${t.shipped} between 0 and ${t.quantity}`),
    check('order_line_refunded_within', sql`${t.refunded} between 0 and ${t.quantity}`),
  ],
)

/**
 * The timeline of an order, written in the transaction of each step and never changed. It is also the outbox: a row without
 * `toldAt` is one that people have still to be told of.
 */
export const orderEvents = pgTable(
  'order_event',
  {
    id: uuid('id').notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<OrderEventKind>().notNull(),
    at: timestamptz('at').notNull(),
    /** Who did it; null if it happened by itself. */
    actorId: uuid('actor_id').references(() => users.id),
    details: jsonb('details').$type<OrderEventDetails>().notNull().default({}),
    toldAt: timestamptz('told_at'),
    /** How often that failed, and until when it is not tried again (platform/jobs/one-at-a-time.ts). */
    tellTries: integer('tell_tries').notNull().default(0),
    tellAfter: timestamptz('tell_after'),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.id] }),
    // For the newest of all: whether anything happened.
    index('order_event_newest').on(t.id),
    index('order_event_untold')
      .on(t.id)
      .where(sql`${t.toldAt} is null`),
    check(
      'order_event_kind_known',
      sql`${t.kind} in (${sql.raw(orderEventKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
  ],
)

/**
 * The words by which staff find an order. Written soon after the order, not with it, since their index is slow to write; no foreign
 * key, since its check would wait for any transaction that is changing the order.
 */
export const orderSearch = pgTable(
  'order_search',
  {
    orderId: uuid('order_id').primaryKey(),
    words: searchVector('words').notNull(),
  },
  (t) => [index('order_search_words').using('gin', t.words)],
)
