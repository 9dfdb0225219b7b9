import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { idempotencyKey } from '#platform/http/idempotency-key.ts'
import { answerPage } from '#platform/http/page.ts'
import { body, path, query } from '#platform/http/validate.ts'
import { pageQuery } from '#shared/list.ts'
import { requireStockKeeper } from './policy.ts'
import { StockEntry, StockMovement, StockNow, StockWait } from './schema.ts'
import type { Inventory } from './service.ts'
import type { Waiting } from './waiting.ts'

const tags = ['Stock']
const byTool = path(z.object({ toolId: z.uuid() }))

/** GET and POST /tool/{toolId}/stock; GET, POST and DELETE /tool/{toolId}/wait. */
export function createInventoryApi(inventory: Inventory, waiting: Waiting, authenticate: Authenticate) {
  return new Hono()
    .get(
      '/tool/:toolId/stock',
      describeRoute({
        tags,
        summary: 'Stock movements of a tool, newest first, for staff; X-Total-Count counts to 10,001',
        responses: answers({ 200: z.array(StockMovement) }, 400, 401, 403, 404),
      }),
      authenticate,
      permit(requireStockKeeper),
      byTool,
      query(z.object(pageQuery)),
      async (c) =>
        answerPage(c, await inventory.movements(c.var.actor, c.req.valid('param').toolId, c.req.valid('query'))),
    )
    .post(
      '/tool/:toolId/stock',
      describeRoute({
        tags,
        summary: 'Record goods received, the stock as counted, or a change in stock',
        responses: answers({ 200: StockNow }, 400, 401, 403, 404, 409, 413, 422),
      }),
      authenticate,
      permit(requireStockKeeper),
      byTool,
      idempotencyKey('Makes a retry safe: the same entry with the same key changes the stock once'),
      body(StockEntry),
      async (c) => {
        const key = c.req.valid('header')['idempotency-key']
        const { toolId } = c.req.valid('param')
        const available = await inventory.enter(c.var.actor, toolId, c.req.valid('json'), key)
        return c.json({ available_quantity: available }, 200)
      },
    )
    .get(
      '/tool/:toolId/wait',
      describeRoute({
        tags,
        summary: 'Whether you will be told when a tool is back in stock',
        responses: answers({ 200: StockWait }, 401, 404),
      }),
      authenticate,
      byTool,
      async (c) => c.json({ waiting: await waiting.isWaiting(c.var.actor, c.req.valid('param').toolId) }, 200),
    )
    .post(
      '/tool/:toolId/wait',
      describeRoute({
        tags,
        summary: 'Ask for a mail when a tool that is out of stock is back',
        responses: answers({ 204: undefined }, 401, 404, 409),
      }),
      authenticate,
      byTool,
      async (c) => {
        await waiting.begin(c.var.actor, c.req.valid('param').toolId)
        return c.body(null, 204)
      },
    )
    .delete(
      '/tool/:toolId/wait',
      describeRoute({ tags, summary: 'Cancel that request', responses: answers({ 204: undefined }, 401, 404) }),
      authenticate,
      byTool,
      async (c) => {
        await waiting.end(c.var.actor, c.req.valid('param').toolId)
        return c.body(null, 204)
      },
    )
}
