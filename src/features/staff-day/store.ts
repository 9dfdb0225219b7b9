import { sql, type SQL } from 'drizzle-orm'
import { enoughStock, stockLevels, tools } from '#features/catalogue/tables.ts'
import { isOverdue, isPacked, isProcessing, isToShip } from '#features/orders/desk-store.ts'
import { orderEvents, orders } from '#features/orders/tables.ts'
import { quotesFound } from '#features/quotes/store.ts'
import { quoteEvents, quotes } from '#features/quotes/tables.ts'
import { countUpTo } from '#platform/db/count.ts'
import type { Database, Reads } from '#platform/db/database.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { mostCounted } from './rules.ts'
import type { Marks } from './schema.ts'

// Constants, so that the planner knows which index contains them.
const hasFailed = sql`${mailMessages.state} = 'failed'`
const isLow = sql`exists (select from ${tools} where ${tools.id} = ${stockLevels.toolId} and ${tools.deletedAt} is null
  and ${stockLevels.available} < ${enoughStock})`

/** How many of each wait; counting stops at `mostCounted` + 1. */
export async function countWaiting(db: Reads, quotesFrom: string, now: Date) {
  const most = mostCounted + 1
  const [toShip, packed, processing, overdue, unanswered, lowStock, failedMails] = await Promise.all([
    countUpTo(db, orders, isToShip, most),
    countUpTo(db, orders, isPacked, most),
    countUpTo(db, orders, isProcessing, most),
    countUpTo(db, orders, isOverdue(now), most),
    countUpTo(db, quotes, quotesFound({ answered: 'no', from: quotesFrom }), most),
    countUpTo(db, stockLevels, isLow, most),
    countUpTo(db, mailMessages, hasFailed, most),
  ])
  return { toShip, packed, processing, overdue, quotes: unanswered, lowStock, failedMails }
}

// Several, because a row committed later may have the lower id.
const newest = (ids: SQL) => sql`(select coalesce(string_agg(id::text, ' '), '') from (${ids} limit 8) newest)`
const lastAct = (action: string) =>
  sql`(select coalesce((select id::text from audit_entry where action = ${sql.raw(`'${action}'`)} order by at desc, id desc limit 1), ''))`

/** The newest rows of everything that staff's lists show, each read by an index. */
export async function readMarks(db: Database): Promise<Marks> {
  const { rows } = await db.execute<Marks>(sql`select
    ${newest(sql`select id from ${orderEvents} order by id desc`)} || '|' ||
      ${newest(sql`select id from ${orders} where ${isProcessing} order by created_at desc`)} as orders,
    ${newest(sql`select id from ${quotes} order by id desc`)} ||
      ${newest(sql`select id from ${quoteEvents} order by id desc`)} || ${lastAct('quote.answered')} || ${lastAct('quote.reopened')} as quotes,
    ${newest(sql`select id from ${mailMessages} where ${hasFailed} order by id desc`)} as mails`)
  const [marks] = rows
  if (!marks) throw new Error('the database returned no row')
  return marks
}
