import type { Auth } from './auth.ts'
import { visiting, type GoogleVisit } from './google-visit.ts'
import { begun, endBegun } from './own-session.ts'
import { challengeIn, endChallenge } from './second-step.ts'
import type { Stored } from './stored.ts'

/**
 * Lets the library handle a return from Google. If that Google account was disconnected meanwhile, the session that begins is
 * ended before the browser gets it. @returns a redirect for the browser, with an error code if something went wrong.
 */
export async function comeBack(
  auth: Auth,
  { isConnected }: Stored,
  handle: () => Promise<Response>,
): Promise<Response> {
  const visit: GoogleVisit = {}
  const answer = await visiting(visit, handle)
  if (answer.status >= 400) return leadToLogin(auth, await codeOf(answer))
  const { subject } = visit
  const pending = await challengeIn(auth, answer)
  if (pending) {
    if (subject !== undefined && (await isConnected(pending.userId, subject))) return leadToSecondStep(answer)
    await endChallenge(auth, pending)
    return leadToLogin(auth, 'account_not_linked')
  }
  const session = subject === undefined ? null : await begun(auth, answer)
  if (!session || subject === undefined) return answer
  // It began under the user's lock (auth-database.ts): whoever disconnects Google did so before, or ends it with the others.
  if (await isConnected(session.user.id, subject)) return answer
  await endBegun(auth, answer)
  return leadToLogin(auth, 'account_not_linked')
}

async function codeOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined)
  return typeof body === 'object' && body && 'code' in body ? String(body.code) : 'internal_server_error'
}

/** Redirects to the login page as after a complete sign-in, but with a code still to come. */
function leadToSecondStep(answer: Response): Response {
  const headers = new Headers(answer.headers)
  const [, query] = (headers.get('location') ?? '').split('?')
  const from = new URLSearchParams(query).get('from')
  headers.set('location', `/login?${new URLSearchParams({ ...(from && { from }), via: 'code' })}`)
  headers.delete('content-type')
  return new Response(null, { status: 302, headers })
}

async function leadToLogin(auth: Auth, error: string): Promise<Response> {
  const { options } = await auth.$context
  const location = `${options.onAPIError?.errorURL}?${new URLSearchParams({ error })}`
  return new Response(null, { status: 302, headers: { location } })
}
