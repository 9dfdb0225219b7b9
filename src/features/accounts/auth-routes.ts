import { z } from 'zod'
import { Id } from '#shared/id.ts'
import { ownPath } from '#shared/own-path.ts'
import { BackupCode, OneTimeCode } from './factor-schema.ts'
import { NewCredential, ShownCredential } from './passkey-schema.ts'
import { Email, Login, PasskeyName, Password, PersonName, Signup } from './schema.ts'

export type AuthRoute = {
  method: 'GET' | 'POST'
  /** All that the body may contain: Better Auth itself would accept more. */
  body?: z.ZodType<Record<string, unknown>>
  /** The method that the library expects, where it begins something with a GET. */
  takenAs?: 'GET'
  /** The query parameters that are let through: Better Auth itself would also redirect to a `callbackURL` there. */
  query?: readonly string[]
  /** Open only to somebody who is signed in. */
  signedIn?: true
  /** Answers no sooner than this, in milliseconds, so that the timing does not tell whether there was anything to do. */
  atLeastMs?: number
  /** What somebody signs in with. */
  signsIn?: 'password' | 'passkey' | 'google'
  /** What somebody shows as the second factor, after a password or Google. */
  secondStep?: 'code' | 'backup code'
  /** Begins a session because a password was right, which may have been replaced meanwhile. */
  beginsByPassword?: true
  /** Whose password it sets: the signed-in user's, or that of whoever got the mailed link. Every other browser is a stranger then. */
  setsPassword?: 'own' | 'by mail'
  // What it does to how somebody signs in: finding a browser that was left signed in must not be enough for that.
  changesCodes?: 'set up' | 'renew' | 'remove'
  changesPasskeys?: 'begin' | 'add' | 'rename' | 'remove'
  /** Whoever succeeds here has proved that the account is theirs: their browser is a known device from then on. */
  provesOwner?: true
  /** The session that begins tells whose account it is. A sign-up that is confirmed by mail begins none. */
  sessionTellsWhose?: true
  /** The sessions that we end ourselves: the library would not tell that it could not. */
  ends?: 'this session' | 'all sessions'
}

const notAPath = 'Must be a path starting with /'

/** A path of this site that cannot be made to point to another origin. */
const Path = z
  .string()
  .max(2000, { abort: true })
  .regex(/^\/(?![/\\])[^\\\s]*$/, { error: notAPath, abort: true })
  .refine((path) => ownPath(path) !== undefined, notAPath)
const ViaGoogle = z.strictObject({ provider: z.literal('google'), callbackURL: Path, errorCallbackURL: Path })
const Nothing = z.strictObject({})
/** Somebody without a password, who signs in with Google, must have signed in a moment ago instead. */
const again = { currentPassword: Password.optional() }
const asPassword = <T extends { currentPassword?: string | undefined }>({ currentPassword: password, ...rest }: T) => ({
  ...rest,
  ...(password && { password }),
})
const PasswordAgain = z.strictObject(again).transform(asPassword)
const LinkToken = z.string().max(200)
const PasskeyId = Id

const routes = {
  '/sign-up/email': {
    method: 'POST',
    body: z.strictObject({ ...Signup.shape, from: Path.optional() }),
    provesOwner: true,
    sessionTellsWhose: true,
  },
  // Only where signing up is confirmed by mail.
  '/sign-up/confirm': {
    method: 'POST',
    body: z.strictObject({ token: LinkToken, password: Password.optional() }),
    provesOwner: true,
    sessionTellsWhose: true,
  },
  '/sign-in/email': {
    method: 'POST',
    body: z.strictObject(Login.shape),
    signsIn: 'password',
    beginsByPassword: true,
    provesOwner: true,
  },
  '/sign-in/social': { method: 'POST', body: ViaGoogle },
  '/link-social': { method: 'POST', body: ViaGoogle, signedIn: true },
  '/callback/google': {
    method: 'GET',
    query: ['state', 'code', 'error', 'error_description', 'iss'],
    signsIn: 'google',
    provesOwner: true,
    sessionTellsWhose: true,
  },
  '/sign-out': { method: 'POST', body: Nothing, ends: 'this session' },
  '/revoke-sessions': { method: 'POST', body: Nothing, signedIn: true, ends: 'all sessions' },
  '/get-session': { method: 'GET' },
  '/jwks': { method: 'GET' },
  '/request-password-reset': { method: 'POST', body: z.strictObject({ email: Email }), atLeastMs: 300 },
  '/reset-password': {
    method: 'POST',
    body: z.strictObject({ token: LinkToken, newPassword: Password }),
    setsPassword: 'by mail',
    provesOwner: true,
  },
  '/send-verification-email': { method: 'POST', body: z.strictObject({ email: Email }), signedIn: true },
  '/verify-email': { method: 'GET', query: ['token'] },
  '/update-user': { method: 'POST', body: z.strictObject({ name: PersonName }), signedIn: true },
  '/change-password': {
    method: 'POST',
    body: z
      .strictObject({ currentPassword: Password, newPassword: Password })
      .transform((passwords) => ({ ...passwords, revokeOtherSessions: true })),
    signedIn: true,
    beginsByPassword: true,
    setsPassword: 'own',
    provesOwner: true,
  },
  '/two-factor/enable': { method: 'POST', body: PasswordAgain, signedIn: true, changesCodes: 'set up' },
  '/two-factor/verify-totp': {
    method: 'POST',
    body: z.strictObject({ code: OneTimeCode }),
    secondStep: 'code',
    provesOwner: true,
  },
  '/two-factor/verify-backup-code': {
    method: 'POST',
    body: z.strictObject({ code: BackupCode }),
    secondStep: 'backup code',
    provesOwner: true,
  },
  '/two-factor/generate-backup-codes': { method: 'POST', body: PasswordAgain, signedIn: true, changesCodes: 'renew' },
  '/two-factor/disable': {
    method: 'POST',
    body: PasswordAgain,
    signedIn: true,
    changesCodes: 'remove',
    provesOwner: true,
  },
  '/passkey/generate-register-options': {
    method: 'POST',
    takenAs: 'GET',
    body: PasswordAgain,
    signedIn: true,
    changesPasskeys: 'begin',
  },
  '/passkey/verify-registration': {
    method: 'POST',
    body: z.strictObject({ name: PasskeyName, response: NewCredential }),
    signedIn: true,
    changesPasskeys: 'add',
  },
  '/passkey/generate-authenticate-options': { method: 'POST', takenAs: 'GET', body: Nothing },
  '/passkey/verify-authentication': {
    method: 'POST',
    body: z.strictObject({ response: ShownCredential }),
    signsIn: 'passkey',
    provesOwner: true,
  },
  '/passkey/update-passkey': {
    method: 'POST',
    body: z.strictObject({ id: PasskeyId, name: PasskeyName }),
    signedIn: true,
    changesPasskeys: 'rename',
  },
  '/passkey/delete-passkey': {
    method: 'POST',
    body: z.strictObject({ id: PasskeyId, ...again }).transform(asPassword),
    signedIn: true,
    changesPasskeys: 'remove',
  },
} satisfies Record<string, AuthRoute>

/** The open routes of Better Auth. Everything else it could do is closed. */
export const authRoutes: Readonly<Record<string, AuthRoute>> = routes

type Routes = typeof routes
/** The request body of each open route that takes one. */
export type AuthBodies = {
  [Path in keyof Routes as Routes[Path] extends { body: z.ZodType } ? Path : never]: Routes[Path] extends {
    body: infer Body extends z.ZodType
  }
    ? z.input<Body>
    : never
}
