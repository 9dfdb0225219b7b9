import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { answerPage } from '#platform/http/page.ts'
import { query } from '#platform/http/validate.ts'
import { requireAuditReader } from './policy.ts'
import { AuditEntry, AuditQuery } from './schema.ts'
import type { Audit } from './service.ts'

/** GET /audit. */
export function createAuditApi(audit: Audit, authenticate: Authenticate) {
  return new Hono().get(
    '/audit',
    describeRoute({
      tags: ['Audit'],
      summary: 'Who did what, newest first',
      responses: answers({ 200: z.array(AuditEntry) }, 400, 401, 403),
    }),
    authenticate,
    permit(requireAuditReader),
    query(AuditQuery),
    async (c) => answerPage(c, await audit.list(c.var.actor, c.req.valid('query'))),
  )
}
