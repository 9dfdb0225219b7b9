import { and, eq, gte, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { site } from '#content/site.ts'
import type { Database } from '#platform/db/database.ts'
import { startOfDay } from '#platform/db/days.ts'
import { byColumn, byId, readPage, type SortOrder } from '#platform/db/keyset.ts'
import { containing } from '#platform/db/words.ts'
import type { Page } from '#shared/list.ts'
import type { QuoteFilter, QuoteQuery, QuoteSort } from './schema.ts'
import { quotes } from './tables.ts'

export type QuoteRow = typeof quotes.$inferSelect

export async function insertQuote(db: Database, row: typeof quotes.$inferInsert): Promise<void> {
  await db.insert(quotes).values(row)
}

const { id } = quotes
const name = { column: quotes.name, id, key: (quote: QuoteRow) => quote.name, type: 'text' } as const
const quantity = { column: quotes.quantity, id, key: (quote: QuoteRow) => quote.quantity, type: 'bigint' } as const

const orders: Record<QuoteSort, SortOrder<QuoteRow>> = {
  newest: byId(id, 'desc'),
  oldest: byId(id, 'asc'),
  name: byColumn(name, 'asc'),
  '-name': byColumn(name, 'desc'),
  quantity: byColumn(quantity, 'asc'),
  '-quantity': byColumn(quantity, 'desc'),
}

/** What a list of requests shows, as a condition. */
export function quotesFound({ q, answered, from }: QuoteFilter): SQL | undefined {
  return and(
    containing(q, [quotes.name, quotes.email, quotes.phone, quotes.productName]),
    answered && (answered === 'yes' ? isNotNull(quotes.answeredAt) : isNull(quotes.answeredAt)),
    from ? gte(quotes.createdAt, startOfDay(from, site.timeZone)) : undefined,
  )
}

/** A page of the requests. @throws Failure 'bad-request' for a foreign cursor. */
export async function listQuotes(
  db: Database,
  { sort = 'newest', limit: most, cursor, ...filter }: QuoteQuery,
): Promise<Page<QuoteRow>> {
  const found = quotesFound(filter)
  const [{ rows, nextCursor }, total] = await Promise.all([
    readPage(orders[sort], { limit: most, cursor }, ({ by, after, limit }) => {
      const matching = db
        .select()
        .from(quotes)
        .where(and(found, after))
        .orderBy(...by)
      // mutant(condition → true): without a number it limits nothing
      return limit ? matching.limit(limit) : matching
    }),
    db.$count(quotes, found),
  ])
  return { items: rows, total, nextCursor }
}

/** Keeps a request from changing until the transaction ends. */
export async function lockQuote(tx: Database, quoteId: string): Promise<QuoteRow | undefined> {
  const [row] = await tx.select().from(quotes).where(eq(quotes.id, quoteId)).for('update')
  return row
}

/** Notes who answered a request and when, or that nobody did. */
export async function setAnswered(
  tx: Database,
  quoteId: string,
  answered: Pick<QuoteRow, 'answeredAt' | 'answeredBy'>,
): Promise<void> {
  await tx.update(quotes).set(answered).where(eq(quotes.id, quoteId))
}
