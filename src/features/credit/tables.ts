import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { bigintNumber, id, timestamptz } from '#platform/db/columns.ts'
import { minor, type Minor } from '#shared/money.ts'
import type { CreditEntryKind } from './schema.ts'

/** An account's terms and balance. Whatever changes either locks its row. */
export const creditAccounts = pgTable(
  'credit_account',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    /** Null where nothing more is sold on account. */
    netDays: integer('net_days'),
    /** Minor units. */
    creditLimit: bigintNumber('credit_limit').$type<Minor>().notNull(),
    currency: text('currency').notNull(),
    /** Minor units: what its orders still owe. */
    owed: bigintNumber('owed').$type<Minor>().notNull().default(minor(0)),
    /** Minor units: money received that no order has used yet. */
    credit: bigintNumber('credit').$type<Minor>().notNull().default(minor(0)),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (t) => [
    check('credit_account_net_days', sql`${t.netDays} between 0 and 365`),
    check('credit_account_limit', sql`${t.creditLimit} >= 0`),
    check('credit_account_owed', sql`${t.owed} >= 0`),
    check('credit_account_credit', sql`${t.credit} >= 0`),
  ],
)

/** The ledger of each account, only ever added to: what is owed, less the credit, is the sum of its amounts. */
export const creditEntries = pgTable(
  'credit_entry',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => creditAccounts.userId),
    kind: text('kind').$type<CreditEntryKind>().notNull(),
    /** Minor units: above zero is owed. */
    amount: bigintNumber('amount').$type<Minor>().notNull(),
    at: timestamptz('at').notNull(),
    /** The order it is about; no foreign key, as the orders feature depends on this one. */
    orderId: uuid('order_id'),
    label: text('label').notNull(),
    /** When money came, by the bank's own date. */
    receivedAt: timestamptz('received_at'),
    actorId: uuid('actor_id').references(() => users.id),
    /** The client's Idempotency-Key, and a hash of what it sent with it. */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
  },
  (t) => [
    index('credit_entry_user').on(t.userId, t.at, t.id),
    uniqueIndex('credit_entry_idempotency_key').on(t.userId, t.idempotencyKey),
    check('credit_entry_amount', sql`${t.amount} <> 0`),
    check(
      'credit_entry_kind_known',
      sql`${t.kind} in ('order', 'payment', 'card', 'credit-note', 'cancelled', 'paid-out')`,
    ),
  ],
)
