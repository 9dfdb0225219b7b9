import { Hono, type Context } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { refusals } from '#content/refusals.ts'
import type { Authenticate } from '#features/accounts/authenticate.ts'
import { byLink, byTokenOrLink, tokenOrLink } from '#features/quotes/caller.ts'
import { StatementQuery } from '#features/receivables/schema.ts'
import { answers } from '#platform/http/describe.ts'
import { oneForANetwork } from '#platform/http/turns.ts'
import { path, query } from '#platform/http/validate.ts'
import type { Actor } from '#shared/actor.ts'
import { Id } from '#shared/id.ts'
import { InvoiceQuery, OrderPapers } from './schema.ts'
import type { Invoices, PaperFile } from './service.ts'

/** Set by the app for every call: see `clientAddress` there. */
type Env = { Variables: { clientAddress: string; actor?: Actor } }

const tags = ['Documents']
const byOrder = path(z.object({ orderId: Id }))
const drawn = answers({ 200: ['application/pdf'] }, 401, 404, 409, 429)
const written = answers({ 200: ['application/xml'] }, 401, 404, 409, 429)

/** GET /order/{id}/papers, and the papers themselves as PDF; GET /quote/{id}/offer.pdf and GET /statement.pdf. */
export function createInvoicesApi(invoices: Invoices, authenticate: Authenticate) {
  const inTurn = oneForANetwork(50, refusals.tooMany)
  const whoever = byTokenOrLink(authenticate)
  return new Hono<Env>()
    .get(
      '/order/:orderId/papers',
      describeRoute({
        tags,
        summary: 'The documents of an order',
        responses: answers({ 200: OrderPapers }, 401, 404),
      }),
      authenticate,
      byOrder,
      async (c) => c.json(await invoices.list(c.var.actor, c.req.valid('param').orderId), 200),
    )
    .get(
      '/order/:orderId/confirmation.pdf',
      describeRoute({ tags, summary: 'The confirmation of an order', responses: drawn }),
      authenticate,
      byOrder,
      inTurn,
      async (c) => answer(c, await invoices.confirmation(c.var.actor, c.req.valid('param').orderId)),
    )
    .get(
      '/order/:orderId/packing-slip.pdf',
      describeRoute({ tags, summary: 'The packing slip of an order', responses: drawn }),
      authenticate,
      byOrder,
      inTurn,
      async (c) => answer(c, await invoices.packingSlip(c.var.actor, c.req.valid('param').orderId)),
    )
    .get(
      '/order/:orderId/invoice.pdf',
      describeRoute({ tags, summary: 'The invoice of an order', responses: drawn }),
      authenticate,
      byOrder,
      inTurn,
      async (c) => answer(c, await invoices.invoice(c.var.actor, c.req.valid('param').orderId)),
    )
    .get(
      '/order/:orderId/invoice.xml',
      describeRoute({ tags, summary: 'The invoice of an order as e-invoice (EN 16931, UBL)', responses: written }),
      authenticate,
      byOrder,
      inTurn,
      async (c) => answer(c, await invoices.invoice(c.var.actor, c.req.valid('param').orderId, undefined, 'ubl')),
    )
    .get(
      '/order/:orderId/issued/:invoiceId',
      describeRoute({
        tags,
        summary: 'An invoice or a credit note of an order, as PDF or as e-invoice (EN 16931)',
        responses: answers({ 200: ['application/pdf', 'application/xml'] }, 400, 401, 404, 409, 429),
      }),
      authenticate,
      path(z.object({ orderId: Id, invoiceId: Id })),
      query(InvoiceQuery),
      inTurn,
      async (c) => {
        const { orderId, invoiceId } = c.req.valid('param')
        return answer(c, await invoices.invoice(c.var.actor, orderId, invoiceId, c.req.valid('query').as))
      },
    )
    .get(
      '/statement.pdf',
      describeRoute({
        tags,
        summary: 'A page of an account’s monthly statement',
        responses: answers({ 200: ['application/pdf'] }, 400, 401, 403, 404, 429),
      }),
      authenticate,
      query(StatementQuery),
      inTurn,
      async (c) => answer(c, await invoices.statement(c.var.actor, c.req.valid('query'))),
    )
    .get(
      '/quote/:quoteId/offer.pdf',
      describeRoute({
        ...tokenOrLink,
        tags,
        summary: 'The offer of a quote',
        responses: answers({ 200: ['application/pdf'] }, 400, 401, 404, 409, 429),
      }),
      whoever,
      path(z.object({ quoteId: Id })),
      byLink,
      inTurn,
      async (c) => {
        const caller = { actor: c.var.actor, link: c.req.valid('header')['quote-link'] }
        return answer(c, await invoices.offer(caller, c.req.valid('param').quoteId))
      },
    )
}

const answer = (c: Context, { name, type, content }: PaperFile) =>
  c.body(Uint8Array.from(content), 200, {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
  })
