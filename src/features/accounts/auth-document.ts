import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { answers } from '#platform/http/describe.ts'
import { body } from '#platform/http/validate.ts'
import { authRoutes } from './auth-routes.ts'

/** What each route does. One without a sentence here is for browsers alone, and not in the document. */
const summaries: Readonly<Record<string, string>> = {
  '/sign-up/email': 'Sign up with e-mail and password; sets the session cookie',
  '/sign-in/email': 'Log in with e-mail and password; sets the session cookie',
  '/sign-in/social': 'Begin to continue with Google: the answer has the address to go to',
  '/link-social': 'Begin to connect Google to the account',
  '/sign-out': 'End the session',
  '/revoke-sessions': 'End every session of the account',
  '/get-session': 'The session, or null',
  '/jwks': 'The public keys that access tokens are signed with (RFC 7517)',
  '/request-password-reset': 'Ask for an e-mail with a link to set a new password',
  '/reset-password': 'Set a new password with the token of such a link',
  '/send-verification-email': 'Ask for an e-mail with a link that verifies the address',
  '/update-user': 'Change the name',
  '/change-password': 'Change the password; ends every other session',
}

/** The sign-in routes as the document's generator reads them, never to be called. What they answer is Better Auth's own. */
export function describedAuthRoutes(): Hono {
  const app = new Hono()
  for (const [path, { method, body: schema, signedIn }] of Object.entries(authRoutes)) {
    const summary = summaries[path]
    if (!summary) continue
    const description = describeRoute({
      tags: ['Sign-in'],
      summary,
      security: signedIn ? [{ session: [] }] : [],
      responses: answers({ 200: z.unknown() }, 400, 401, 403, 415, 422, 429),
    })
    app.on(method, `/auth${path}`, description, ...(schema ? [body(schema)] : []), (c) => c.body(null))
  }
  return app
}
