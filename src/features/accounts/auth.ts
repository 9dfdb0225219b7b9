import { betterAuth, type GenericEndpointContext } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { jwt } from 'better-auth/plugins'
import { isUnavailable } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { ownOrigins } from '#platform/http/cross-site.ts'
import { newId } from '#platform/ids.ts'
import type { Log } from '#platform/log/log.ts'
import type { Letter, SendMail } from '#platform/mail/queue.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { accountMails } from './account-mails.ts'
import { recordOwn, recordStranger } from './audited.ts'
import { authDatabase } from './auth-database.ts'
import { googleSignIn } from './google.ts'
import { googleVisit } from './google-visit.ts'
import type { OwnerTelling } from './factor-mails.ts'
import { mailedSignUp } from './mailed-sign-up.ts'
import { linkLife, mailKinds, resetPasswordMail, verifyEmailMail } from './mails.ts'
import { oneTimeCodes } from './one-time-codes.ts'
import { createOpenIdClient, type OpenIdSettings } from './openid.ts'
import { isRefusal, passkeys } from './passkeys.ts'
import { createPasswords, type PasswordHashing } from './passwords.ts'
import { keyLife } from './signing-keys.ts'
import { proveEmail } from './store.ts'

/** The header in which the shop tells Better Auth the client's address; whatever the client sends in it is overwritten. */
export const clientAddressHeader = 'x-client-address'

export type AuthSettings = {
  publicUrl: string
  port: number
  secret: string
  /** Continue with Google; undefined when it is off. */
  google: OpenIdSettings | undefined
  /** Whether mail reaches people, so that a sign-up can be confirmed by it. */
  mailsSignUp: boolean
}
type Surroundings = {
  db: Database
  clock: Clock
  owner: OwnerTelling
  sendMail: SendMail
  log: Log
  hashing?: PasswordHashing | undefined
}

export type Auth = ReturnType<typeof createAuth>

/** Better Auth over our tables: e-mail and password, sessions behind an HttpOnly cookie, keys that sign access tokens. */
export function createAuth(
  { publicUrl, port, secret, google, mailsSignUp }: AuthSettings,
  { db, clock, owner, sendMail, log, hashing }: Surroundings,
) {
  // Browsers send the fragment of a URL to no server, so the token ends up in nobody's log.
  const linkTo = (page: string, token: string) => `${publicUrl}${page}#token=${encodeURIComponent(token)}`
  const letter = (kind: keyof typeof linkLife): Letter => ({
    kind: mailKinds[kind],
    expiresAt: new Date(clock.now().getTime() + linkLife[kind] * 1000),
  })
  const { ready } = owner
  const mailTo = accountMails({ db, sendMail, ready })
  return betterAuth({
    appName: 'Wattwork',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: ownOrigins(publicUrl, port),
    database: authDatabase(db, clock, owner),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: createPasswords(hashing),
      resetPasswordTokenExpiresIn: linkLife.resetPassword,
      sendResetPassword: ({ user: { id }, token }) =>
        mailTo(id, letter('resetPassword'), async (user, tx) => {
          await recordStranger(tx, 'account.reset-asked', user, clock.now())
          return resetPasswordMail(user, linkTo('/resetpassword', token))
        }),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: linkLife.verifyEmail,
      sendVerificationEmail: ({ user: { id }, token }) =>
        mailTo(id, letter('verifyEmail'), (user) => verifyEmailMail(user, linkTo('/verifyemail', token))),
      beforeEmailVerification: ({ id }) =>
        inTransaction(db, async (tx) => {
          const proved = await proveEmail(tx, id)
          if (proved) await recordOwn(tx, 'account.email-verified', proved, { at: clock.now() })
        }),
    },
    // A one-time value is kept as its hash, so that a copy of the database opens no account.
    verification: { storeIdentifier: 'hashed' },
    user: {
      // mutant: the database has the same default, and no body that our schemas let pass names a role
      additionalFields: { role: { type: 'string', input: false, defaultValue: 'user' } },
      validateUserInfo: refuseVouched,
    },
    session: {
      expiresIn: 30 * 24 * 3600,
      updateAge: 24 * 3600,
      // Where it matters the password is asked for again (second-step.ts), however new the session is.
      freshAge: 0,
      additionalFields: { secondFactor: { type: 'string', required: false, input: false } },
    },
    account: {
      updateAccountOnSignIn: false,
      // A matching e-mail alone opens no account that has another way in: its owner connects Google while signed in.
      accountLinking: { disableImplicitLinking: true },
    },
    databaseHooks: {
      session: { create: { before: asKept } },
      account: { create: { before: withoutIdToken }, update: { before: withoutIdToken } },
    },
    // Where a visit ends up that cannot be completed.
    onAPIError: { errorURL: `${publicUrl}/login`, onError: (error) => passOn(error, log) },
    // The shop limits tries itself, by address and by account (accounts/limits.ts).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      ...cookieNames(publicUrl),
      // mutant(result): the tables make the same
      database: { generateId: () => newId() },
      // Set explicitly, since the library turns both checks off by itself under a test runner.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: keyLife,
        jwt: { issuer: publicUrl, audience: publicUrl, expirationTime: '15m' },
      }),
      oneTimeCodes(),
      passkeys({ publicUrl, port }),
      ...(google ? [googleSignIn(createOpenIdClient(google), log)] : []),
      ...(mailsSignUp ? [mailedSignUp({ db, clock, sendMail, ready, publicUrl, letter: () => letter('signUp') })] : []),
    ],
    logger: {
      level: 'error',
      log(_level, message) {
        if (!isRefusal(message)) log.error(`sign-in: ${message}`)
      },
    },
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
    // The library's own setting would put `__Secure-` before it.
    useSecureCookies: false,
    defaultCookieAttributes: { secure },
  }
}

type Vouched = {
  user: { id?: string; emailVerified?: boolean }
  source: { action: string; method: string; oauth?: { profile?: Record<string, unknown> | undefined } }
}

/**
 * An issuer that has not verified the e-mail would let anybody in as anybody: its word signs nobody in and connects nobody. And
 * whoever returns to connect an account must still be signed in to it: a visit to the issuer outlasts a sign-out or a reset.
 */
async function refuseVouched({ user, source }: Vouched, ctx: GenericEndpointContext | null | undefined) {
  if (source.method !== 'oauth') return undefined
  if (user.emailVerified !== true) return { error: 'email_not_verified' }
  const visit = googleVisit()
  if (source.action !== 'link-account') {
    if (visit) visit.subject = String(source.oauth?.profile?.['sub'])
    return undefined
  }
  const found = ctx && (await getSessionFromCtx(ctx, { disableCookieCache: true }))
  if (!found || found.user.id !== user.id) return { error: 'session_over' }
  // Checked again when Google is connected (connecting-google.ts).
  if (visit) visit.by = { id: found.user.id, session: found.session.id }
  return undefined
}

/** The shop itself answers failures that are only temporary, as everywhere; the library answers the rest. */
function passOn(error: unknown, log: Log): void {
  if (error instanceof Failure || isUnavailable(error)) throw error
  if (error instanceof APIError && error.statusCode < 500) return
  log.error('sign-in failed', { error })
  // The library would print a foreign error as it is, with any personal data in it.
  if (!(error instanceof APIError)) throw new APIError('INTERNAL_SERVER_ERROR')
}

/** A session keeps no more of the user agent than identifies the browser. */
const asKept = async ({ userAgent }: { userAgent?: string | null | undefined }) => ({
  data: { userAgent: userAgent?.slice(0, 256) },
})

/** The ID token has been read already; stored, it would only be one more secret. */
const withoutIdToken = async () => ({ data: { idToken: null } })
