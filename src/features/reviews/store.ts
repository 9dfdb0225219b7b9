import { count, desc, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { reviews } from './tables.ts'

/** The condition under which the user of that column is a buyer. */
export type BoughtBy = (userId: SQLWrapper) => SQL<boolean>

export type ReviewRow = Awaited<ReturnType<typeof listReviews>>[number]

/** Reviews, newest first: all, or so many. */
export function listReviews(db: Database, boughtBy: BoughtBy, limit: number | undefined) {
  const rows = db
    .select({
      id: reviews.id,
      name: reviews.name,
      description: reviews.description,
      rating: reviews.rating,
      createdAt: reviews.createdAt,
      verifiedBuyer: boughtBy(reviews.userId),
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
