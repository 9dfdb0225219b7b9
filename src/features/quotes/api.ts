import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { answerPage } from '#platform/http/page.ts'
import { body, path, query } from '#platform/http/validate.ts'
import { requireQuoteReader, requireQuoteStaff } from './policy.ts'
import { NewQuote, Quote, QuoteAdded, QuoteQuery } from './schema.ts'
import type { Quotes } from './service.ts'

const tags = ['Quotes']
const byId = path(z.object({ quoteId: z.uuid() }))

/** Set by the app for every call: see `clientAddress` there. */
type Env = { Variables: { clientAddress: string } }

/** POST /quote, GET /quote, POST and DELETE /quote/{id}/answered. */
export function createQuotesApi(quotes: Quotes, authenticate: Authenticate) {
  return new Hono<Env>()
    .post(
      '/quote',
      describeRoute({ tags, summary: 'Ask for a quote', responses: answers({ 201: QuoteAdded }, 400, 413, 422, 429) }),
      body(NewQuote),
      async (c) =>
        c.json({ success: true as const, _id: await quotes.add(c.var.clientAddress, c.req.valid('json')) }, 201),
    )
    .get(
      '/quote',
      describeRoute({
        tags,
        summary: 'Requests for a quote, newest first',
        responses: answers({ 200: z.array(Quote) }, 400, 401, 403),
      }),
      authenticate,
      permit(requireQuoteReader),
      query(QuoteQuery),
      async (c) => answerPage(c, await quotes.list(c.var.actor, c.req.valid('query'))),
    )
    .post(
      '/quote/:quoteId/answered',
      describeRoute({
        tags,
        summary: 'Note that a request was answered',
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
        summary: 'Note that a request was not answered after all',
        responses: answers({ 200: Quote }, 401, 403, 404, 429),
      }),
      authenticate,
      permit(requireQuoteStaff),
      byId,
      async (c) => c.json(await quotes.mark(c.var.actor, c.req.valid('param').quoteId, false), 200),
    )
}
