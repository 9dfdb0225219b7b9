import { sql, type SQLWrapper } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import type { LineQuantity } from '#features/orders/schema.ts'
import { orders } from '#features/orders/tables.ts'
import { id, timestamptz, bigintNumber } from '#platform/db/columns.ts'
import { minor, type Minor } from '#shared/money.ts'
import type { DisputeState, RefundState } from './schema.ts'

/**
 * `pending` may still bring money; `cancelled` was stopped at the provider; `mismatch` brought another amount than the
 * order's and waits for a person; `refunding` is money that has to go back, `refunded` has gone back.
 */
export type PaymentState = 'pending' | 'succeeded' | 'cancelled' | 'mismatch' | 'refunding' | 'refunded'

/** One row for each payment intent at the provider; an order has at most one that can still bring money. */
export const payments = pgTable(
  'payment',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    intentId: text('intent_id').notNull().unique(),
    /** Minor units, as asked for. */
    amount: bigintNumber('amount').$type<Minor>().notNull(),
    currency: text('currency').notNull(),
    state: text('state').$type<PaymentState>().notNull(),
    /** Minor units that the provider captured: what is kept plus what went back. */
    captured: bigintNumber('captured').$type<Minor>().notNull().default(minor(0)),
    /** Whether its money counts for its order; other money counts for none. */
    counts: boolean('counts').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    /** When it was made, or the reconciliation last asked the provider. */
    checkedAt: timestamptz('checked_at').notNull(),
    /** When its state last changed. */
    changedAt: timestamptz('changed_at').notNull(),
  },
  (t) => [
    index('payment_order').on(t.orderId),
    index('payment_unfinished')
      .on(t.checkedAt)
      .where(sql`${t.state} in ('pending', 'refunding')`),
    uniqueIndex('payment_one_live')
      .on(t.orderId)
      .where(sql`${t.state} in ('pending', 'succeeded')`),
    // Payments whose money has to go back.
    index('payment_without_order')
      .on(t.id)
      .where(sql`not ${t.counts} and ${t.state} in ('mismatch', 'refunding')`),
    check('payment_amount_positive', sql`${t.amount} > 0`),
    check(
      'payment_state_known',
      sql`${t.state} in ('pending', 'succeeded', 'cancelled', 'mismatch', 'refunding', 'refunded')`,
    ),
  ],
)

/** Money that goes back: requested by the shop, or reported by the provider. It counts from when it is requested. */
export const refunds = pgTable(
  'refund',
  {
    id: id(),
    /** Null for what was credited to an account. */
    paymentId: uuid('payment_id').references(() => payments.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** The provider's own id, once it has one. */
    providerRefundId: text('provider_refund_id').unique(),
    /** Minor units. */
    amount: bigintNumber('amount').$type<Minor>().notNull(),
    currency: text('currency').notNull(),
    reason: text('reason').notNull(),
    /** The pieces counted as refunded with it. */
    lines: jsonb('lines').$type<LineQuantity[]>().notNull().default([]),
    restock: boolean('restock').notNull().default(false),
    state: text('state').$type<RefundState>().notNull(),
    /** Why it failed, in the provider's own word. */
    failure: text('failure'),
    /** The failed refund that this one replaces. */
    replaces: uuid('replaces')
      .unique()
      .references((): AnyPgColumn => refunds.id),
    /** How often the provider stored an error instead of it: part of the idempotency key. */
    attempt: integer('attempt').notNull().default(0),
    actorId: uuid('actor_id').references(() => users.id),
    /** The client's Idempotency-Key, and a hash of what it sent with it. */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    createdAt: timestamptz('created_at').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
  },
  (t) => [
    index('refund_payment').on(t.paymentId),
    index('refund_order').on(t.orderId),
    index('refund_unfinished')
      .on(t.checkedAt)
      .where(sql`${t.state} in ('requested', 'pending')`),
    index('refund_failed')
      .on(t.changedAt)
      .where(sql`${t.state} = 'failed'`),
    uniqueIndex('refund_idempotency_key').on(t.orderId, t.idempotencyKey),
    check('refund_amount_positive', sql`${t.amount} > 0`),
    check('refund_state_known', sql`${t.state} in ('requested', 'pending', 'succeeded', 'failed')`),
    check('refund_on_account', sql`${t.paymentId} is not null or ${t.state} = 'succeeded'`),
    check('refund_key_has_hash', sql`(${t.idempotencyKey} is null) = (${t.requestHash} is null)`),
  ],
)

/** For queries over refunds: whether the money was the order's own, not that of a payment the order could not take. */
export const isOfOrder = sql`(${refunds.paymentId} is null or exists (
  select from ${payments} where ${payments.id} = ${refunds.paymentId} and ${payments.counts}))`

/** Money that a cardholder asks back from the bank. */
export const disputes = pgTable(
  'dispute',
  {
    /** The provider's own id. */
    id: text('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** Minor units. */
    amount: bigintNumber('amount').$type<Minor>().notNull(),
    currency: text('currency').notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<DisputeState>().notNull(),
    /** The provider's own status. */
    status: text('status').notNull(),
    dueBy: timestamptz('due_by'),
    openedAt: timestamptz('opened_at').notNull(),
    closedAt: timestamptz('closed_at'),
    changedAt: timestamptz('changed_at').notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
  },
  (t) => [
    index('dispute_payment').on(t.paymentId),
    index('dispute_order').on(t.orderId),
    index('dispute_open')
      .on(t.checkedAt)
      .where(sql`${t.state} = 'open'`),
    check('dispute_amount_positive', sql`${t.amount} > 0`),
    check('dispute_state_known', sql`${t.state} in ('open', 'won', 'lost')`),
  ],
)

/** For queries over events: the payment that an event is about. */
export const aboutOf = (t: Record<'payload', SQLWrapper>) =>
  sql`coalesce(${t.payload} #>> '{data,object,payment_intent}', ${t.payload} #>> '{data,object,id}')`

/** The provider's events as received, stored before they are acted on. A handled event changes nothing when it comes again. */
export const paymentEvents = pgTable(
  'payment_event',
  {
    eventId: text('event_id').primaryKey(),
    type: text('type').notNull(),
    /** Null for events from before payloads were kept, and for old ones. */
    payload: jsonb('payload'),
    /** When the provider created it. */
    createdAt: timestamptz('created_at'),
    receivedAt: timestamptz('received_at').notNull(),
    handledAt: timestamptz('handled_at'),
    attempts: integer('attempts').notNull().default(0),
    /** When it may be tried again; null once it is given up or handled. */
    nextAt: timestamptz('next_at'),
    error: text('error'),
  },
  (t) => [
    index('payment_event_unhandled')
      .on(t.nextAt)
      .where(sql`${t.handledAt} is null`),
    index('payment_event_kept')
      .on(t.receivedAt)
      .where(sql`${t.payload} is not null`),
    index('payment_event_about')
      .on(aboutOf(t))
      .where(sql`${t.payload} is not null`)
      .concurrently(),
  ],
)

/** Up to which moment the provider was asked for everything of a kind. */
export const paymentPositions = pgTable('payment_position', {
  kind: text('kind').$type<PositionKind>().primaryKey(),
  upTo: timestamptz('up_to').notNull(),
})
export type PositionKind = 'refunds' | 'disputes' | 'events'

/** How often the provider stored an error instead of an order's payment: each makes another idempotency key. */
export const paymentFailures = pgTable('payment_failure', {
  orderId: uuid('order_id')
    .primaryKey()
    .references(() => orders.id),
  count: integer('count').notNull(),
})
