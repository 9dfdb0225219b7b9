import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { tools } from '#features/catalogue/tables.ts'
import { id } from '#platform/db/columns.ts'

/** Which product an account means by a part number of its own. */
export const buyerParts = pgTable(
  'buyer_part',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** As it is compared, and as it was written. */
    key: text('key').notNull(),
    part: text('part').notNull(),
    toolId: uuid('tool_id')
      .notNull()
      .references(() => tools.id),
  },
  (t) => [uniqueIndex('buyer_part_key').on(t.userId, t.key), index('buyer_part_tool').on(t.toolId)],
)
