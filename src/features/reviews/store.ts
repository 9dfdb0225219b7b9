import { count, desc, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { reviews } from './tables.ts'

/** The condition under which the user of that column is a buyer. */
export type BoughtBy = (userId: SQLWrapper) => SQL<boolean>

export type ReviewRow = Awaited<ReturnType<typeof listReviews>>[number]

/** With its table's name, which Drizzle leaves out of a select from one table: a subquery would take a column of its own. */
const author = sql`${reviews}.${sql.identifier(reviews.userId.name)}`

/** Reviews, newest first: all, or so many. */
export function listReviews(db: Database, boughtBy: BoughtBy, limit: number | undefined) {
  const rows = db
    .select({
      id: reviews.id,
      name: reviews.name,
      description: reviews.description,
      rating: reviews.rating,
      createdAt: reviews.createdAt,
      verifiedBuyer: boughtBy(author),
    })
    .from(reviews)
    .orderBy(desc(reviews.id))
  return limit === undefined ? rows : rows.limit(limit)
}

export function countByRating(db: Database): Promise<{ rating: number; count: number }[]> {
  return db.select({ rating: reviews.rating, count: count() }).from(reviews).groupBy(reviews.rating)
}

export async function insertReviews(db: Database, rows: (typeof reviews.$inferInsert)[]): Promise<void> {
  await db.insert(reviews).values(rows)
}
