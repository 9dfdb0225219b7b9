import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import type { Actor } from '#shared/actor.ts'
import { requireStaff } from '#features/orders/policy.ts'
import { Order } from '#features/orders/schema.ts'
import { answers } from '#platform/http/describe.ts'
import { body, path } from '#platform/http/validate.ts'
import { Arrival, NewParcel } from './schema.ts'
import type { Fulfilment } from './service.ts'

const tags = ['Orders']
const byId = path(z.object({ orderId: z.uuid() }))

/** POST /order/{id}/pack, /ship, /deliver. @param read reads the order as it is afterwards. */
export function createFulfilmentApi(
  fulfilment: Fulfilment,
  read: (actor: Actor, id: string) => Promise<Order>,
  authenticate: Authenticate,
) {
  return new Hono()
    .post(
      '/order/:orderId/pack',
      describeRoute({
        tags,
        summary: 'Record that the rest of an order is packed',
        responses: answers({ 200: Order }, 401, 403, 404, 409),
      }),
      authenticate,
      permit(requireStaff),
      byId,
      async (c) => {
        const { orderId } = c.req.valid('param')
        await fulfilment.pack(c.var.actor, orderId)
        return c.json(await read(c.var.actor, orderId), 200)
      },
    )
    .post(
      '/order/:orderId/ship',
      describeRoute({
        tags,
        summary: 'Send a parcel of an order: all that is left, or part of it',
        responses: answers({ 200: Order }, 400, 401, 403, 404, 409, 413, 422),
      }),
      authenticate,
      permit(requireStaff),
      byId,
      body(NewParcel),
      async (c) => {
        const { orderId } = c.req.valid('param')
        await fulfilment.ship(c.var.actor, orderId, c.req.valid('json'))
        return c.json(await read(c.var.actor, orderId), 200)
      },
    )
    .post(
      '/order/:orderId/deliver',
      describeRoute({
        tags,
        summary: 'Record that one parcel of an order, or every one on its way, has arrived',
        responses: answers({ 200: Order }, 400, 401, 403, 404, 409, 413, 422),
      }),
      authenticate,
      permit(requireStaff),
      byId,
      body(Arrival),
      async (c) => {
        const { orderId } = c.req.valid('param')
        await fulfilment.deliver(c.var.actor, orderId, c.req.valid('json'))
        return c.json(await read(c.var.actor, orderId), 200)
      },
    )
}
