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
  '/sign-up/email': { method: 'POST', body: z.strictObject({ ...Signup.shape, from: Path.optional() }) },
  // Only where signing up is confirmed by mail.
  '/sign-up/confirm': { method: 'POST', body: z.strictObject({ token: LinkToken, password: Password.optional() }) },
  '/sign-in/email': { method: 'POST', body: z.strictObject(Login.shape) },
  '/sign-in/social': { method: 'POST', body: ViaGoogle },
  '/link-social': { method: 'POST', body: ViaGoogle, signedIn: true },
  '/callback/google': { method: 'GET', query: ['state', 'code', 'error', 'error_description', 'iss'] },
  '/sign-out': { method: 'POST', body: Nothing },
  '/revoke-sessions': { method: 'POST', body: Nothing, signedIn: true },
  '/get-session': { method: 'GET' },
  '/jwks': { method: 'GET' },
  '/request-password-reset': { method: 'POST', body: z.strictObject({ email: Email }), atLeastMs: 300 },
  '/reset-password': { method: 'POST', body: z.strictObject({ token: LinkToken, newPassword: Password }) },
  '/send-verification-email': { method: 'POST', body: z.strictObject({ email: Email }), signedIn: true },
  '/verify-email': { method: 'GET', query: ['token'] },
  '/update-user': { method: 'POST', body: z.strictObject({ name: PersonName }), signedIn: true },
  '/change-password': {
    method: 'POST',
    body: z
      .strictObject({ currentPassword: Password, newPassword: Password })
      .transform((passwords) => ({ ...passwords, revokeOtherSessions: true })),
    signedIn: true,
  },
  '/two-factor/enable': { method: 'POST', body: PasswordAgain, signedIn: true },
  '/two-factor/verify-totp': { method: 'POST', body: z.strictObject({ code: OneTimeCode }) },
  '/two-factor/verify-backup-code': { method: 'POST', body: z.strictObject({ code: BackupCode }) },
  '/two-factor/generate-backup-codes': { method: 'POST', body: PasswordAgain, signedIn: true },
  '/two-factor/disable': { method: 'POST', body: PasswordAgain, signedIn: true },
  '/passkey/generate-register-options': { method: 'POST', takenAs: 'GET', body: PasswordAgain, signedIn: true },
  '/passkey/verify-registration': {
    method: 'POST',
    body: z.strictObject({ name: PasskeyName, response: NewCredential }),
    signedIn: true,
  },
  '/passkey/generate-authenticate-options': { method: 'POST', takenAs: 'GET', body: Nothing },
  '/passkey/verify-authentication': { method: 'POST', body: z.strictObject({ response: ShownCredential }) },
  '/passkey/update-passkey': {
    method: 'POST',
    body: z.strictObject({ id: PasskeyId, name: PasskeyName }),
    signedIn: true,
  },
  '/passkey/delete-passkey': {
    method: 'POST',
    body: z.strictObject({ id: PasskeyId, ...again }).transform(asPassword),
    signedIn: true,
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
