import { count, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { byId, readPage } from '#platform/db/keyset.ts'
import type { Page, PageQuery } from '#shared/list.ts'
import { reviews } from './tables.ts'

/** The condition under which the user of that column is a buyer. */
export type BoughtBy = (userId: SQLWrapper) => SQL<boolean>

/** With its table's name, which Drizzle leaves out of a select from one table: a subquery would take a column of its own. */
const author = sql`${reviews}.${sql.identifier(reviews.userId.name)}`

const columns = (boughtBy: BoughtBy) => ({
  id: reviews.id,
  name: reviews.name,
  description: reviews.description,
  rating: reviews.rating,
  createdAt: reviews.createdAt,
  verifiedBuyer: boughtBy(author),
})

const newestFirst = byId<ReviewRow>(reviews.id, 'desc')

export type ReviewRow = Omit<typeof reviews.$inferSelect, 'userId'> & { verifiedBuyer: boolean }

function selectReviews(db: Database, boughtBy: BoughtBy, after?: SQL) {
  return db
    .select(columns(boughtBy))
    .from(reviews)
    .where(after)
    .orderBy(...newestFirst.by)
}

export async function newestReviews(db: Database, boughtBy: BoughtBy, limit: number): Promise<ReviewRow[]> {
  return selectReviews(db, boughtBy).limit(limit)
}

/** Reviews, newest first: all, or a page. @throws Failure 'bad-request' for a foreign cursor. */
export async function listReviews(db: Database, boughtBy: BoughtBy, query: PageQuery): Promise<Page<ReviewRow>> {
  const { rows, nextCursor } = await readPage<ReviewRow>(newestFirst, query, async ({ after, limit }) => {
    const matching = selectReviews(db, boughtBy, after)
    // mutant(condition → true): without a number it limits nothing
    return limit ? matching.limit(limit) : matching
  })
  const isWhole = !query.cursor && !nextCursor
  return { items: rows, total: isWhole ? rows.length : await db.$count(reviews), nextCursor }
}

export function countByRating(db: Database): Promise<{ rating: number; count: number }[]> {
  return db.select({ rating: reviews.rating, count: count() }).from(reviews).groupBy(reviews.rating)
}

export async function insertReviews(db: Database, rows: (typeof reviews.$inferInsert)[]): Promise<void> {
  await db.insert(reviews).values(rows)
}
