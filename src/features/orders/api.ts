import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { refusals } from '#content/refusals.ts'
import type { Authenticate, VerifyToken } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { idempotencyKey } from '#platform/http/idempotency-key.ts'
import { answerPage } from '#platform/http/page.ts'
import { bodyFirst, oneForANetwork } from '#platform/http/turns.ts'
import { body, path, query } from '#platform/http/validate.ts'
import { CheckedOrder, NewOrder, OrderCheck } from './placing-schema.ts'
import { Order, OrderPlaced, OrderQuery } from './schema.ts'
import type { Orders } from './service.ts'

/** Set by the app for every call: see `clientAddress` there. */
type Env = { Variables: { clientAddress: string } }

const tags = ['Orders']
const byId = path(z.object({ orderId: z.uuid() }))
const keyed = idempotencyKey('Makes a retry safe: the same key with the same body returns the first order.')

/** GET /order, GET /order/{id}, POST /order, POST /order/check, POST /order/{id}/cancel. */
export function createOrdersApi(orders: Orders, authenticate: Authenticate, verifyToken: VerifyToken) {
  // Parsing, judging and answering a long list takes some 50 ms of the only thread.
  const inTurn = oneForANetwork(200, refusals.tooMany)
  return new Hono<Env>()
    .get(
      '/order',
      describeRoute({
        tags,
        summary: 'Orders for an e-mail, newest first',
        responses: answers({ 200: z.array(Order) }, 400, 401, 403),
      }),
      verifyToken,
      query(OrderQuery),
      async (c) => answerPage(c, await orders.list(c.var.subject, c.req.valid('query'))),
    )
    .get(
      '/order/:orderId',
      describeRoute({ tags, summary: 'One order', responses: answers({ 200: Order }, 401, 404) }),
      authenticate,
      byId,
      async (c) => c.json(await orders.get(c.var.actor, c.req.valid('param').orderId), 200),
    )
    .post(
      '/order',
      describeRoute({
        tags,
        summary: 'Order a tool, or several at once',
        responses: answers({ 201: OrderPlaced }, 400, 401, 403, 404, 409, 413, 422),
      }),
      verifyToken,
      keyed,
      body(NewOrder),
      async (c) => {
        const _id = await orders.place(c.var.subject, c.req.valid('json'), c.req.valid('header')['idempotency-key'])
        return c.json({ success: true as const, _id }, 201)
      },
    )
    .post(
      '/order/check',
      describeRoute({
        tags,
        summary: 'What an order would cost, and what stands in its way',
        responses: answers({ 200: CheckedOrder }, 400, 401, 413, 422, 429),
      }),
      authenticate,
      bodyFirst,
      inTurn,
      body(OrderCheck),
      async (c) => c.json(await orders.check(c.var.actor, c.req.valid('json')), 200),
    )
    .post(
      '/order/:orderId/cancel',
      describeRoute({
        tags,
        summary: 'Cancel an unpaid order',
        responses: answers({ 200: Order }, 401, 404, 409, 429, 503),
      }),
      authenticate,
      byId,
      async (c) => c.json(await orders.cancel(c.var.actor, c.req.valid('param').orderId), 200),
    )
}
