import { sql } from 'drizzle-orm'
import { sampleCatalogue } from '#content/sample-catalogue.ts'
import { sampleReviews } from '#content/sample-reviews.ts'
import type { Catalogue } from '#features/catalogue/service.ts'
import { tools } from '#features/catalogue/tables.ts'
import type { Reviews } from '#features/reviews/service.ts'
import type { Database } from '#platform/db/database.ts'

/**
 * Loads the sample catalogue and reviews into a shop that never had a tool; any other stays as it is.
 * @returns whether it loaded them.
 */
export async function seedDemo(db: Database, catalogue: Catalogue, reviews: Reviews): Promise<boolean> {
  const [any] = await db.select({ one: sql`1` }).from(tools).limit(1)
  if (any) return false
  // Both lists are written newest first.
  await catalogue.addAll(sampleCatalogue.toReversed())
  await reviews.addAll(sampleReviews.toReversed())
  return true
}
