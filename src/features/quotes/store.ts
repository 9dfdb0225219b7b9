import { and } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { byColumn, byId, readPage, type SortOrder } from '#platform/db/keyset.ts'
import { containing } from '#platform/db/words.ts'
import type { Page } from '#shared/list.ts'
import type { QuoteQuery, QuoteSort } from './schema.ts'
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

/** A page of the requests. @throws Failure 'bad-request' for a foreign cursor. */
export async function listQuotes(db: Database, { q, sort = 'newest', ...page }: QuoteQuery): Promise<Page<QuoteRow>> {
  const found = containing(q, [quotes.name, quotes.email, quotes.phone, quotes.productName])
  const [{ rows, nextCursor }, total] = await Promise.all([
    readPage(orders[sort], page, ({ by, after, limit }) => {
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
