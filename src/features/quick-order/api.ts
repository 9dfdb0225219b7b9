import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { refusals } from '#content/refusals.ts'
import type { Authenticate } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { bodyFirst, oneForANetwork } from '#platform/http/turns.ts'
import { body } from '#platform/http/validate.ts'
import { MatchedOrder, OwnPart, QuickOrder } from './schema.ts'
import type { QuickOrders } from './service.ts'

/** Set by the app for every call: see `clientAddress` there. */
type Env = { Variables: { clientAddress: string } }

const tags = ['Quick order']

/** POST /quick-order, PUT /quick-order/part. */
export function createQuickOrderApi(quickOrders: QuickOrders, authenticate: Authenticate) {
  const inTurn = oneForANetwork(200, refusals.tooMany)
  return new Hono<Env>()
    .post(
      '/quick-order',
      describeRoute({
        tags,
        summary: 'The products that the rows of a list mean, and what ordering them would cost',
        responses: answers({ 200: MatchedOrder }, 400, 401, 413, 422, 429),
      }),
      authenticate,
      bodyFirst,
      inTurn,
      body(QuickOrder),
      async (c) => c.json(await quickOrders.match(c.var.actor, c.req.valid('json')), 200),
    )
    .put(
      '/quick-order/part',
      describeRoute({
        tags,
        summary: 'Remember which product you mean by a part number of your own',
        responses: answers({ 204: undefined }, 400, 401, 413, 422),
      }),
      authenticate,
      body(OwnPart),
      async (c) => {
        await quickOrders.remember(c.var.actor, c.req.valid('json'))
        return c.body(null, 204)
      },
    )
}
