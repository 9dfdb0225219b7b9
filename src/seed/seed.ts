import { sql } from 'drizzle-orm'
import type { NewTool } from '#features/catalogue/schema.ts'
import type { Catalogue } from '#features/catalogue/service.ts'
import { tools } from '#features/catalogue/tables.ts'
import type { Reviews } from '#features/reviews/service.ts'
import type { Database } from '#platform/db/database.ts'
import { rounded } from '#shared/money.ts'
import { sampleCatalogue } from './catalogue.ts'
import { sampleReviews } from './reviews.ts'

type Parts = { db: Database; catalogue: Catalogue; reviews: Reviews; currency: string }

/**
 * Loads the sample catalogue and reviews into a shop that never had a tool; leaves any other as it is. The prices are the
 * figures of the samples in the shop's currency, rounded to amounts that it supports.
 * @returns whether it loaded them.
 */
export async function seedDemo({ db, catalogue, reviews, currency }: Parts): Promise<boolean> {
  const [any] = await db
    .select({ one: sql`1` })
    .from(tools)
    .limit(1)
  if (any) return false
  // Both lists are written newest first.
  const samples = sampleCatalogue.map((tool) => inCurrency(tool, currency))
  await catalogue.addAll(samples.toReversed())
  await reviews.addAll(sampleReviews.toReversed())
  return true
}

/** The figures as prices in the currency. Price breaks that rounding makes no cheaper than the price before are left out. */
function inCurrency(tool: NewTool, currency: string): NewTool {
  const price = rounded(tool.price, currency)
  const breaks = tool.price_breaks.map((each) => ({ ...each, price: rounded(each.price, currency) }))
  const price_breaks = breaks.filter((each, n) => each.price < (breaks[n - 1]?.price ?? price))
  return { ...tool, price, price_breaks }
}
