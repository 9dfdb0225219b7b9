import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { messages } from '#content/messages.ts'
import type { Authenticate } from '#features/accounts/authenticate.ts'
import { header } from '#platform/http/validate.ts'
import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

type Env = { Variables: { actor?: Actor } }

/** The token of the link that was mailed: whoever has it needs no account. */
export const byLink = header(
  'quote-link',
  z
    .string()
    .max(100, { abort: true })
    .regex(/^[\w.-]*$/)
    .describe('The token of the link that was mailed: it opens the quote without an account.')
    .optional(),
)

/** Lets a call through with a good access token, or with a link: whether that opens anything is for the quotes to say. */
export const byTokenOrLink = (authenticate: Authenticate) =>
  createMiddleware<Env>((c, next) => {
    const isNobody = c.req.header('authorization') === undefined
    if (isNobody && c.req.header('quote-link') === undefined) throw new Failure('unauthenticated', messages.signInFirst)
    return isNobody ? next() : authenticate(c as never, next)
  })

/** For the document of the API: either will do. */
export const tokenOrLink = { security: [{ accessToken: [] }] }
