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
  /** When they signed in, and by what second factor. */
  since: Date
  factor: SecondFactor | undefined
}

/** What the sign-in library could not do for now. */
export const notNow = (cause: unknown): Failure =>
  new Failure('unavailable', refusals.signInBusy, { cause, extra: { retryAfter: 1 } })

/**
 * The session that these headers come from, which begins again once a day; null for none, also where it was ended as it was to
 * begin again.
 * @throws Failure 'unavailable' where the database did not do it: the library keeps that to itself.
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

/** The library knows no more of it than that it is a text. */
const secondFactorOf = (text: unknown): SecondFactor | undefined =>
  text === 'code' || text === 'passkey' ? text : undefined

/** The session that an answer begins, and whose it is; null when it begins none. */
export const begun = (auth: Auth, answer: Response) => sessionOf(auth, cookiesOf(answer))

/** What a browser sends from now on that was sent this answer. */
export const cookiesOf = (answer: Response): Headers =>
  new Headers({
    cookie: answer.headers
      .getSetCookie()
      .map((set) => set.split(';', 1)[0])
      .join('; '),
  })

/** Ends the session that an answer begins, before anybody hears of it. */
export async function endBegun(auth: Auth, answer: Response): Promise<void> {
  const { internalAdapter } = await auth.$context
  const { session } = (await begun(auth, answer)) ?? {}
  // mutant(condition → true): there is one, or somebody has ended it
  if (session) await internalAdapter.deleteSession(session.token)
}

/**
 * Ends the session that these headers come from. The library answers success also where the database did not do it, and takes
 * the cookie away, so that nobody could notice.
 * @throws Failure 'unavailable' when it goes on.
 */
export async function endOwn(auth: Auth, signIns: SignInRecord, headers: Headers): Promise<void> {
  try {
    const { session } = (await sessionOf(auth, headers)) ?? {}
    if (session) await signIns.signOut(session)
  } catch (cause) {
    throw new Failure('unavailable', refusals.stillSignedIn, { cause, extra: { retryAfter: 1 } })
  }
}
