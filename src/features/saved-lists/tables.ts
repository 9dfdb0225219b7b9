import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { tools } from '#features/catalogue/tables.ts'
import { id, timestamptz } from '#platform/db/columns.ts'

/** Lists of products that an account orders again and again. */
export const savedLists = pgTable(
  'saved_list',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    savedAt: timestamptz('saved_at').notNull(),
  },
  (t) => [uniqueIndex('saved_list_name').on(t.userId, t.name)],
)

export const savedListLines = pgTable(
  'saved_list_line',
  {
    listId: uuid('list_id')
      .notNull()
      .references(() => savedLists.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    toolId: uuid('tool_id')
      .notNull()
      .references(() => tools.id),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.listId, t.position] }),
    index('saved_list_line_tool').on(t.toolId),
    check('saved_list_line_quantity_positive', sql`${t.quantity} > 0`),
  ],
)
