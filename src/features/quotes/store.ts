import { desc } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { quotes } from './tables.ts'

export type QuoteRow = typeof quotes.$inferSelect

export async function insertQuote(db: Database, row: typeof quotes.$inferInsert): Promise<void> {
  await db.insert(quotes).values(row)
}

/** Every request, newest first. */
export function listQuotes(db: Database): Promise<QuoteRow[]> {
  return db.select().from(quotes).orderBy(desc(quotes.id))
}
