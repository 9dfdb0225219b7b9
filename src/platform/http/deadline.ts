import { createMiddleware } from 'hono/factory'
import { within } from '#shared/within.ts'
import { problem, unavailable } from './problem.ts'

/** A longer body may be as long on its way as its line is slow. In bytes. */
const longBody = 64 * 1024

/**
 * Nobody waits longer for an answer than so many milliseconds, however many of those that are asked on the way take their time, each
 * within its own limit. What was begun goes on, and whoever repeats it with its key finds it done.
 */
export function answerWithin(ms: number) {
  return createMiddleware(async (c, next) => {
    if (Number(c.req.header('content-length')) > longBody) return next()
    const isDone = await within(
      ms,
      next().then(() => true),
    )
    if (isDone) return
    // Or the headers of what may be there already would be added to this answer.
    c.res = undefined
    c.res = problem(503, unavailable, { retryAfter: 1 })
  })
}
