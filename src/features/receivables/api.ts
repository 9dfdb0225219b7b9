import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { Email } from '#features/accounts/schema.ts'
import { CreditState, Terms } from '#features/credit/schema.ts'
import { answers } from '#platform/http/describe.ts'
import { idempotencyKey } from '#platform/http/idempotency-key.ts'
import { body, path, query } from '#platform/http/validate.ts'
import { requireCreditStaff } from './policy.ts'
import { NewPayment, OpenBusiness, Statement, StatementQuery } from './schema.ts'
import type { Receivables } from './service.ts'

const tags = ['On account']
const byEmail = path(z.object({ email: Email }))
const keyed = idempotencyKey('Makes a retry safe: the same key with the same body is entered once.')

/** PUT /user/{email}/terms, GET /user/{email}/open, POST /payment, GET /credit, GET /statement. */
export function createReceivablesApi(receivables: Receivables, authenticate: Authenticate) {
  return new Hono()
    .put(
      '/user/:email/terms',
      describeRoute({
        tags,
        summary: 'Let a user buy on account, or with null no longer',
        responses: answers({ 200: CreditState }, 400, 401, 403, 404, 413, 422, 429),
      }),
      authenticate,
      permit(requireCreditStaff),
      byEmail,
      body(Terms.nullable()),
      async (c) =>
        c.json(await receivables.setTerms(c.var.actor, c.req.valid('param').email, c.req.valid('json')), 200),
    )
    .get(
      '/user/:email/open',
      describeRoute({
        tags,
        summary: 'What is still to be sent to a user, and what is owed',
        responses: answers({ 200: OpenBusiness }, 400, 401, 403, 404),
      }),
      authenticate,
      permit(requireCreditStaff),
      byEmail,
      async (c) => c.json(await receivables.openBusiness(c.var.actor, c.req.valid('param').email), 200),
    )
    .post(
      '/payment',
      describeRoute({
        tags,
        summary: 'Record money that was not paid by card',
        description:
          'It pays the given orders first, then those due longest; the rest is credit, which pays the next order. A negative amount is credit that was paid back.',
        responses: answers({ 201: CreditState }, 400, 401, 403, 404, 409, 413, 422, 429),
      }),
      authenticate,
      permit(requireCreditStaff),
      keyed,
      body(NewPayment),
      async (c) => {
        const key = c.req.valid('header')['idempotency-key']
        return c.json(await receivables.pay(c.var.actor, c.req.valid('json'), key), 201)
      },
    )
    .get(
      '/credit',
      describeRoute({
        tags,
        summary: 'Your terms, and how your account stands',
        responses: answers({ 200: CreditState }, 401),
      }),
      authenticate,
      async (c) => c.json(await receivables.state(c.var.actor), 200),
    )
    .get(
      '/statement',
      describeRoute({
        tags,
        summary: 'What an account owes, and what changed that in a month',
        responses: answers({ 200: Statement }, 400, 401, 403, 404),
      }),
      authenticate,
      query(StatementQuery),
      async (c) => c.json(await receivables.statement(c.var.actor, c.req.valid('query')), 200),
    )
}
