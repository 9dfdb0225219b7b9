import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { answerPage } from '#platform/http/page.ts'
import { path, query } from '#platform/http/validate.ts'
import { requirePostmaster } from './policy.ts'
import { MailMessage, MailQuery, MailSummary, SentAgain } from './schema.ts'
import type { Mails } from './service.ts'

const tags = ['Mail']
const MailPath = z.object({ mailId: z.uuid() })

/** GET /mails, GET /mails/{mailId}, POST /mails/send-failed, POST /mails/{mailId}/send. */
export function createMailsApi(mails: Mails, authenticate: Authenticate) {
  return new Hono()
    .get(
      '/mails',
      describeRoute({
        tags,
        summary: 'The shop’s mail, newest first, counted to 10,001',
        responses: answers({ 200: z.array(MailSummary) }, 400, 401, 403),
      }),
      authenticate,
      permit(requirePostmaster),
      query(MailQuery),
      async (c) => answerPage(c, await mails.list(c.var.actor, c.req.valid('query'))),
    )
    .get(
      '/mails/:mailId',
      describeRoute({
        tags,
        summary: 'A mail as it was sent',
        responses: answers({ 200: MailMessage }, 401, 403, 404),
      }),
      authenticate,
      permit(requirePostmaster),
      path(MailPath),
      async (c) => c.json(await mails.get(c.var.actor, c.req.valid('param').mailId), 200),
    )
    .post(
      '/mails/send-failed',
      describeRoute({
        tags,
        summary: 'Send failed mails again, the oldest 500 that can be sent',
        responses: answers({ 200: SentAgain }, 401, 403, 429),
      }),
      authenticate,
      permit(requirePostmaster),
      async (c) => c.json(await mails.sendAllAgain(c.var.actor), 200),
    )
    .post(
      '/mails/:mailId/send',
      describeRoute({
        tags,
        summary: 'Send a failed mail again',
        responses: answers({ 200: MailSummary }, 401, 403, 404, 409, 429),
      }),
      authenticate,
      permit(requirePostmaster),
      path(MailPath),
      async (c) => c.json(await mails.sendAgain(c.var.actor, c.req.valid('param').mailId), 200),
    )
}
