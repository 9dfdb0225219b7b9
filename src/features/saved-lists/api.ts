import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import type { Authenticate } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { body, path } from '#platform/http/validate.ts'
import { Id } from '#shared/id.ts'
import { ListSummary, NewList, SavedList } from './schema.ts'
import type { SavedLists } from './service.ts'

const tags = ['Saved lists']
const byId = path(z.object({ listId: Id }))

/** GET and POST /lists, GET, PUT and DELETE /lists/{listId}. */
export function createSavedListsApi(lists: SavedLists, authenticate: Authenticate) {
  return new Hono()
    .get(
      '/lists',
      describeRoute({ tags, summary: 'Your lists', responses: answers({ 200: z.array(ListSummary) }, 401) }),
      authenticate,
      async (c) => c.json(await lists.list(c.var.actor), 200),
    )
    .post(
      '/lists',
      describeRoute({
        tags,
        summary: 'Save products under a name',
        responses: answers({ 201: SavedList }, 400, 401, 409, 413, 422),
      }),
      authenticate,
      body(NewList),
      async (c) => c.json(await lists.add(c.var.actor, c.req.valid('json')), 201),
    )
    .get(
      '/lists/:listId',
      describeRoute({ tags, summary: 'One of your lists', responses: answers({ 200: SavedList }, 401, 404) }),
      authenticate,
      byId,
      async (c) => c.json(await lists.get(c.var.actor, c.req.valid('param').listId), 200),
    )
    .put(
      '/lists/:listId',
      describeRoute({
        tags,
        summary: 'Replace one of your lists',
        responses: answers({ 200: SavedList }, 400, 401, 404, 409, 413, 422),
      }),
      authenticate,
      byId,
      body(NewList),
      async (c) => c.json(await lists.put(c.var.actor, c.req.valid('param').listId, c.req.valid('json')), 200),
    )
    .delete(
      '/lists/:listId',
      describeRoute({ tags, summary: 'Delete one of your lists', responses: answers({ 204: undefined }, 401, 404) }),
      authenticate,
      byId,
      async (c) => {
        await lists.remove(c.var.actor, c.req.valid('param').listId)
        return c.body(null, 204)
      },
    )
}
