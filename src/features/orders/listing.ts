import { and, eq, sql, type Placeholder, type SQL } from 'drizzle-orm'
import { actsAsStaff, mayAct } from '#features/accounts/store.ts'
import { users } from '#features/accounts/tables.ts'
import type { Database, Reads } from '#platform/db/database.ts'
import { byId, readPage } from '#platform/db/keyset.ts'
import { cachedQuery } from '#platform/db/query-cache.ts'
import { createOneByOne } from '#platform/http/one-by-one.ts'
import type { TokenSubject } from '#shared/actor.ts'
import { mostListed, type Page, type PageQuery } from '#shared/list.ts'
import { readOrder, wholeOrder, type ListedOrder, type OrderCells, type OrderWithLines } from './store.ts'
import { orders } from './tables.ts'

/** A page ends with the order that reaches this many lines in total, so that no answer grows without limit. */
const mostLinesListed = 1000
/** Parsing a text of this length takes some milliseconds of the only thread, so other requests get a turn between two. */
const longText = 32 * 1024
const inTurn = createOneByOne()
const newestFirst = byId<ListedOrder>(orders.id, 'desc')

type Reading = {
  id: string | Placeholder
  session: string | Placeholder
  email: string | Placeholder
  staffFactor: string | null | Placeholder
}

const linesBefore = sql`sum(matching.line_count) over (order by matching.id desc rows between unbounded preceding and 2 preceding)`
/** The newest orders that match, at most `limit`, up to the one after those that fit on a page; aliased as their own table. */
const newestOrders = (condition: SQL | undefined, limit: number) => sql`(
  select * from (
    select matching.*, ${linesBefore} as before from (
      select * from ${orders} where ${condition} order by ${orders.id} desc limit ${limit}
    ) matching
  ) newest where coalesce(newest.before, 0) < ${sql.raw(String(mostLinesListed))}
) as ${sql.identifier('order')}`

/** How many of these rows fit on a page. */
function pageOf(rows: readonly ListedOrder[]): number {
  let lines = 0
  const beyond = rows.findIndex(({ order: { lineCount } }) => {
    if (lines >= mostLinesListed) return true
    lines += lineCount
    return false
  })
  return beyond === -1 ? rows.length : beyond
}

/** In queries over users: whether the user may list the orders of an e-mail address. Buyers only their own, staff everybody's. */
const mayListOrdersOf = ({ email, session, staffFactor }: Reading): SQL =>
  sql`(${users.email} = ${email} or ${actsAsStaff(session, staffFactor)})`

/**
 * A reader who may still act and the orders of an e-mail address, newest first, in one query. If the reader may not list the
 * orders, they are not read at all: otherwise the time of the refusal would reveal how many there are.
 */
function selectForReader(db: Reads, reading: Reading, after?: SQL, limit = mostListed + 1) {
  const { id, session, email } = reading
  const newest = newestOrders(and(eq(orders.email, email), after), limit)
  return db
    .select({
      // As text: long ones are parsed when it is their turn.
      orders: sql<string | null>`case when ${mayListOrdersOf(reading)} then
        (select coalesce(json_agg(${wholeOrder} order by ${orders.id} desc), '[]')::text from ${newest}) end`,
    })
    .from(users)
    .where(and(eq(users.id, id), mayAct(session)))
}

const placeholders = {
  id: sql.placeholder('id'),
  session: sql.placeholder('session'),
  email: sql.placeholder('email'),
  staffFactor: sql.placeholder('staffFactor'),
}
const newestForReader = cachedQuery((db) => selectForReader(db, placeholders).prepare('newest_for_reader'))

/**
 * Orders of an e-mail address, newest first, for a reader who may list them now: a page, or up to 1,000; and up to 1,000 lines.
 * @returns 'nobody' when the reader may not act any more, 'refused' when the orders are not theirs to list.
 * @throws Failure 'bad-request' for a foreign cursor.
 */
export async function listOrdersFor(
  db: Database,
  subject: TokenSubject,
  email: string,
  query: PageQuery = {},
): Promise<Page<OrderWithLines> | 'nobody' | 'refused'> {
  // mutant(logic → query.limit === undefined): the prepared statement only saves time
  const isFirst = query.limit === undefined && query.cursor === undefined
  const reading = { ...subject, email, staffFactor: subject.staffFactor ?? null }
  let refusal: 'nobody' | 'refused' | undefined
  const { rows, nextCursor } = await readPage(
    newestFirst,
    { limit: mostListed, ...query },
    async ({ after, limit }) => {
      // mutant(condition → false): as above
      const [found] = await (isFirst
        ? newestForReader(db).execute(reading)
        : selectForReader(db, reading, after, limit))
      if (!found?.orders) refusal = found ? 'refused' : 'nobody'
      const text = found?.orders ?? '[]'
      // mutant(condition → false, statement): other requests would only wait longer
      if (text.length > longText) await inTurn(subject.id)
      return (JSON.parse(text) as OrderCells[]).map(readOrder)
    },
    pageOf,
  )
  if (refusal) return refusal
  const total = query.cursor || nextCursor ? await db.$count(orders, eq(orders.email, email)) : rows.length
  return { items: rows, total, nextCursor }
}
