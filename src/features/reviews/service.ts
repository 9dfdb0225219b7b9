import { reviewMessages } from '#content/reviews.ts'
import { actingIn, anybody } from '#features/accounts/acting.ts'
import { recordAudit } from '#platform/audit/record.ts'
import { sqlState, uniqueViolation } from '#platform/db/conflict.ts'
import type { Database, Reads } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import { madeBefore, once } from '#platform/http/once.ts'
import type { Actor } from '#shared/actor.ts'
import { isoTime, type Clock } from '#shared/clock.ts'
import { Failure, wrongField } from '#shared/errors.ts'
import { mostListed, type Page } from '#shared/list.ts'
import { newId } from '#platform/ids.ts'
import { summarise } from './rules.ts'
import { requireModerator } from './policy.ts'
import type { HiddenReview, NewReview, Review, ReviewQuery, ReviewSummary } from './schema.ts'
import {
  countByRating,
  createNewestReviews,
  hasBought,
  hasReview,
  hideReview,
  insertReviews,
  listReviews,
  type BoughtBy,
  type ReviewRow,
} from './store.ts'

export type Reviews = ReturnType<typeof createReviews>

/** Everyone reads all of them on one page: no single account may make it long. */
const perAccount = { name: 'review', count: 5, seconds: 3600, message: reviewMessages.manyReviews }

type Parts = {
  db: Database
  reads: Reads
  clock: Clock
  limiter: RateLimiter
  /** A condition and not a call, so that one query reads every review: reviews know no orders. */
  boughtBy: BoughtBy
  onChange: () => void
}

/** The use cases of reviews. `onChange` is called whenever one is added or hidden. */
export function createReviews({ db, reads, clock, limiter, boughtBy, onChange }: Parts) {
  const newestReviews = createNewestReviews(boughtBy)
  const rowOf = (input: NewReview, userId: string | null, id = newId()) => ({
    ...input,
    id,
    userId,
    createdAt: clock.now(),
  })

  async function hideOne(tx: Database, actor: Actor, id: string, reason: string): Promise<void> {
    const at = clock.now()
    const hidden = await hideReview(tx, id, { at, by: actor.id, reason })
    if (hidden) {
      // Not the author's name, which is erased with their account.
      const subject = { type: 'review', id, label: hidden.productName }
      const shown = { before: { shown: true }, after: { shown: false, reason } }
      await recordAudit(tx, { at, actor, action: 'review.hidden', subject, ...shown })
    } else if (!(await hasReview(tx, id))) throw new Failure('not-found', 'There is no such review.')
  }

  return {
    /** Newest first: up to 1,000, or a page; all, or of one product. @throws Failure 'bad-request' for a foreign cursor. */
    async list(query: ReviewQuery = {}): Promise<Page<Review>> {
      const { items, ...page } = await listReviews(reads, boughtBy, { ...query, limit: query.limit ?? mostListed })
      return { ...page, items: items.map(toWire) }
    },

    /** The newest `limit` reviews. */
    async newest(limit: number): Promise<Review[]> {
      return (await newestReviews(reads, limit)).map(toWire)
    },

    async summary(): Promise<ReviewSummary> {
      return summarise(await countByRating(reads))
    },

    /**
     * Adds a review, once per key.
     * @returns the review's id.
     * @throws Failure 'too-many' for the sixth in an hour, 'unprocessable' for a product that its author has not bought,
     * 'conflict' for a second review of a product, 'unauthenticated' when the account may no longer act.
     */
    async add(actor: Actor, input: NewReview, key?: string): Promise<string> {
      const attempt = { caller: actor.id, key, request: { review: input }, at: clock.now() }
      const earlier = await madeBefore(db, attempt)
      if (earlier !== undefined) return earlier
      if (input.toolId && !(await hasBought(db, boughtBy, actor.id, input.toolId)))
        throw wrongField('toolId', reviewMessages.notBought)
      await limiter.use(perAccount, actor.id)
      // Nothing is stored under the name of an account that was erased meanwhile.
      const id = await actingIn(db, actor, anybody, (tx) =>
        once(tx, attempt, (made) => insertReviews(tx, [rowOf(input, actor.id, made)])),
      ).catch((error: unknown) => {
        throw sqlState(error) === uniqueViolation ? new Failure('conflict', reviewMessages.reviewedAlready) : error
      })
      onChange()
      return id
    },

    /** Hides a review from everybody, and keeps the reason. @throws Failure 'not-found'. */
    async hide(actor: Actor, id: string, { reason }: HiddenReview): Promise<void> {
      requireModerator(actor)
      await actingIn(db, actor, requireModerator, (tx) => hideOne(tx, actor, id, reason))
      onChange()
    },

    /** Adds many reviews without an author, oldest first, for the samples. */
    async addAll(inputs: readonly NewReview[]): Promise<void> {
      await insertReviews(
        db,
        inputs.map((input) => rowOf(input, null)),
      )
      onChange()
    },
  }
}

function toWire({ id, createdAt, ...row }: ReviewRow): Review {
  return { _id: id, ...row, createdAt: isoTime(createdAt) }
}
