import { and, count, eq, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { tools } from '#features/catalogue/tables.ts'
import type { Database, Reads } from '#platform/db/database.ts'
import { byId, readPage } from '#platform/db/keyset.ts'
import { cachedQuery } from '#platform/db/query-cache.ts'
import type { Page, PageQuery } from '#shared/list.ts'
import { reviews } from './tables.ts'

/** The condition that the user in that column or value has bought something, or a certain product. */
export type BoughtBy = (userId: SQLWrapper, toolId?: SQLWrapper) => SQL<boolean>

const columns = (boughtBy: BoughtBy) => ({
  id: reviews.id,
  name: reviews.name,
  description: reviews.description,
  rating: reviews.rating,
  createdAt: reviews.createdAt,
  toolId: reviews.toolId,
  productName: tools.name,
  verifiedBuyer: boughtBy(reviews.userId),
})

const newestFirst = byId<ReviewRow>(reviews.id, 'desc')
const isShown = isNull(reviews.hiddenAt)

export type ReviewRow = Pick<
  typeof reviews.$inferSelect,
  'id' | 'name' | 'description' | 'rating' | 'createdAt' | 'toolId'
> & { productName: string | null; verifiedBuyer: boolean }

function selectReviews(db: Reads, boughtBy: BoughtBy, condition?: SQL) {
  return (
    db
      .select(columns(boughtBy))
      .from(reviews)
      // Includes products that are no longer for sale.
      .leftJoin(tools, eq(tools.id, reviews.toolId))
      .where(and(isShown, condition))
      .orderBy(...newestFirst.by)
  )
}

/** The newest `limit` reviews, without counting them all. */
export function createNewestReviews(boughtBy: BoughtBy) {
  const newest = cachedQuery((db) =>
    selectReviews(db, boughtBy).limit(sql.placeholder('limit')).prepare('newest_reviews'),
  )
  return (db: Reads, limit: number): Promise<ReviewRow[]> => newest(db).execute({ limit })
}

/** Reviews, newest first: all, or a page; of one product, or of everything. @throws Failure 'bad-request' for a foreign cursor. */
export async function listReviews(
  db: Reads,
  boughtBy: BoughtBy,
  { toolId, ...query }: PageQuery & { toolId?: string | undefined },
): Promise<Page<ReviewRow>> {
  const ofTool = toolId === undefined ? undefined : eq(reviews.toolId, toolId)
  const { rows, nextCursor } = await readPage<ReviewRow>(newestFirst, query, async ({ after, limit }) => {
    const matching = selectReviews(db, boughtBy, and(ofTool, after))
    // mutant(condition → true): an undefined limit limits nothing
    return limit ? matching.limit(limit) : matching
  })
  const isWhole = !query.cursor && !nextCursor
  return { items: rows, total: isWhole ? rows.length : await db.$count(reviews, and(isShown, ofTool)), nextCursor }
}

const byRating = cachedQuery((db) =>
  db
    .select({ rating: reviews.rating, count: count() })
    .from(reviews)
    .where(isShown)
    .groupBy(reviews.rating)
    .prepare('reviews_by_rating'),
)

export function countByRating(db: Reads): Promise<{ rating: number; count: number }[]> {
  return byRating(db).execute()
}

export async function insertReviews(db: Database, rows: (typeof reviews.$inferInsert)[]): Promise<void> {
  await db.insert(reviews).values(rows)
}

export async function hasBought(db: Database, boughtBy: BoughtBy, userId: string, toolId: string): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select ${boughtBy(sql`${userId}::uuid`, sql`${toolId}::uuid`)} as is`,
  )
  return rows[0]?.is === true
}

/** Leaves an already hidden review as it is. @returns the product of the review if this call hid it. */
export async function hideReview(
  db: Database,
  id: string,
  { at, by, reason }: { at: Date; by: string; reason: string },
): Promise<{ productName: string | null } | undefined> {
  const [hidden] = await db
    .update(reviews)
    .set({ hiddenAt: at, hiddenBy: by, hiddenReason: reason })
    .where(and(eq(reviews.id, id), isShown))
    .returning({ productName: sql<string | null>`(select ${tools.name} from ${tools} where ${tools.id} = tool_id)` })
  return hidden
}

export async function hasReview(db: Database, id: string): Promise<boolean> {
  return (await db.$count(reviews, eq(reviews.id, id))) > 0
}
