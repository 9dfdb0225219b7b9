import { createMiddleware } from 'hono/factory'
import type { MiddlewareHandler } from 'hono'
import { messages } from '#content/messages.ts'
import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

/** Lets a call through only with a good access token, and sets `actor` to who it is. */
export type Authenticate = MiddlewareHandler<{ Variables: { actor: Actor } }>

/** Reads `Authorization: Bearer` (RFC 6750); `actorOf` throws Failure 'unauthenticated' for a token that is not good. */
export function createAuthenticate(actorOf: (token: string) => Promise<Actor>): Authenticate {
  return createMiddleware(async (c, next) => {
    const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(c.req.header('authorization') ?? '') ?? []
    if (!token) throw new Failure('unauthenticated', messages.signInFirst)
    c.set('actor', await actorOf(token))
    await next()
  })
}
