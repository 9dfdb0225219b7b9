import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#platform/db/columns.ts'

/** Counters of what can be abused, one row for each key and window, shared by all processes. */
export const rateLimits = pgTable(
  'rate_limit',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetAt: timestamptz('reset_at').notNull(),
  },
  (t) => [index('rate_limit_reset').on(t.resetAt)],
)

/** Completed calls by their Idempotency-Key; they are deleted after a day. */
export const doneCalls = pgTable(
  'done_call',
  {
    /** Whose key it is. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** The id of what it made. */
    madeId: uuid('made_id').notNull(),
    at: timestamptz('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.key] })],
)
