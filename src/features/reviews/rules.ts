import type { ReviewSummary } from './schema.ts'

const ratings = [5, 4, 3, 2, 1]

/** Sums up reviews from the number per rating; a rating nobody gave may be missing. */
export function summarise(given: readonly { rating: number; count: number }[]): ReviewSummary {
  const counts = ratings.map((rating) => ({ rating, count: given.find((each) => each.rating === rating)?.count ?? 0 }))
  const count = counts.reduce((sum, each) => sum + each.count, 0)
  const stars = counts.reduce((sum, each) => sum + each.rating * each.count, 0)
  return { count, mean: count > 0 ? stars / count : undefined, counts }
}
