import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { isLate } from '#platform/http/deadline.ts'
import { answers } from '#platform/http/describe.ts'
import { idempotencyKey } from '#platform/http/idempotency-key.ts'
import { answerPage } from '#platform/http/page.ts'
import { textStream } from '#platform/http/text-stream.ts'
import { body, path, query } from '#platform/http/validate.ts'
import type { OrderDesk } from './desk.ts'
import { requireStaff } from './policy.ts'
import { DeskOrder, OrderDeskFilter, OrderDeskQuery, OrderNote, OrderStock } from './desk-schema.ts'
import { OrderEvent } from './schema.ts'

const tags = ['Orders']
const byId = path(z.object({ orderId: z.uuid() }))

/** GET /orders, GET /orders.csv, GET /order/{id}/events and /stock, POST /order/{id}/note. */
export function createOrderDeskApi(desk: OrderDesk, authenticate: Authenticate) {
  return new Hono()
    .get(
      '/orders',
      describeRoute({
        tags,
        summary: 'All orders, for staff; X-Total-Count counts to 1,001',
        responses: answers({ 200: z.array(DeskOrder) }, 400, 401, 403),
      }),
      authenticate,
      permit(requireStaff),
      query(OrderDeskQuery),
      async (c) => answerPage(c, await desk.list(c.var.actor, c.req.valid('query'))),
    )
    .get(
      '/orders.csv',
      describeRoute({
        tags,
        summary: 'The same list as CSV, complete',
        responses: answers({ 200: ['text/csv'] }, 400, 401, 403, 429),
      }),
      authenticate,
      permit(requireStaff),
      query(OrderDeskFilter),
      (c) => {
        // The client was already told to retry: nobody would read or cancel the stream.
        if (isLate(c)) return c.res
        return c.body(textStream(desk.csv(c.var.actor, c.req.valid('query'), c.var.confirm)), 200, {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="orders.csv"',
        })
      },
    )
    .get(
      '/order/:orderId/events',
      describeRoute({
        tags,
        summary: 'The history of an order, oldest first',
        responses: answers({ 200: z.array(OrderEvent) }, 401, 404),
      }),
      authenticate,
      byId,
      async (c) => c.json(await desk.events(c.var.actor, c.req.valid('param').orderId), 200),
    )
    .get(
      '/order/:orderId/stock',
      describeRoute({
        tags,
        summary: 'What an order took from stock, and returned',
        responses: answers({ 200: z.array(OrderStock) }, 401, 403, 404),
      }),
      authenticate,
      permit(requireStaff),
      byId,
      async (c) => c.json(await desk.stock(c.var.actor, c.req.valid('param').orderId), 200),
    )
    .post(
      '/order/:orderId/note',
      describeRoute({
        tags,
        summary: 'Add a note to an order, for staff only',
        responses: answers({ 204: undefined }, 400, 401, 403, 404, 409, 413, 422),
      }),
      authenticate,
      permit(requireStaff),
      byId,
      idempotencyKey('Makes a retry safe: the same note with the same key is written once.'),
      body(OrderNote),
      async (c) => {
        const key = c.req.valid('header')['idempotency-key']
        await desk.note(c.var.actor, c.req.valid('param').orderId, c.req.valid('json'), key)
        return c.body(null, 204)
      },
    )
}
