import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { idempotencyKey } from '#platform/http/idempotency-key.ts'
import { answerPage } from '#platform/http/page.ts'
import { body, path, query } from '#platform/http/validate.ts'
import { showsPublic } from '#platform/page-cache/middleware.ts'
import { requireModerator } from './policy.ts'
import { HiddenReview, NewReview, Review, ReviewAdded, ReviewQuery } from './schema.ts'
import type { Reviews } from './service.ts'
import { reviewList } from './tags.ts'

const tags = ['Reviews']

/** GET /review, POST /addreview, DELETE /review/{reviewId}. */
export function createReviewsApi(reviews: Reviews, authenticate: Authenticate) {
  return new Hono()
    .get(
      '/review',
      describeRoute({ tags, summary: 'Reviews, newest first', responses: answers({ 200: z.array(Review) }, 400) }),
      showsPublic([reviewList], ReviewQuery),
      query(ReviewQuery),
      async (c) => answerPage(c, await reviews.list(c.req.valid('query'))),
    )
    .post(
      '/addreview',
      describeRoute({
        tags,
        summary: 'Add a review',
        responses: answers({ 201: ReviewAdded }, 400, 401, 409, 413, 422, 429),
      }),
      authenticate,
      idempotencyKey('Makes a retry safe: the same key with the same body adds one review.'),
      body(NewReview),
      async (c) => {
        const key = c.req.valid('header')['idempotency-key']
        return c.json({ success: true as const, _id: await reviews.add(c.var.actor, c.req.valid('json'), key) }, 201)
      },
    )
    .delete(
      '/review/:reviewId',
      describeRoute({
        tags,
        summary: 'Hide a review',
        responses: answers({ 204: undefined }, 400, 401, 403, 404, 413, 422),
      }),
      authenticate,
      permit(requireModerator),
      path(z.object({ reviewId: z.uuid() })),
      body(HiddenReview),
      async (c) => {
        await reviews.hide(c.var.actor, c.req.valid('param').reviewId, c.req.valid('json'))
        return c.body(null, 204)
      },
    )
}
