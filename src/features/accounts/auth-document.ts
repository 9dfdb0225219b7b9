import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { answers } from '#platform/http/describe.ts'
import { body } from '#platform/http/validate.ts'
import { authRoutes } from './auth-routes.ts'

// The answers of Better Auth 1.7. The library may add fields: clients read those they know.
const AuthUser = z.looseObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullish(),
  role: z.enum(['user', 'admin']),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
const AuthSession = z.looseObject({
  id: z.uuid(),
  userId: z.uuid(),
  token: z.string(),
  ipAddress: z.string().nullish(),
  userAgent: z.string().nullish(),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
const WithToken = z.looseObject({ token: z.string(), user: AuthUser })
/** A session or, for an account with one-time codes, the step before it: the cookie then works for `/two-factor/verify-totp`. */
const SignedIn = z.union([
  z.looseObject({ redirect: z.literal(false), token: z.string(), user: AuthUser }),
  z.looseObject({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) }),
])
/** What `PublicKeyCredential.parseCreationOptionsFromJSON()` and `parseRequestOptionsFromJSON()` take (WebAuthn Level 3, 5.1). */
const PasskeyOptions = z.looseObject({ challenge: z.string() })
const KeptPasskey = z.looseObject({ id: z.uuid(), name: z.string(), userId: z.uuid(), credentialID: z.string() })
const BackupCodes = z.looseObject({ backupCodes: z.array(z.string()) })
const NewCodes = BackupCodes.extend({ method: z.literal('totp'), totpURI: z.string() })
const WayToGoogle = z.looseObject({ url: z.url(), redirect: z.literal(true) })
const SignedOut = z.looseObject({ success: z.literal(true) })
const CurrentSession = z.looseObject({ session: AuthSession, user: AuthUser }).nullable()
const PublicKeys = z.looseObject({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.string(), alg: z.string(), crv: z.string().optional() })),
})
const Done = z.looseObject({ status: z.literal(true) })
const Asked = Done.extend({ message: z.string() })
const Mailed = z.looseObject({ status: z.literal('mailed') })
const Confirmed = z.looseObject({ email: z.string(), next: z.string().nullable() })

type Described = { summary: string; answer: z.ZodType }

/** What each route does and answers. A route that is missing here is only for browsers, and not in the document. */
const described: Readonly<Record<string, Described>> = {
  '/sign-up/email': {
    summary: 'Sign up with e-mail and password; sets the session cookie, or sends a link where mail is sent',
    answer: z.union([WithToken, Mailed]),
  },
  '/sign-up/confirm': {
    summary: 'Open the account with the token from that link; sets the session cookie',
    answer: Confirmed,
  },
  '/sign-in/email': { summary: 'Log in with e-mail and password; sets the session cookie', answer: SignedIn },
  '/sign-in/social': {
    summary: 'Start “Continue with Google”: the answer has the address to go to',
    answer: WayToGoogle,
  },
  '/link-social': { summary: 'Start connecting Google to the account', answer: WayToGoogle },
  '/sign-out': { summary: 'End the session', answer: SignedOut },
  '/revoke-sessions': { summary: 'End every session of the account', answer: Done },
  '/get-session': { summary: 'The session, or null', answer: CurrentSession },
  '/jwks': { summary: 'The public keys that access tokens are signed with (RFC 7517)', answer: PublicKeys },
  '/request-password-reset': { summary: 'Ask for an e-mail with a link to set a new password', answer: Asked },
  '/reset-password': { summary: 'Set a new password with the token from that link', answer: Done },
  '/send-verification-email': { summary: 'Ask for an e-mail with a link that verifies the address', answer: Done },
  '/update-user': { summary: 'Change the name', answer: Done },
  '/change-password': { summary: 'Change the password and end every other session', answer: WithToken },
  '/two-factor/enable': { summary: 'Start setting up one-time codes (RFC 6238)', answer: NewCodes },
  '/two-factor/verify-totp': {
    summary: 'Send a one-time code: as the second step of a login, or to confirm new codes',
    answer: WithToken,
  },
  '/two-factor/verify-backup-code': { summary: 'Send a backup code as the second step of a login', answer: WithToken },
  '/two-factor/generate-backup-codes': { summary: 'Make new backup codes', answer: BackupCodes },
  '/passkey/generate-register-options': { summary: 'Start adding a passkey (WebAuthn)', answer: PasskeyOptions },
  '/passkey/verify-registration': { summary: 'Add the passkey that the device has made', answer: KeptPasskey },
  '/passkey/generate-authenticate-options': { summary: 'Start logging in with a passkey', answer: PasskeyOptions },
  '/passkey/verify-authentication': {
    summary: 'Log in with a passkey; sets the session cookie',
    answer: z.looseObject({ session: AuthSession, user: AuthUser }),
  },
  '/passkey/update-passkey': { summary: 'Rename a passkey', answer: z.looseObject({ passkey: KeptPasskey }) },
  '/passkey/delete-passkey': { summary: 'Remove a passkey and end every other session', answer: Done },
  '/two-factor/disable': { summary: 'Remove one-time codes and end every other session', answer: Done },
}

/** The sign-in routes for the generator of the document only; they are never called. */
export function describedAuthRoutes(): Hono {
  const app = new Hono()
  for (const [path, { method, body: schema, signedIn }] of Object.entries(authRoutes)) {
    const route = described[path]
    if (!route) continue
    const description = describeRoute({
      tags: ['Sign-in'],
      summary: route.summary,
      security: signedIn ? [{ session: [] }] : [],
      responses: answers({ 200: route.answer }, 400, 401, 403, ...others(path, route), 415, 422, 429),
    })
    app.on(method, `/auth${path}`, description, ...(schema ? [body(schema)] : []), (c) => c.body(null))
  }
  return app
}

/**
 * Google may be off, or unreachable; where no mail is sent there is no link to confirm. Codes may be set up already, or not be set
 * up at all.
 */
function others(path: string, { answer }: Described) {
  if (path.startsWith('/two-factor/')) return [409] as const
  if (path.startsWith('/passkey/')) return [404, 409] as const
  if (answer === WayToGoogle) return [404, 503] as const
  return answer === Confirmed ? ([404] as const) : []
}
