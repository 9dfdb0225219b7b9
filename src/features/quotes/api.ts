import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { OrderPlaced } from '#features/orders/schema.ts'
import { answers } from '#platform/http/describe.ts'
import { idempotencyKey } from '#platform/http/idempotency-key.ts'
import { answerPage } from '#platform/http/page.ts'
import { body, path, query } from '#platform/http/validate.ts'
import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'
import { Id } from '#shared/id.ts'
import { byLink, byTokenOrLink, tokenOrLink } from './caller.ts'
import { requireQuoteStaff } from './policy.ts'
import {
  Acceptance,
  NewOffer,
  NewQuote,
  Quote,
  QuoteAdded,
  QuoteEnd,
  QuoteMessage,
  QuoteQuery,
  WholeQuote,
} from './schema.ts'
import type { Quotes } from './service.ts'

const tags = ['Quotes']
const byId = path(z.object({ quoteId: Id }))
const keyed = idempotencyKey('Makes a retry safe: the same key with the same body is taken once.')

/** Set by the app for every call: see `clientAddress` there. */
type Env = { Variables: { clientAddress: string; actor?: Actor } }

/** POST and GET /quote, GET /quote/{id}, and the steps of its life. */
export function createQuotesApi(quotes: Quotes, authenticate: Authenticate) {
  const whoever = byTokenOrLink(authenticate)
  /** The form may also be sent with an expired token: the request then belongs to nobody. */
  const ifSignedIn = createMiddleware<Env>(async (c, next) => {
    if (c.req.header('authorization') !== undefined) {
      await authenticate(c as never, async () => undefined).catch((error: unknown) => {
        if (!(error instanceof Failure && error.kind === 'unauthenticated')) throw error
      })
    }
    return next()
  })
  return new Hono<Env>()
    .post(
      '/quote',
      describeRoute({
        tags,
        summary: 'Ask for a quote: for one product, or with lines for several',
        responses: answers({ 201: QuoteAdded }, 400, 409, 413, 422, 429),
      }),
      ifSignedIn,
      keyed,
      body(NewQuote),
      async (c) => {
        const by = { userId: c.var.actor?.id, key: c.req.valid('header')['idempotency-key'] }
        const _id = await quotes.add(c.var.clientAddress, c.req.valid('json'), by)
        return c.json({ success: true as const, _id }, 201)
      },
    )
    .get(
      '/quote',
      describeRoute({
        tags,
        summary: 'Requests for a quote, newest first: all of them for staff, their own for others',
        responses: answers({ 200: z.array(Quote) }, 400, 401),
      }),
      authenticate,
      query(QuoteQuery),
      async (c) => answerPage(c, await quotes.list(c.var.actor, c.req.valid('query'))),
    )
    .get(
      '/quote/:quoteId',
      describeRoute({
        ...tokenOrLink,
        tags,
        summary: 'A quote with its history, for whoever asked for it, staff, and whoever has the link',
        responses: answers({ 200: WholeQuote }, 400, 401, 404),
      }),
      whoever,
      byId,
      byLink,
      async (c) =>
        c.json(await quotes.get(callerOf(c.var.actor, c.req.valid('header')), c.req.valid('param').quoteId), 200),
    )
    .post(
      '/quote/:quoteId/offer',
      describeRoute({
        tags,
        summary: 'Offer prices and quantities, valid until a given day',
        responses: answers({ 204: undefined }, 400, 401, 403, 404, 409, 413, 422, 429),
      }),
      authenticate,
      permit(requireQuoteStaff),
      byId,
      keyed,
      body(NewOffer),
      async (c) => {
        const key = c.req.valid('header')['idempotency-key']
        await quotes.offer(c.var.actor, c.req.valid('param').quoteId, c.req.valid('json'), key)
        return c.body(null, 204)
      },
    )
    .post(
      '/quote/:quoteId/accept',
      describeRoute({
        tags,
        summary: 'Turn an offer into an order, once: a repeat returns the first order',
        responses: answers({ 201: OrderPlaced }, 400, 401, 403, 404, 409, 413, 422, 429, 503),
      }),
      authenticate,
      byId,
      byLink,
      body(Acceptance),
      async (c) => {
        const link = c.req.valid('header')['quote-link']
        const _id = await quotes.accept(c.var.actor, link, c.req.valid('param').quoteId, c.req.valid('json'))
        return c.json({ success: true as const, _id }, 201)
      },
    )
    .post(
      '/quote/:quoteId/decline',
      describeRoute({
        ...tokenOrLink,
        tags,
        summary: 'Decline an offer, or as staff a request',
        responses: answers({ 204: undefined }, 400, 401, 404, 409, 413, 422, 429),
      }),
      whoever,
      byId,
      byLink,
      body(QuoteEnd),
      async (c) => {
        const caller = callerOf(c.var.actor, c.req.valid('header'))
        await quotes.end(caller, c.req.valid('param').quoteId, 'decline', c.req.valid('json').message)
        return c.body(null, 204)
      },
    )
    .post(
      '/quote/:quoteId/withdraw',
      describeRoute({
        ...tokenOrLink,
        tags,
        summary: 'Withdraw a request or, as staff, an offer',
        responses: answers({ 204: undefined }, 400, 401, 404, 409, 413, 422, 429),
      }),
      whoever,
      byId,
      byLink,
      body(QuoteEnd),
      async (c) => {
        const caller = callerOf(c.var.actor, c.req.valid('header'))
        await quotes.end(caller, c.req.valid('param').quoteId, 'withdraw', c.req.valid('json').message)
        return c.body(null, 204)
      },
    )
    .post(
      '/quote/:quoteId/message',
      describeRoute({
        ...tokenOrLink,
        tags,
        summary: 'Write to the other side of a quote',
        responses: answers({ 204: undefined }, 400, 401, 404, 409, 413, 422, 429),
      }),
      whoever,
      byId,
      byLink,
      keyed,
      body(QuoteMessage),
      async (c) => {
        const caller = callerOf(c.var.actor, c.req.valid('header'))
        const key = c.req.valid('header')['idempotency-key']
        await quotes.write(caller, c.req.valid('param').quoteId, c.req.valid('json').message, key)
        return c.body(null, 204)
      },
    )
    .post(
      '/quote/:quoteId/answered',
      describeRoute({
        tags,
        summary: 'Mark a request as answered',
        responses: answers({ 200: Quote }, 401, 403, 404, 429),
      }),
      authenticate,
      permit(requireQuoteStaff),
      byId,
      async (c) => c.json(await quotes.mark(c.var.actor, c.req.valid('param').quoteId, true), 200),
    )
    .delete(
      '/quote/:quoteId/answered',
      describeRoute({
        tags,
        summary: 'Mark a request as unanswered',
        responses: answers({ 200: Quote }, 401, 403, 404, 409, 429),
      }),
      authenticate,
      permit(requireQuoteStaff),
      byId,
      async (c) => c.json(await quotes.mark(c.var.actor, c.req.valid('param').quoteId, false), 200),
    )
}

const callerOf = (actor: Actor | undefined, { 'quote-link': link }: { 'quote-link'?: string | undefined }) => ({
  actor,
  link,
})
