import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import type { Authenticate } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { idempotencyKey } from '#platform/http/idempotency-key.ts'
import { body, path } from '#platform/http/validate.ts'
import { Id } from '#shared/id.ts'
import { DeliveryAddress, NewAddress } from './schema.ts'
import type { Addresses } from './service.ts'

const tags = ['Addresses']
const byId = path(z.object({ addressId: Id }))

/** GET and POST /addresses, PUT and DELETE /addresses/{addressId}. */
export function createAddressesApi(addresses: Addresses, authenticate: Authenticate) {
  return new Hono()
    .get(
      '/addresses',
      describeRoute({
        tags,
        summary: 'Your delivery addresses',
        responses: answers({ 200: z.array(DeliveryAddress) }, 401),
      }),
      authenticate,
      async (c) => c.json(await addresses.list(c.var.actor), 200),
    )
    .post(
      '/addresses',
      describeRoute({
        tags,
        summary: 'Save a delivery address',
        responses: answers({ 201: DeliveryAddress }, 400, 401, 409, 413, 422, 429),
      }),
      authenticate,
      idempotencyKey('Makes a retry safe: the same key with the same body saves one address.'),
      body(NewAddress),
      async (c) => {
        const key = c.req.valid('header')['idempotency-key']
        return c.json(await addresses.add(c.var.actor, c.req.valid('json'), key), 201)
      },
    )
    .put(
      '/addresses/:addressId',
      describeRoute({
        tags,
        summary: 'Replace one of your addresses',
        responses: answers({ 200: DeliveryAddress }, 400, 401, 404, 413, 422),
      }),
      authenticate,
      byId,
      body(NewAddress),
      async (c) => c.json(await addresses.put(c.var.actor, c.req.valid('param').addressId, c.req.valid('json')), 200),
    )
    .delete(
      '/addresses/:addressId',
      describeRoute({
        tags,
        summary: 'Delete one of your addresses',
        responses: answers({ 204: undefined }, 401, 404),
      }),
      authenticate,
      byId,
      async (c) => {
        await addresses.remove(c.var.actor, c.req.valid('param').addressId)
        return c.body(null, 204)
      },
    )
}
