import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { id, timestamptz } from '#platform/db/columns.ts'

/** Reviews of the shop. Sample reviews have no author. */
export const reviews = pgTable(
  'review',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id),
    name: text('name').notNull(),
    description: text('description').notNull(),
    rating: integer('rating').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('review_user').on(t.userId),
    check('review_name_length', sql`char_length(${t.name}) between 1 and 20`),
    check('review_rating_range', sql`${t.rating} between 1 and 5`),
  ],
)
