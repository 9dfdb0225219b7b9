import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { tools } from '#features/catalogue/tables.ts'
import { id, timestamptz } from '#platform/db/columns.ts'

/** Reviews of the shop, or of one of its products. Sample reviews have no author. */
export const reviews = pgTable(
  'review',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id),
    name: text('name').notNull(),
    description: text('description').notNull(),
    rating: integer('rating').notNull(),
    /** The product reviewed; null for a review of the shop. */
    toolId: uuid('tool_id').references(() => tools.id),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** A hidden review stays here, and is shown to nobody. */
    hiddenAt: timestamptz('hidden_at'),
    hiddenBy: uuid('hidden_by').references(() => users.id),
    hiddenReason: text('hidden_reason'),
  },
  (t) => [
    uniqueIndex('review_user_tool').on(t.userId, t.toolId),
    index('review_tool').on(t.toolId, t.id),
    check('review_name_length', sql`char_length(${t.name}) between 1 and 20`),
    check('review_rating_range', sql`${t.rating} between 1 and 5`),
    check('review_hidden_with_reason', sql`(${t.hiddenAt} is null) = (${t.hiddenReason} is null)`),
  ],
)
