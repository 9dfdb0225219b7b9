import { and, asc, eq, gt } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { toMajor } from '#shared/money.ts'
import { quotes } from './tables.ts'

/** Requests carry an e-mail alone: whoever has not shown that it is theirs learns nothing of them, and ends none. */
export async function* readQuotes(db: Database, { email, emailVerified }: Person, currency: string) {
  if (!emailVerified) return
  const rows = readAll((after, limit) =>
    db
      .select()
      .from(quotes)
      .where(and(eq(quotes.email, email), gt(quotes.id, after)))
      .orderBy(asc(quotes.id))
      .limit(limit),
  )
  for await (const { id: _id, answeredBy: _staff, price, createdAt, answeredAt, ...quote } of rows) {
    yield {
      ...quote,
      price: toMajor(price, currency),
      createdAt: createdAt.toISOString(),
      answeredAt: answeredAt?.toISOString() ?? null,
    }
  }
}

export async function eraseQuotes(tx: Database, { email, emailVerified }: Person): Promise<void> {
  if (emailVerified) await tx.delete(quotes).where(eq(quotes.email, email))
}
