import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { z } from 'zod'
import { messages } from '#content/messages.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import { problem } from '#platform/http/problem.ts'
import { fieldErrors, refusal } from '#platform/http/validate.ts'
import { Failure } from '#shared/errors.ts'
import { isStorable, unstorable } from '#shared/text.ts'
import { authRoutes, type AuthRoute } from './auth-routes.ts'
import { clientAddressHeader, type Auth } from './auth.ts'
import type { Devices } from './devices.ts'
import { changingPassword, type PasswordChange } from './password-change.ts'
import { forgetDevices, limitTry, signIn } from './limits.ts'

const ErrorBody = z.object({ code: z.string().optional(), message: z.string().optional() })
const Named = z.object({ email: z.string() })
const Link = z.object({ token: z.string() })

/** The shop's sentence for a code of Better Auth, where its own would not do. */
const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: messages.wrongPassword,
  INVALID_EMAIL: messages.emailInvalid,
  // Of what our schemas let pass the library refuses nothing but some e-mails.
  VALIDATION_ERROR: messages.emailInvalid,
  PASSWORD_TOO_SHORT: messages.passwordTooShort,
  USER_ALREADY_EXISTS: messages.emailTaken,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: messages.emailTaken,
  ACCOUNT_REMOVED: messages.accountRemoved,
  INVALID_TOKEN: messages.linkOver,
  TOKEN_EXPIRED: messages.linkOver,
  USER_NOT_FOUND: messages.linkOver,
  INVALID_PASSWORD: messages.wrongCurrentPassword,
  CREDENTIAL_ACCOUNT_NOT_FOUND: messages.noPasswordYet,
  EMAIL_ALREADY_VERIFIED: messages.emailVerified,
  PROVIDER_NOT_FOUND: messages.googleOff,
  GOOGLE_UNAVAILABLE: messages.googleUnavailable,
}

/** The field of the form that a code is about. */
const fields: Record<string, string> = { INVALID_PASSWORD: 'currentPassword', VALIDATION_ERROR: 'email' }

/** What is stored of accounts, read anew each time. */
type Stored = { passwordOf: (email: string) => Promise<string | undefined> }

type Env = { Variables: { clientAddress: string } }

/** Better Auth's open routes under /auth, with the shop's checks, limits and problem documents. */
export function createAuthApi(auth: Auth, limiter: RateLimiter, devices: Devices, stored: Stored) {
  return new Hono<Env>().all('/auth/*', async (c) => {
    const path = c.req.path.slice(c.req.path.indexOf('/auth/') + '/auth'.length)
    const route = authRoutes[path]
    if (route?.method !== c.req.method) return problem(404, 'There is nothing at this address.')
    const earliest = route.atLeastMs && pause(route.atLeastMs)
    const signedIn = route.signedIn && (await signedInEmail(auth, c.req.raw.headers))
    // The library itself would tell a log of its own what it was sent instead.
    if (route.body && !isJson(c.req.header('content-type'))) return problem(415, 'Send JSON, as application/json.')
    const body = route.body && (await readBody(c.req.raw, route.body))
    const email = signedIn ?? Named.safeParse(body).data?.email
    // As the account is now: a password that was right is not when a link has set another meanwhile.
    const device = path === signIn && email ? await devices.before(email, c.req.raw.headers) : undefined
    const use = { route: path, address: c.var.clientAddress, email, device: device?.known }
    const forgive = await limitTry(limiter, use)
    const owner = path === '/reset-password' ? await linkOwner(auth, body) : email
    const checked = begins.has(path) ? email : undefined
    const change: PasswordChange = { from: checked && (await stored.passwordOf(checked)) }
    if (path === signOut) await endOwn(auth, c.req.raw.headers)
    const handle = () => auth.handler(forward(c.req.raw, c.var.clientAddress, route.query, body))
    const answer = await (path === changePassword ? changingPassword(change, handle) : handle())
    await earliest
    // Whoever sets a password ends the sessions afterwards: one that was begun before that is gone, this one is ended here.
    if (answer.ok && checked && (await stored.passwordOf(checked)) !== (change.to ?? change.from)) {
      await endBegun(auth, answer)
      return problem(409, messages.passwordReplaced, { code: 'PASSWORD_REPLACED' })
    }
    if (answer.status >= 400) return asProblem(answer)
    await forgive()
    const known = path === '/callback/google' ? (await begun(auth, answer))?.user.email : owner
    if (known && setsPassword.has(path)) await forgetDevices(limiter, known)
    if (known && provesOwner.has(path)) {
      const { remember } = device ?? (await devices.before(known, c.req.raw.headers))
      answer.headers.append('set-cookie', remember())
    }
    answer.headers.set('cache-control', 'no-store')
    return answer
  })
}

const isJson = (type = ''): boolean => /^application\/json *(;|$)/i.test(type)

async function readBody(request: Request, schema: NonNullable<AuthRoute['body']>): Promise<Record<string, unknown>> {
  const result = schema.refine(isStorable, unstorable).safeParse(await request.json().catch(() => undefined))
  if (result.success) return result.data
  throw refusal('unprocessable', fieldErrors(result.error.issues))
}

async function signedInEmail(auth: Auth, headers: Headers): Promise<string> {
  const session = await auth.api.getSession({ headers })
  if (!session) throw new Failure('unauthenticated', messages.signInFirst)
  return session.user.email
}

const changePassword = '/change-password'
const signOut = '/sign-out'

/** Whoever succeeds here has shown that the account is theirs: their browser is no stranger to it any more. */
const provesOwner = new Set([signIn, '/sign-up/email', '/callback/google', '/reset-password', changePassword])
/** These begin a session because a password was right, which another may have taken the place of meanwhile. */
const begins = new Set([signIn, changePassword])
/** After these every browser but this one is a stranger. */
const setsPassword = new Set(['/reset-password', changePassword])

/** Whose password a mailed link sets. */
async function linkOwner(auth: Auth, body: unknown): Promise<string | undefined> {
  const { internalAdapter } = await auth.$context
  const { token } = Link.parse(body)
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return link ? (await internalAdapter.findUserById(link.value))?.email : undefined
}

/** The session that an answer begins, and whose it is; null when it begins none. */
function begun(auth: Auth, answer: Response) {
  const cookie = answer.headers.getSetCookie().map((set) => set.split(';', 1)[0])
  return auth.api.getSession({ headers: new Headers({ cookie: cookie.join('; ') }) })
}

/**
 * Ends the session that these headers come from. The library answers success also where the database did not do it, and takes
 * the cookie away, so that nobody could notice.
 * @throws Failure 'unavailable' when it goes on.
 */
async function endOwn(auth: Auth, headers: Headers): Promise<void> {
  const { internalAdapter } = await auth.$context
  try {
    const { session } = (await auth.api.getSession({ headers, query: { disableCookieCache: true } })) ?? {}
    if (session) await internalAdapter.deleteSession(session.token)
  } catch (cause) {
    throw new Failure('unavailable', messages.stillSignedIn, { cause, extra: { retryAfter: 1 } })
  }
}

/** Ends the session that an answer begins, before anybody hears of it. */
async function endBegun(auth: Auth, answer: Response): Promise<void> {
  const { internalAdapter } = await auth.$context
  const { session } = (await begun(auth, answer)) ?? {}
  // mutant(condition → true): there is one, or somebody has ended it
  if (session) await internalAdapter.deleteSession(session.token)
}

/** The request as Better Auth gets it: the body as our schema read it, of the query what the route has, the address as we know it. */
function forward(
  { url: asked, method, headers: given }: Request,
  address: string,
  query: readonly string[] = [],
  body?: Record<string, unknown>,
): Request {
  const headers = new Headers(given)
  const url = new URL(asked)
  for (const name of new Set(url.searchParams.keys())) if (!query.includes(name)) url.searchParams.delete(name)
  headers.set(clientAddressHeader, address)
  headers.delete('content-length')
  return new Request(url, body ? { method, headers, body: JSON.stringify(body) } : { method, headers })
}

async function asProblem(answer: Response): Promise<Response> {
  const body: unknown = await answer.json().catch(() => ({}))
  const { code, message } = ErrorBody.catch({}).parse(body)
  const unknown = answer.status >= 500 ? 'Signing in is not working at the moment. Try again.' : message
  const detail = (code && sentences[code]) ?? unknown ?? 'That did not work. Try again.'
  const path = code && fields[code]
  return problem(answer.status, detail, { ...(code && { code }), ...(path && { errors: [{ path, message: detail }] }) })
}
