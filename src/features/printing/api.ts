import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { requireStaff } from '#features/orders/policy.ts'
import { answers } from '#platform/http/describe.ts'
import { idempotencyKey } from '#platform/http/idempotency-key.ts'
import { body, path } from '#platform/http/validate.ts'
import { NewPrint, Print } from './schema.ts'
import type { Printing } from './service.ts'

const tags = ['Documents']
const byId = path(z.object({ printId: z.uuid() }))

/** POST and GET /prints, GET /prints/{id} and its papers.pdf: for staff. */
export function createPrintingApi(printing: Printing, authenticate: Authenticate) {
  return new Hono()
    .post(
      '/prints',
      describeRoute({
        tags,
        summary: 'Ask for one file with the documents of many orders',
        responses: answers({ 202: Print }, 400, 401, 403, 409, 413, 422, 429),
      }),
      authenticate,
      permit(requireStaff),
      idempotencyKey('Makes a retry safe: the same key with the same body is one file.'),
      body(NewPrint),
      async (c) => {
        const key = c.req.valid('header')['idempotency-key']
        return c.json(await printing.ask(c.var.actor, c.req.valid('json'), key), 202)
      },
    )
    .get(
      '/prints',
      describeRoute({
        tags,
        summary: 'The files you asked for in the last day, newest first',
        responses: answers({ 200: z.array(Print) }, 401, 403),
      }),
      authenticate,
      permit(requireStaff),
      async (c) => c.json(await printing.list(c.var.actor), 200),
    )
    .get(
      '/prints/:printId',
      describeRoute({ tags, summary: 'The progress of a file', responses: answers({ 200: Print }, 401, 403, 404) }),
      authenticate,
      permit(requireStaff),
      byId,
      async (c) => c.json(await printing.get(c.var.actor, c.req.valid('param').printId), 200),
    )
    .get(
      '/prints/:printId/papers.pdf',
      describeRoute({
        tags,
        summary: 'The file, for whoever asked for it',
        responses: answers({ 200: ['application/pdf'] }, 401, 403, 404, 409),
      }),
      authenticate,
      permit(requireStaff),
      byId,
      async (c) => {
        const { name, content } = await printing.file(c.var.actor, c.req.valid('param').printId)
        return c.body(Uint8Array.from(content), 200, {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${name}"`,
        })
      },
    )
}
