import { sql } from 'drizzle-orm'
import { check, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { timestamptz } from '#platform/db/columns.ts'
import type { NoticeMode } from './schema.ts'

/** What a member of staff gets mails about, and up to when they have been told. Without a row they get none. */
export const staffNotices = pgTable(
  'staff_notice',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    orders: text('orders').$type<NoticeMode>().notNull(),
    quotes: text('quotes').$type<NoticeMode>().notNull(),
    stock: text('stock').$type<NoticeMode>().notNull().default('off'),
    failures: text('failures').$type<NoticeMode>().notNull().default('off'),
    ordersUntil: timestamptz('orders_until').notNull(),
    quotesUntil: timestamptz('quotes_until').notNull(),
    stockUntil: timestamptz('stock_until').notNull().defaultNow(),
    failuresUntil: timestamptz('failures_until').notNull().defaultNow(),
  },
  (t) => [
    check('staff_notice_orders_known', sql`${t.orders} in ('at-once', 'daily', 'off')`),
    check('staff_notice_quotes_known', sql`${t.quotes} in ('at-once', 'daily', 'off')`),
    check('staff_notice_stock_known', sql`${t.stock} in ('at-once', 'daily', 'off')`),
    check('staff_notice_failures_known', sql`${t.failures} in ('at-once', 'daily', 'off')`),
  ],
)
