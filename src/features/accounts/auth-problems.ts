import { z } from 'zod'
import { accountMessages } from '#content/account.ts'
import { factorMessages } from '#content/factors.ts'
import { googleMessages } from '#content/google.ts'
import { messages } from '#content/messages.ts'
import { passkeyMessages } from '#content/passkeys.ts'
import { refusals } from '#content/refusals.ts'
import { problem } from '#platform/http/problem.ts'
import { notNow } from './own-session.ts'

const ErrorBody = z.object({ code: z.string().optional(), message: z.string().optional() })

/** The shop's sentence for a Better Auth code whose own message will not do. */
const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: refusals.wrongPassword,
  INVALID_EMAIL: messages.emailInvalid,
  // Of the input that our schemas accept, the library refuses only some e-mails.
  VALIDATION_ERROR: messages.emailInvalid,
  PASSWORD_TOO_SHORT: messages.passwordTooShort,
  USER_ALREADY_EXISTS: refusals.emailTaken,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: refusals.emailTaken,
  ACCOUNT_REMOVED: messages.accountRemoved,
  INVALID_TOKEN: accountMessages.linkOver,
  TOKEN_EXPIRED: accountMessages.linkOver,
  USER_NOT_FOUND: accountMessages.linkOver,
  INVALID_PASSWORD: accountMessages.wrongCurrentPassword,
  CREDENTIAL_ACCOUNT_NOT_FOUND: accountMessages.noPasswordYet,
  EMAIL_ALREADY_VERIFIED: accountMessages.emailVerified,
  PROVIDER_NOT_FOUND: googleMessages.off,
  GOOGLE_UNAVAILABLE: googleMessages.unavailable,
  FAILED_TO_GET_SESSION: messages.signInFirst,
  INVALID_CODE: factorMessages.wrongCode,
  INVALID_BACKUP_CODE: factorMessages.wrongBackupCode,
  INVALID_TWO_FACTOR_COOKIE: factorMessages.stepOver,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: factorMessages.manyWrong,
  TOTP_ALREADY_ENABLED: factorMessages.codesAreOn,
  TOTP_NOT_ENABLED: factorMessages.noCodes,
  TWO_FACTOR_NOT_ENABLED: factorMessages.noCodes,
  PASSKEY_NOT_FOUND: passkeyMessages.unknown,
  CHALLENGE_NOT_FOUND: passkeyMessages.over,
  AUTHENTICATION_FAILED: passkeyMessages.refused,
  FAILED_TO_VERIFY_REGISTRATION: passkeyMessages.notAdded,
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: passkeyMessages.over,
}

/** Codes that the library treats as its own failure, though the sender is at fault. */
const sendersOwn = new Set(['FAILED_TO_VERIFY_REGISTRATION'])

/** The form field that a code is about. */
const fields: Record<string, string> = {
  INVALID_PASSWORD: 'currentPassword',
  VALIDATION_ERROR: 'email',
  INVALID_CODE: 'code',
  INVALID_BACKUP_CODE: 'code',
  WRONG_SIGN_UP_PASSWORD: 'password',
}

/** Better Auth's code in an error answer; empty for a success. */
export async function problemCode(answer: Response): Promise<string> {
  if (answer.ok) return ''
  const { code = '' } = ErrorBody.catch({}).parse(
    await answer
      .clone()
      .json()
      .catch(() => ({})),
  )
  return code
}

/** Turns an error answer of Better Auth into the shop's own. @throws Failure 'unavailable'. */
export async function asProblem(answer: Response): Promise<Response> {
  const body: unknown = await answer.json().catch(() => ({}))
  const { code, message } = ErrorBody.catch({}).parse(body)
  if (code === 'FAILED_TO_GET_SESSION' && answer.status >= 500) throw notNow(new Error(message))
  const unknown = answer.status >= 500 ? refusals.signInBusy : message
  const detail = (code && sentences[code]) ?? unknown ?? 'That did not work. Try again.'
  const path = code && fields[code]
  const status = code && sendersOwn.has(code) ? 400 : answer.status
  return problem(status, detail, { ...(code && { code }), ...(path && { errors: [{ path, message: detail }] }) })
}
