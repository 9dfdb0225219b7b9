import { Hono } from 'hono'
import { z } from 'zod'
import { messages } from '#content/messages.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import { problem } from '#platform/http/problem.ts'
import { clientAddressHeader, type Auth } from './auth.ts'
import { forgiveTries, limitTry } from './limits.ts'

/** What of Better Auth is open. Everything else it could do is closed. */
const open: Record<string, 'GET' | 'POST'> = {
  '/sign-up/email': 'POST',
  '/sign-in/email': 'POST',
  '/sign-out': 'POST',
  '/get-session': 'GET',
  '/jwks': 'GET',
}

const ErrorBody = z.object({ code: z.string().optional(), message: z.string().optional() })
const Credentials = z.object({ email: z.string().max(254) })

/** The shop's sentence for a code of Better Auth, where its own would not do. */
const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: messages.wrongPassword,
  INVALID_EMAIL: messages.emailInvalid,
  PASSWORD_TOO_SHORT: messages.passwordTooShort,
  USER_ALREADY_EXISTS: messages.emailTaken,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: messages.emailTaken,
  ACCOUNT_REMOVED: messages.accountRemoved,
}

type Env = { Variables: { clientAddress: string } }

/** Better Auth's routes under /auth, with the shop's limits and problem documents. */
export function createAuthApi(auth: Auth, limiter: RateLimiter) {
  return new Hono<Env>().all('/auth/*', async (c) => {
    const path = c.req.path.slice(c.req.path.indexOf('/auth/') + '/auth'.length)
    if (open[path] !== c.req.method) return problem(404, 'There is nothing at this address.')
    const email = c.req.method === 'POST' ? await emailIn(c.req.raw) : undefined
    await limitTry(limiter, path, c.var.clientAddress, email)
    const answer = await auth.handler(await withAddress(c.req.raw, c.var.clientAddress))
    if (answer.status >= 400) return asProblem(answer)
    await forgiveTries(limiter, path, email)
    answer.headers.set('cache-control', 'no-store')
    return answer
  })
}

async function emailIn(request: Request): Promise<string | undefined> {
  const body: unknown = await request.clone().json().catch(() => undefined)
  return Credentials.safeParse(body).data?.email
}

async function withAddress(request: Request, address: string): Promise<Request> {
  const { url, method } = request
  const headers = new Headers(request.headers)
  headers.set(clientAddressHeader, address)
  return new Request(url, method === 'GET' ? { method, headers } : { method, headers, body: await request.text() })
}

async function asProblem(answer: Response): Promise<Response> {
  const body: unknown = await answer.json().catch(() => ({}))
  const { code, message } = ErrorBody.catch({}).parse(body)
  const detail = (code && sentences[code]) ?? message ?? 'This did not work. Try again.'
  return problem(answer.status, answer.status >= 500 ? 'Signing in does not work at the moment. Try again.' : detail, code ? { code } : {})
}
