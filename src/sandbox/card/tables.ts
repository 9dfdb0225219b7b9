import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#platform/db/columns.ts'
import type { SandboxObject } from './objects.ts'

/** Everything the card sandbox stores, one row per object, under an id with Stripe's prefix for such an object. */
export const sandboxObjects = pgTable(
  'sandbox_object',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<SandboxObject['object']>().notNull(),
    data: jsonb('data').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [index('sandbox_object_newest').on(t.kind, t.createdAt, t.id)],
)
