import type { Context, MiddlewareHandler } from 'hono'
import { unavailable } from '#shared/errors.ts'
import { within } from '#shared/within.ts'
import { problem } from './problem.ts'

/** A longer body may take as long as its connection is slow. In bytes. */
const longBody = 64 * 1024

const late = new WeakSet<Context>()

/** Whether the caller was told to retry: nobody reads what else comes of the request. */
export const isLate = (c: Context): boolean => late.has(c)

/**
 * Limits the wait for an answer to this many milliseconds, however many services asked on the way take their time, each within
 * its own limit. What was begun goes on, and a caller that repeats it with its key finds it done.
 */
export function answerWithin(ms: number): MiddlewareHandler {
  return async (c, next) => {
    if (Number(c.req.header('content-length')) > longBody) return next()
    const isDone = await within(
      ms,
      next().then(() => true),
    )
    if (isDone) return
    late.add(c)
    // Otherwise the headers of an answer that may already be there would be added to this one.
    c.res = undefined
    c.res = problem(503, unavailable, { retryAfter: 1 })
  }
}
