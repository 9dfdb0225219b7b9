import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Authenticate, VerifyToken } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { idempotencyKey } from '#platform/http/idempotency-key.ts'
import { body, query } from '#platform/http/validate.ts'
import { Cart, CartQuery, NewCart } from './schema.ts'
import type { CartService } from './service.ts'

const tags = ['Cart']
const keyed = idempotencyKey('Makes a retry safe: a change that was made already is not made again.')

/** GET and PUT /cart. */
export function createCartApi(cart: CartService, authenticate: Authenticate, verifyToken: VerifyToken) {
  return new Hono()
    .get(
      '/cart',
      describeRoute({
        tags,
        summary: 'What is in your cart, checked as if you ordered it now',
        responses: answers({ 200: Cart }, 400, 401),
      }),
      verifyToken,
      query(CartQuery),
      async (c) => c.json(await cart.get(c.var.subject, c.req.valid('query').country), 200),
    )
    .put(
      '/cart',
      describeRoute({
        tags,
        summary: 'Replace it, unless it was changed in the meantime',
        responses: answers({ 200: Cart }, 400, 401, 409, 413, 422, 429),
      }),
      authenticate,
      keyed,
      body(NewCart),
      async (c) => {
        const key = c.req.valid('header')['idempotency-key']
        return c.json(await cart.put(c.var.actor, c.req.valid('json'), key), 200)
      },
    )
}
