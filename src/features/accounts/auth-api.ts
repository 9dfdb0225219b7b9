import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { accountMessages } from '#content/account.ts'
import { messages } from '#content/messages.ts'
import { problem } from '#platform/http/problem.ts'
import { fieldErrors, refusal } from '#platform/http/validate.ts'
import { Failure } from '#shared/errors.ts'
import { isStorable, unstorable } from '#shared/text.ts'
import { admit, type Admitted, type AuthParts, type AuthRequest } from './auth-admission.ts'
import { duringCall } from './auth-call.ts'
import { conclude } from './auth-conclusion.ts'
import { authRoutes, type AuthRoute } from './auth-routes.ts'
import { clientAddressHeader, type Auth } from './auth.ts'
import { comeBack } from './google-return.ts'
import { endOwn, signedInUser, type SignedIn } from './own-session.ts'
import { changingPassword, type PasswordChange } from './password-change.ts'
import { secondStepOf } from './second-step.ts'
import type { SignInRecord } from './sign-in-record.ts'

type Env = { Variables: { clientAddress: string } }

/**
 * Better Auth's open routes under /auth, with the shop's checks, limits and problem documents. Which of them apply to a route is
 * in the table (auth-routes.ts); their order is the same for all.
 */
export function createAuthApi(parts: AuthParts) {
  const { auth, signIns } = parts
  return new Hono<Env>().all('/auth/*', async (c) => {
    const path = c.req.path.slice(c.req.path.indexOf('/auth/') + '/auth'.length)
    const route = authRoutes[path]
    if (route?.method !== c.req.method) return problem(404, 'There is nothing at this address.')
    const earliest = route.atLeastMs && pause(route.atLeastMs)
    const { headers } = c.req.raw
    const caller = await callerOf(auth, route, headers)
    // Left to itself, the library would write what it was sent instead to a log of its own.
    if (route.body && !isJson(c.req.header('content-type'))) return problem(415, 'Send JSON, as application/json.')
    const body = route.body && (await readBody(c.req.raw, route.body))
    const request = { path, route, headers, address: c.var.clientAddress, ...caller, body }
    const admitted = await admit(parts, request)
    if (route.ends === 'all sessions' && caller.signedIn) return endEverywhere(signIns, caller.signedIn)
    const answer = await perform(parts, request, admitted, c.req.raw)
    await earliest
    return conclude(parts, request, admitted, answer)
  })
}

/** Who calls a route. @throws Failure 'unauthenticated', 'conflict' where there is no second step, 'unavailable'. */
async function callerOf(
  auth: Auth,
  route: AuthRoute,
  headers: Headers,
): Promise<Pick<AuthRequest, 'second' | 'signedIn'>> {
  const second = route.secondStep && (await secondStepOf(auth, route.secondStep, headers))
  return { second, signedIn: route.signedIn ? await signedInUser(auth, headers) : second?.signedIn }
}

const isJson = (type = ''): boolean => /^application\/json *(;|$)/i.test(type)

/** @throws Failure 'unprocessable'. */
async function readBody(request: Request, schema: NonNullable<AuthRoute['body']>): Promise<Record<string, unknown>> {
  const result = schema.refine(isStorable, unstorable).safeParse(await request.json().catch(() => undefined))
  if (result.success) return result.data
  throw refusal('unprocessable', fieldErrors(result.error.issues))
}

/**
 * Lets the library do what was asked.
 * @throws Failure 'unavailable' when it could not be done, or not wholly; any database error that the library would hide.
 */
async function perform(
  { auth, storedAccounts: stored, signIns }: AuthParts,
  request: AuthRequest,
  { call, change }: Admitted,
  given: Request,
): Promise<Response> {
  const { route, headers } = request
  if (route.ends === 'this session') await endOwn(auth, signIns, headers)
  const handle = () => duringCall(call, () => auth.handler(forward(given, request)))
  const work = route.signsIn === 'google' ? () => comeBack(auth, stored, handle) : handle
  const answer = await (change ? changingPassword(change, work).catch(asSet(change)) : work())
  if (call.failure && answer.status >= 400) throw call.failure
  return answer
}

/** An error after a password was set, for instance when the next session begins, leaves it set: the answer has to say so. */
const asSet = (change: PasswordChange) => (cause: unknown) => {
  if (change.to === undefined) throw cause
  throw new Failure('unavailable', accountMessages.passwordIsSet, { cause })
}

/** The library has no transaction for this, and would leave the mailed links valid. @throws Failure 'unauthenticated'. */
async function endEverywhere(signIns: SignInRecord, signedIn: SignedIn): Promise<Response> {
  if (!(await signIns.signOutEverywhere(signedIn))) throw new Failure('unauthenticated', messages.signInFirst)
  return Response.json({ status: true })
}

/** The request as Better Auth gets it: the body as our schema parsed it, the query parameters of the route, the address we know. */
function forward(given: Request, { address, route, body }: AuthRequest): Request {
  const headers = new Headers(given.headers)
  const url = new URL(given.url)
  for (const name of new Set(url.searchParams.keys())) if (!route.query?.includes(name)) url.searchParams.delete(name)
  headers.set(clientAddressHeader, address)
  headers.delete('content-length')
  const method = route.takenAs ?? given.method
  return new Request(
    url,
    body && method === 'POST' ? { method, headers, body: JSON.stringify(body) } : { method, headers },
  )
}
