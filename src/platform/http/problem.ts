import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { Failure, unavailable } from '#shared/errors.ts'
import { isUnavailable } from '../db/conflict.ts'
import type { Log } from '../log/log.ts'
import { requestId } from '../log/request-id.ts'

/** A problem document on the wire (RFC 9457); `errors` names the fields of a form. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  errors: z
    .array(
      z.object({
        path: z.string(),
        message: z.string(),
        code: z.string().optional(),
        suggestion: z.number().optional(),
      }),
    )
    .optional(),
})
export type Problem = z.infer<typeof Problem>

/** The one place where an error becomes an answer. An unexpected error is logged, and its answer reveals nothing. */
export function toProblemResponse(error: unknown, c: Context, log: Log): Response {
  const failure = asFailure(error)
  if (!failure) {
    log.error('request failed', { method: c.req.method, path: c.req.path, error })
    return problem(500, 'Something went wrong on our side. Nothing was changed. Try again.', {
      requestId: requestId(),
    })
  }
  // mutant(comparison → failure.status > 500): no Failure is 500
  if (failure.status >= 500) log.warn(failure.message, { path: c.req.path, error: failure.cause })
  return problem(failure.status, failure.message, { ...failure.extra, errors: failure.errors })
}

/** A problem answer, never cached. 401 and 429 also say in a header what to do (RFC 9110, 11.6.1 and 10.2.3). */
export function problem(status: number, detail: string, more: Record<string, unknown> = {}): Response {
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, ...more }
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (status === 401) headers.set('www-authenticate', 'Bearer')
  if (typeof more['retryAfter'] === 'number') headers.set('retry-after', String(more['retryAfter']))
  return new Response(JSON.stringify(body), { status, headers })
}

function asFailure(error: unknown): Pick<Failure, 'status' | 'message' | 'errors' | 'extra' | 'cause'> | undefined {
  const failure = failureIn(error)
  if (failure) return failure
  if (error instanceof HTTPException && error.status === 400) {
    return new Failure('bad-request', 'The body is not valid JSON.', { cause: error })
  }
  // The database's message is for the log only: it names tables.
  if (isUnavailable(error)) return new Failure('unavailable', unavailable, { extra: { retryAfter: 1 }, cause: error })
  return undefined
}

/** Drizzle wraps what a connection throws, even our own Failure. */
function failureIn(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  return error instanceof Error && error.cause instanceof Failure ? error.cause : undefined
}
