import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#features/orders/tables.ts'
import { id, timestamptz, bigintNumber } from '#platform/db/columns.ts'
import type { Minor } from '#shared/money.ts'

/**
 * `pending` may still bring money; `cancelled` was stopped at the provider; `mismatch` brought another amount than the
 * order's and waits for a person; `refunding` is money that has to go back, `refunded` has gone.
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
    check('payment_amount_positive', sql`${t.amount} > 0`),
    check(
      'payment_state_known',
      sql`${t.state} in ('pending', 'succeeded', 'cancelled', 'mismatch', 'refunding', 'refunded')`,
    ),
  ],
)

/** Webhook events that were dealt with, so that a repeated one changes nothing. */
export const paymentEvents = pgTable('payment_event', {
  eventId: text('event_id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: timestamptz('received_at').notNull(),
})
