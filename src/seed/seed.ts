import { sql } from 'drizzle-orm'
import type { Catalogue } from '#features/catalogue/service.ts'
import { tools } from '#features/catalogue/tables.ts'
import type { Reviews } from '#features/reviews/service.ts'
import type { Database } from '#platform/db/database.ts'
import { rounded } from '#shared/money.ts'
import { sampleCatalogue } from './catalogue.ts'
import { sampleReviews } from './reviews.ts'

type Parts = { db: Database; catalogue: Catalogue; reviews: Reviews; currency: string }

/**
 * Loads the sample catalogue and reviews into a shop that never had a tool; any other stays as it is. The prices are
 * the samples' figures in the shop's currency, rounded to what it can carry.
 * @returns whether it loaded them.
 */
export async function seedDemo({ db, catalogue, reviews, currency }: Parts): Promise<boolean> {
  const [any] = await db
    .select({ one: sql`1` })
    .from(tools)
    .limit(1)
  if (any) return false
  // Both lists are written newest first.
  const samples = sampleCatalogue.map((tool) => ({ ...tool, price: rounded(tool.price, currency) }))
  await catalogue.addAll(samples.toReversed())
  await reviews.addAll(sampleReviews.toReversed())
  return true
}
