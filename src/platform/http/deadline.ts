import type { Context, MiddlewareHandler } from 'hono'
import { unavailable } from '#shared/errors.ts'
import { within } from '#shared/within.ts'
import { problem } from './problem.ts'

/** A longer body may be as long on its way as its line is slow. In bytes. */
const longBody = 64 * 1024

const late = new WeakSet<Context>()

/** Whether whoever asked was told to come again: nobody reads what else is made of the request. */
export const isLate = (c: Context): boolean => late.has(c)

/**
 * Nobody waits longer for an answer than so many milliseconds, however many of those that are asked on the way take their time, each
 * within its own limit. What was begun goes on, and whoever repeats it with its key finds it done.
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
    // Or the headers of what may be there already would be added to this answer.
    c.res = undefined
    c.res = problem(503, unavailable, { retryAfter: 1 })
  }
}
