import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
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
