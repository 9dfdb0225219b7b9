import { messages } from '#content/messages.ts'
import type { Database } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import type { Actor } from '#shared/actor.ts'
import { isoTime, type Clock } from '#shared/clock.ts'
import { mostListed, type Page, type PageQuery } from '#shared/list.ts'
import { newId } from '#platform/ids.ts'
import { summarise } from './rules.ts'
import type { NewReview, Review, ReviewSummary } from './schema.ts'
import { countByRating, insertReviews, listReviews, newestReviews, type BoughtBy, type ReviewRow } from './store.ts'

export type Reviews = ReturnType<typeof createReviews>

/** Everyone reads all of them on one page: no single account may make it long. */
const perAccount = { name: 'review', count: 20, seconds: 3600, message: messages.manyReviews }

type Parts = {
  db: Database
  clock: Clock
  limiter: RateLimiter
  /** A condition and not a call, so that one query reads every review: orders stay unknown here. */
  boughtBy: BoughtBy
  onChange: () => void
}

/** The use cases of reviews. `onChange` hears of every new one. */
export function createReviews({ db, clock, limiter, boughtBy, onChange }: Parts) {
  const rowOf = (input: NewReview, userId: string | null) => ({ ...input, id: newId(), userId, createdAt: clock.now() })

  return {
    /** Newest first: all up to 1,000, or a page. @throws Failure 'bad-request' for a foreign cursor. */
    async list(query: PageQuery = {}): Promise<Page<Review>> {
      const { items, ...page } = await listReviews(db, boughtBy, { ...query, limit: query.limit ?? mostListed })
      return { ...page, items: items.map(toWire) }
    },

    /** The newest so many, without counting them all. */
    async newest(limit: number): Promise<Review[]> {
      return (await newestReviews(db, boughtBy, limit)).map(toWire)
    },

    async summary(): Promise<ReviewSummary> {
      return summarise(await countByRating(db))
    },

    /** @returns the review's id. @throws Failure 'too-many' for the twenty-first in an hour. */
    async add(actor: Actor, input: NewReview): Promise<string> {
      await limiter.use(perAccount, actor.id)
      const row = rowOf(input, actor.id)
      await insertReviews(db, [row])
      onChange()
      return row.id
    },

    /** Adds many without an author, oldest first, for the samples. */
    async addAll(inputs: readonly NewReview[]): Promise<void> {
      await insertReviews(
        db,
        inputs.map((input) => rowOf(input, null)),
      )
      onChange()
    },
  }
}

function toWire({ id, name, description, rating, verifiedBuyer, createdAt }: ReviewRow): Review {
  return { _id: id, name, description, rating, verifiedBuyer, createdAt: isoTime(createdAt) }
}
