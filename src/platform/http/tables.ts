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

/** Calls that were done, by the Idempotency-Keys with which they came; a day later they are forgotten. */
export const doneCalls = pgTable(
  'done_call',
  {
    /** Whose key it is. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** What it made. */
    madeId: uuid('made_id').notNull(),
    at: timestamptz('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.key] })],
)
