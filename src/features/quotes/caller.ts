import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { messages } from '#content/messages.ts'
import type { Authenticate } from '#features/accounts/authenticate.ts'
import { header } from '#platform/http/validate.ts'
import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

type Env = { Variables: { actor?: Actor } }

/** The token of the mailed link, with which no account is needed. */
export const byLink = header(
  'quote-link',
  z
    .string()
    .max(100, { abort: true })
    .regex(/^[\w.-]*$/)
    .describe('The token of the link that was mailed: it opens the quote without an account.')
    .optional(),
)

/** Lets a call through with a valid access token or with a link; whether the link opens anything is decided by the service. */
export const byTokenOrLink = (authenticate: Authenticate) =>
  createMiddleware<Env>((c, next) => {
    const isNobody = c.req.header('authorization') === undefined
    if (isNobody && c.req.header('quote-link') === undefined) throw new Failure('unauthenticated', messages.signInFirst)
    return isNobody ? next() : authenticate(c as never, next)
  })

/** For the API's documentation: either will do. */
export const tokenOrLink = { security: [{ accessToken: [] }] }
