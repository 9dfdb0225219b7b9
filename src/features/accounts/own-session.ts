import { APIError } from 'better-auth/api'
import { messages } from '#content/messages.ts'
import { refusals } from '#content/refusals.ts'
import type { Role, SecondFactor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'
import type { Auth } from './auth.ts'
import type { SignInRecord } from './sign-in-record.ts'

/** Who is signed in, and by which session. */
export type SignedIn = {
  id: string
  email: string
  emailVerified: boolean
  hasCodes: boolean
  role: Role
  session: string
  /** When they signed in, and with what second factor. */
  since: Date
  factor: SecondFactor | undefined
}

/** The failure for something that the sign-in library could not do right now. */
export const notNow = (cause: unknown): Failure =>
  new Failure('unavailable', refusals.signInBusy, { cause, extra: { retryAfter: 1 } })

/**
 * The session of these headers, which is renewed once a day; null for none, including one that was ended just as it was to be
 * renewed.
 * @throws Failure 'unavailable' when the database failed: the library keeps that to itself.
 */
export async function sessionOf(auth: Auth, headers: Headers) {
  try {
    return await auth.api.getSession({ headers })
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    if (error.statusCode < 500) return null
    throw notNow(error)
  }
}

/** @throws Failure 'unauthenticated', 'unavailable'. */
export async function signedInUser(auth: Auth, headers: Headers): Promise<SignedIn> {
  const found = await sessionOf(auth, headers)
  if (!found) throw new Failure('unauthenticated', messages.signInFirst)
  const { user, session } = found
  const factor = secondFactorOf(session.secondFactor)
  return {
    id: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    hasCodes: user.twoFactorEnabled === true,
    role: user['role'] === 'admin' ? 'admin' : 'user',
    session: session.id,
    since: session.createdAt,
    factor,
  }
}

/** To the library it is just a string. */
const secondFactorOf = (text: unknown): SecondFactor | undefined =>
  text === 'code' || text === 'passkey' ? text : undefined

/** The session that an answer begins, and its user; null when it begins none. */
export const begun = (auth: Auth, answer: Response) => sessionOf(auth, cookiesOf(answer))

/** The cookies that a browser sends once it has got this answer. */
export const cookiesOf = (answer: Response): Headers =>
  new Headers({
    cookie: answer.headers
      .getSetCookie()
      .map((set) => set.split(';', 1)[0])
      .join('; '),
  })

/** Ends the session that an answer begins, before the browser gets it. */
export async function endBegun(auth: Auth, answer: Response): Promise<void> {
  const { internalAdapter } = await auth.$context
  const { session } = (await begun(auth, answer)) ?? {}
  // mutant(condition → true): there is one, or somebody has ended it
  if (session) await internalAdapter.deleteSession(session.token)
}

/**
 * Ends the session of these headers. The library would answer success and delete the cookie even when the database failed, so that
 * nobody could notice.
 * @throws Failure 'unavailable' when the session goes on.
 */
export async function endOwn(auth: Auth, signIns: SignInRecord, headers: Headers): Promise<void> {
  try {
    const { session } = (await sessionOf(auth, headers)) ?? {}
    if (session) await signIns.signOut(session)
  } catch (cause) {
    throw new Failure('unavailable', refusals.stillSignedIn, { cause, extra: { retryAfter: 1 } })
  }
}
