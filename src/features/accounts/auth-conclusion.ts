import { accountMessages } from '#content/account.ts'
import { Failure } from '#shared/errors.ts'
import type { Admitted, AuthParts, AuthRequest } from './auth-admission.ts'
import { asProblem, problemCode } from './auth-problems.ts'
import { forgetDevices } from './limits.ts'
import { begun, endBegun } from './own-session.ts'
import { challengeIn, endChallenge, type Challenge } from './second-step.ts'
import type { Stored } from './stored.ts'

/**
 * Turns the library's answer into the shop's, and draws the consequences of it.
 * @throws Failure 'conflict' when the password that let somebody in was replaced meanwhile, 'unavailable'.
 */
export async function conclude(
  parts: AuthParts,
  request: AuthRequest,
  admitted: Admitted,
  answer: Response,
): Promise<Response> {
  const pending = request.route.signsIn === 'password' ? await challengeIn(parts.auth, answer) : undefined
  await endIfReplaced(parts, admitted, { answer, pending })
  await noteRefusal(parts, request, admitted, answer)
  if (answer.status >= 400) return asProblem(answer)
  await admitted.forgive()
  await noteSuccess(parts, request, admitted, { answer, pending })
  answer.headers.set('cache-control', 'no-store')
  return answer
}

/** An answer, and the second step that it asks for. */
type Answered = { answer: Response; pending: Challenge | undefined }

/**
 * Setting a password ends the sessions that exist by then: one that began meanwhile is ended here.
 * @throws Failure 'conflict' when it was, or the error when that cannot be told right now.
 */
async function endIfReplaced(
  { auth, storedAccounts: stored }: AuthParts,
  { checked, change }: Admitted,
  { answer, pending }: Answered,
): Promise<void> {
  const over = answer.ok && checked && (await whyOver(stored, checked.email, change?.to ?? checked.hash))
  if (!over) return
  await (pending ? endChallenge(auth, pending) : endBegun(auth, answer))
  throw over
}

/** The error when the password that let somebody in was replaced, or when that cannot be told right now; otherwise false. */
const whyOver = ({ settledPasswordOf }: Stored, email: string, hash: string | undefined): Promise<unknown> =>
  settledPasswordOf(email).then(
    (now) =>
      now !== hash &&
      new Failure('conflict', accountMessages.passwordReplaced, { extra: { code: 'PASSWORD_REPLACED' } }),
    (error: unknown) => error,
  )

const wrongCode = new Set(['INVALID_CODE', 'INVALID_BACKUP_CODE'])

/** Records an attempt to sign in that failed, if it was one. */
async function noteRefusal(
  { signIns }: AuthParts,
  { route, second }: AuthRequest,
  { email, call: { passkey } }: Admitted,
  answer: Response,
): Promise<void> {
  if (answer.status === 401 && route.signsIn === 'password' && email) await signIns.failed(email)
  const refusedFor = await problemCode(answer)
  if (second?.challenge && wrongCode.has(refusedFor)) await signIns.codeFailed(second.challenge.email)
  if (passkey && refusedFor === 'PASSKEY_COPIED') await signIns.passkeyRefused(passkey.email)
}

/** Makes the other browsers of an account strangers to it, or this one known to it, as the route says. */
async function noteSuccess(
  { auth, limiter }: AuthParts,
  { route }: AuthRequest,
  { email, setter, deviceOf }: Admitted,
  { answer, pending }: Answered,
): Promise<void> {
  const known = route.sessionTellsWhose ? (await begun(auth, answer))?.user.email : (setter?.email ?? email)
  if (known && route.setsPassword) await forgetDevices(limiter, known)
  // A mailed link proves who owns the mailbox, but is not a second factor.
  const lacksCode = route.setsPassword === 'by mail' && setter?.twoFactorEnabled === true
  if (!known || pending || lacksCode || !route.provesOwner) return
  const { remember } = await deviceOf(known)
  answer.headers.append('set-cookie', remember())
}
