import type { Hono } from 'hono'
import type { Log } from '#platform/log/log.ts'
import { Failure } from '#shared/errors.ts'
import { SandboxError } from './errors.ts'

/**
 * Makes an app answer every failure in Stripe's shape. Unexpected errors are logged and their details withheld; what the shop
 * refuses before the sandbox reads it, such as a body that is too large, is left to the shop.
 */
export function answerErrors(app: Hono, log: Log): void {
  app.notFound((c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`
    return c.json(new SandboxError(404, 'invalid_request_error', message), 404)
  })
  app.onError((error, c) => {
    if (error instanceof SandboxError) return c.json(error, error.status)
    // The database driver wraps a refusal by its own queue of calls.
    for (const each of [error, error.cause]) if (each instanceof Failure) throw each
    log.error('The card sandbox failed', { error })
    return c.json(new SandboxError(500, 'api_error', 'An unknown error occurred.'), 500)
  })
}
