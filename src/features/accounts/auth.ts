import { betterAuth, type GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { jwt } from 'better-auth/plugins'
import { messages } from '#content/messages.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { ownOrigins } from '#platform/http/cross-site.ts'
import { newId } from '#platform/ids.ts'
import type { Log } from '#platform/log/log.ts'
import type { SendMail } from '#platform/mail/queue.ts'
import { authDatabase } from './auth-database.ts'
import { googleSignIn } from './google.ts'
import { linkLife, resetPasswordMail, verifyEmailMail } from './mails.ts'
import { createOpenIdClient, type OpenIdSettings } from './openid.ts'
import { endAccess, endResetLinks, findUserById, proveEmail } from './store.ts'

/** The header in which the shop tells Better Auth the client's address; whatever the client sends in it is overwritten. */
export const clientAddressHeader = 'x-client-address'

export type AuthSettings = {
  publicUrl: string
  port: number
  secret: string
  /** Continue with Google; undefined when it is off. */
  google: OpenIdSettings | undefined
}
type Surroundings = { db: Database; sendMail: SendMail; log: Log }

export type Auth = ReturnType<typeof createAuth>

/** Better Auth over our tables: e-mail and password, sessions behind an HttpOnly cookie, keys that sign access tokens. */
export function createAuth({ publicUrl, port, secret, google }: AuthSettings, { db, sendMail, log }: Surroundings) {
  // The fragment of an address is sent to no server, so that the token stands in nobody's log.
  const linkTo = (page: string, token: string) => `${publicUrl}${page}#token=${encodeURIComponent(token)}`
  return betterAuth({
    appName: 'Wattwork',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: ownOrigins(publicUrl, port),
    database: authDatabase(db),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: linkLife.resetPassword,
      sendResetPassword: async ({ user, token }) => {
        // mutant(optional chaining): they were found by their e-mail just now
        if ((await findUserById(db, user.id))?.removedAt) return
        await sendMail(resetPasswordMail(user, linkTo('/resetpassword', token)))
      },
      // Who could open the link owns the address; whoever else was signed in is out.
      onPasswordReset: ({ user }) =>
        inTransaction(db, async (tx) => {
          await proveEmail(tx, user.id)
          await endAccess(tx, user.id)
        }),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: linkLife.verifyEmail,
      sendVerificationEmail: ({ user, token }) => sendMail(verifyEmailMail(user, linkTo('/verifyemail', token))),
      beforeEmailVerification: ({ id }) => inTransaction(db, (tx) => proveEmail(tx, id)),
    },
    // A one-time value is kept as its hash, so that a copy of the database opens no account.
    verification: { storeIdentifier: 'hashed' },
    user: {
      // mutant: the database has the same default, and no body that our schemas let pass names a role
      additionalFields: { role: { type: 'string', input: false, defaultValue: 'user' } },
      validateUserInfo: refuseVouched,
    },
    session: { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 },
    account: {
      updateAccountOnSignIn: false,
      // An e-mail alone opens no account that has another way in: its owner connects Google when signed in.
      accountLinking: { disableImplicitLinking: true },
    },
    databaseHooks: {
      session: { create: { before: (session) => asKept(db, session) } },
      account: { create: { before: withoutIdToken }, update: { before: withoutIdToken } },
    },
    // Where a visit ends that cannot be continued.
    onAPIError: { errorURL: `${publicUrl}/login` },
    hooks: { after: createAuthMiddleware(async ({ path, context }) => endLinksAfter(db, path, context)) },
    // The shop limits tries itself, by address and by account (accounts/limits.ts).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      ...cookieNames(publicUrl),
      // mutant(result): the tables make the same
      database: { generateId: () => newId() },
      // Said aloud, since the library switches both off by itself under a test runner.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    plugins: [
      jwt({ disableSettingJwtHeader: true, jwt: { issuer: publicUrl, audience: publicUrl, expirationTime: '15m' } }),
      ...(google ? [googleSignIn(createOpenIdClient(google), log)] : []),
    ],
    logger: { level: 'error', log: (_level, message) => log.error(`sign-in: ${message}`) },
  })
}

/**
 * Behind TLS a cookie belongs to this host alone: the prefix makes browsers refuse one that a sibling or an unencrypted
 * page would put in its place (RFC 6265bis, 4.1.3.2).
 */
function cookieNames(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  return {
    cookiePrefix: `${secure ? '__Host-' : ''}wattwork`,
    // The library's own way would put `__Secure-` before it.
    useSecureCookies: false,
    defaultCookieAttributes: { secure },
  }
}

type Vouched = { user: { id?: string; emailVerified?: boolean }; source: { action: string; method: string } }

/**
 * An issuer that does not say whose the e-mail is lets anybody in as anybody: nobody comes in, or connects, by its word. And
 * who comes back to connect an account has to be signed in to it still: a visit to the issuer outlasts a sign-out or a reset.
 */
async function refuseVouched({ user, source }: Vouched, ctx: GenericEndpointContext | null | undefined) {
  if (source.method !== 'oauth') return undefined
  if (user.emailVerified !== true) return { error: 'email_not_verified' }
  if (source.action !== 'link-account') return undefined
  const session = ctx && (await getSessionFromCtx(ctx, { disableCookieCache: true }))
  return session?.user.id === user.id ? undefined : { error: 'session_over' }
}

type NewSession = { userId: string; userAgent?: string | null | undefined }

/** A session as it is kept: nobody's who was removed, and with no more of the browser's name than says which it is. */
async function asKept(db: Database, { userId, userAgent }: NewSession) {
  const user = await findUserById(db, userId)
  if (user?.removedAt) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_REMOVED', message: messages.accountRemoved })
  return { data: { userAgent: userAgent?.slice(0, 256) } }
}

/** Who somebody is was read from it already; kept, it would only be one more secret. */
const withoutIdToken = async () => ({ data: { idToken: null } })

type Outcome = { returned?: unknown; session: { user: { id: string } } | null }

/** These end the sessions, and their access tokens with them; a link that resets the password has to go too. */
async function endLinksAfter(db: Database, path: string, { returned, session }: Outcome): Promise<void> {
  if (path !== '/change-password' && path !== '/revoke-sessions') return
  // mutant(logic → !(returned instanceof APIError)): these are closed to who has none
  if (session && !(returned instanceof APIError)) await endResetLinks(db, session.user.id)
}
