import type { Review } from '#features/reviews/schema.ts'

export type ReviewSummary = {
  /** Of all ratings; undefined while there is none. */
  mean: number | undefined
  /** How many reviews gave each rating, best first. */
  counts: readonly { rating: number; count: number }[]
}

const ratings = [5, 4, 3, 2, 1]

export function summarise(reviews: readonly Pick<Review, 'rating'>[]): ReviewSummary {
  const sum = reviews.reduce((total, { rating }) => total + rating, 0)
  return {
    mean: reviews.length > 0 ? sum / reviews.length : undefined,
    counts: ratings.map((rating) => ({ rating, count: reviews.filter((review) => review.rating === rating).length })),
  }
}
