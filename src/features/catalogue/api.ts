import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { idempotencyKey } from '#platform/http/idempotency-key.ts'
import { answerPage } from '#platform/http/page.ts'
import { body, path, query } from '#platform/http/validate.ts'
import { showsPublic } from '#platform/page-cache/middleware.ts'
import { mostListed } from '#shared/list.ts'
import { requireEditor } from './policy.ts'
import { NewTool, Tool, ToolChange, ToolQuery } from './schema.ts'
import type { Catalogue } from './service.ts'
import { anyTool, oneTool, stock, toolList } from './tags.ts'

const tags = ['Catalogue']
const byEditors = permit(requireEditor)
const byId = path(z.object({ toolId: z.uuid() }))

/** GET /tool, GET /tool/{toolId}, POST /tool, PATCH and DELETE /tool/{toolId}, POST /tool/{toolId}/restore. */
export function createCatalogueApi(catalogue: Catalogue, authenticate: Authenticate) {
  return new Hono()
    .get(
      '/tool',
      describeRoute({ tags, summary: 'Tools, newest first', responses: answers({ 200: z.array(Tool) }, 400) }),
      showsPublic([toolList, stock], ToolQuery),
      query(ToolQuery),
      async (c) => {
        const asked = c.req.valid('query')
        return answerPage(c, await catalogue.list({ ...asked, limit: asked.limit ?? mostListed }))
      },
    )
    .get(
      '/tool/:toolId',
      describeRoute({ tags, summary: 'One tool', responses: answers({ 200: Tool }, 404) }),
      showsPublic((parameter) => [anyTool, oneTool(parameter('toolId'))]),
      byId,
      async (c) => c.json(await catalogue.get(c.req.valid('param').toolId), 200),
    )
    .post(
      '/tool',
      describeRoute({ tags, summary: 'Add a tool', responses: answers({ 201: Tool }, 400, 401, 403, 409, 413, 422) }),
      authenticate,
      byEditors,
      idempotencyKey('Makes a retry safe: the same key with the same body adds one tool.'),
      body(NewTool),
      async (c) => {
        const key = c.req.valid('header')['idempotency-key']
        return c.json(await catalogue.add(c.var.actor, c.req.valid('json'), key), 201)
      },
    )
    .patch(
      '/tool/:toolId',
      describeRoute({
        tags,
        summary: 'Change a tool',
        responses: answers({ 200: Tool }, 400, 401, 403, 404, 409, 413, 422),
      }),
      authenticate,
      byEditors,
      byId,
      body(ToolChange),
      async (c) => c.json(await catalogue.change(c.var.actor, c.req.valid('param').toolId, c.req.valid('json')), 200),
    )
    .delete(
      '/tool/:toolId',
      describeRoute({ tags, summary: 'Delete a tool', responses: answers({ 204: undefined }, 401, 403, 404) }),
      authenticate,
      byEditors,
      byId,
      async (c) => {
        await catalogue.remove(c.var.actor, c.req.valid('param').toolId)
        return c.body(null, 204)
      },
    )
    .post(
      '/tool/:toolId/restore',
      describeRoute({
        tags,
        summary: 'Undo the deletion of a tool',
        responses: answers({ 200: Tool }, 401, 403, 404, 409),
      }),
      authenticate,
      byEditors,
      byId,
      async (c) => c.json(await catalogue.restore(c.var.actor, c.req.valid('param').toolId), 200),
    )
}
