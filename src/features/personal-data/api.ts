import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Authenticate } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { textStream } from '#platform/http/text-stream.ts'
import { body } from '#platform/http/validate.ts'
import { Erasure, PersonalData } from './schema.ts'
import type { PersonalDataService } from './service.ts'

const tags = ['Accounts']

/** Set by the app for every call: see `clientAddress` there. */
type Env = { Variables: { clientAddress: string } }

/** GET /profile/export, DELETE /profile. */
export function createPersonalDataApi(personalData: PersonalDataService, authenticate: Authenticate) {
  return new Hono<Env>()
    .get(
      '/profile/export',
      describeRoute({
        tags,
        summary: 'Everything the shop keeps about the caller, as a file',
        responses: answers({ 200: PersonalData }, 401, 429),
      }),
      authenticate,
      async (c) =>
        c.body(textStream(await personalData.export(c.var.actor)), 200, {
          'content-type': 'application/json',
          'content-disposition': 'attachment; filename="my-data.json"',
        }),
    )
    .delete(
      '/profile',
      describeRoute({
        tags,
        summary: 'Erase the caller’s account and what the shop keeps about them',
        responses: answers({ 204: undefined }, 400, 401, 409, 413, 422, 429, 503),
      }),
      authenticate,
      body(Erasure),
      async (c) => {
        await personalData.erase(c.var.actor, c.req.valid('json'), c.var.clientAddress)
        return c.body(null, 204)
      },
    )
}
