import { parse } from 'hono/utils/cookie'
import { factorMessages } from '#content/factors.ts'
import { passkeyMessages } from '#content/passkeys.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import type { TokenSubject } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'
import type { Auth } from './auth.ts'
import type { FactorStep } from './auth-call.ts'
import type { AuthRoute } from './auth-routes.ts'
import { findSecret } from './factor-store.ts'
import { cookiesOf, signedInUser, type SignedIn } from './own-session.ts'
import { standing } from './policy.ts'
import { lockActor, lockUser } from './store.ts'
import type { Stored } from './stored.ts'
import { isThere, noteUnderWay } from './under-way.ts'

/** Somebody who has shown the first factor, and has still to show the second. */
export type Challenge = { userId: string; email: string; identifier: string; row: string }

/** Somebody at a second step: signing in, or signed in already and confirming that what they set up works. */
export type SecondStep = { challenge: Challenge; signedIn?: undefined } | { signedIn: SignedIn; challenge?: undefined }

/** @throws Failure 'unauthenticated', 'conflict' where there is nothing to confirm. */
export async function secondStepOf(
  auth: Auth,
  shown: NonNullable<AuthRoute['secondStep']>,
  headers: Headers,
): Promise<SecondStep> {
  const challenge = await findChallenge(auth, headers)
  if (challenge) return { challenge }
  if (shown !== 'code') throw stepOver()
  const signedIn = await signedInUser(auth, headers).catch((error: unknown) => {
    throw error instanceof Failure && error.kind === 'unauthenticated' ? stepOver() : error
  })
  if (signedIn.hasCodes) throw new Failure('conflict', factorMessages.codesAreOn)
  return { signedIn }
}

/** The challenge behind the library's cookie. Whether the cookie is genuine is for the library to check. */
async function findChallenge(auth: Auth, headers: Headers): Promise<Challenge | undefined> {
  const { createAuthCookie, internalAdapter } = await auth.$context
  const { name } = createAuthCookie('two_factor')
  const signed = parse(headers.get('cookie') ?? '', name)[name] ?? ''
  const identifier = signed.slice(0, signed.lastIndexOf('.'))
  const found = identifier ? await internalAdapter.findVerificationValue(identifier) : null
  if (!found || found.expiresAt.getTime() <= Date.now()) return undefined
  const user = await internalAdapter.findUserById(found.value)
  return user ? { userId: user.id, email: user.email, identifier, row: found.id } : undefined
}

/** The second step that an answer asks for. */
export const challengeIn = (auth: Auth, answer: Response): Promise<Challenge | undefined> =>
  findChallenge(auth, cookiesOf(answer))

/** Withdraws a second step before the browser gets it. */
export async function endChallenge(auth: Auth, { identifier }: Challenge): Promise<void> {
  const { internalAdapter } = await auth.$context
  await internalAdapter.deleteVerificationByIdentifier(identifier)
}

/** Until a code has expired by any clock that is accurate to half a minute. */
const codesLast = { name: 'one-time code used', count: 1, seconds: 120 }

/** A code that was used or tried cannot be used again (RFC 6238, 5.2). @throws Failure 'unprocessable'. */
export async function useOnce(limiter: RateLimiter, userId: string, code: string): Promise<void> {
  await limiter.use(codesLast, `${userId} ${code}`).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.kind !== 'too-many') throw error
    const errors = [{ path: 'code', message: factorMessages.usedCode }]
    throw new Failure('unprocessable', factorMessages.usedCode, { errors })
  })
}

/** In milliseconds: after that, somebody without a password has to sign in again. */
const freshMs = 10 * 60_000

/** @throws Failure 'forbidden' for somebody who may not change how they sign in. */
export function requireOwner({ emailVerified, since }: SignedIn, hasPassword: boolean): void {
  if (!emailVerified) throw new Failure('forbidden', factorMessages.verifyFirst, { extra: { code: 'VERIFY_FIRST' } })
  if (hasPassword || Date.now() - since.getTime() < freshMs) return
  throw new Failure('forbidden', factorMessages.signInAgain, { extra: { code: 'SIGN_IN_AGAIN' } })
}

/**
 * Staff who may not act as staff until they show the passkey that they have can neither change it nor set up another factor beside
 * it: otherwise somebody who knows only the password would get in that way.
 * @throws Failure 'forbidden'.
 */
export async function requireShownFactor(
  { countPasskeys }: Pick<Stored, 'countPasskeys'>,
  { id, session, role, factor }: SignedIn,
  staffFactor: TokenSubject['staffFactor'],
): Promise<void> {
  const { lacksFactor } = standing(
    { id, session, ...(staffFactor && { staffFactor }) },
    { role, secondFactor: factor ?? null },
  )
  if (!lacksFactor || (await countPasskeys(id)) === 0) return
  throw new Failure('forbidden', passkeyMessages.logInWithIt, { extra: { code: 'SECOND_FACTOR_REQUIRED' } })
}

/** Records that a call about a second factor is under way, if what allows it still exists. @throws Failure 'unauthenticated'. */
export function beginStep(db: Database, { challenge, signedIn }: SecondStep): Promise<FactorStep> {
  return inTransaction(db, async (tx) => {
    const userId = challenge?.userId ?? signedIn?.id ?? ''
    const isAllowed = challenge
      ? (await lockUser(tx, userId)) && (await isThere(tx, challenge.row, userId))
      : await lockActor(tx, { id: userId, session: signedIn?.session ?? '' })
    if (!isAllowed) throw stepOver()
    const [underWay, secret] = [await noteUnderWay(tx, userId), await findSecret(tx, userId)]
    return { userId, underWay, isSignIn: challenge !== undefined, secret }
  })
}

const stepOver = () => new Failure('unauthenticated', factorMessages.stepOver, { extra: { code: 'STEP_OVER' } })
