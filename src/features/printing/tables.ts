import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { bytes, id, timestamptz } from '#platform/db/columns.ts'
import type { Print, PrintKind } from './schema.ts'

/** Papers of many orders that a user asked for. As they name people, they are kept for a day only: there are never many. */
export const prints = pgTable(
  'print',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<PrintKind>().notNull(),
    orderIds: uuid('order_ids').array().notNull(),
    leftOut: integer('left_out').notNull(),
    state: text('state').$type<Print['state']>().notNull().default('waiting'),
    drawn: integer('drawn').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    /** The PDF, once it is done. */
    content: bytes('content'),
  },
  (t) => [
    check('print_state_known', sql`${t.state} in ('waiting', 'done', 'failed')`),
    check('print_done_has_content', sql`(${t.state} = 'done') = (${t.content} is not null)`),
  ],
)
