import { createMiddleware } from 'hono/factory'
import type { Context, MiddlewareHandler } from 'hono'
import { factorMessages } from '#content/factors.ts'
import { messages } from '#content/messages.ts'
import { problem } from '#platform/http/problem.ts'
import type { Actor, TokenSubject } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

/**
 * Lets a call through only with a valid access token, and sets `actor` to its owner. `confirm` checks again once the body is
 * there: the body may be held back for half a minute, in which its sender may lose their rights.
 */
export type Authenticate = MiddlewareHandler<{ Variables: { actor: Actor; confirm: () => Promise<void> } }>

/**
 * Lets a call through with a token that was issued here and has not expired, and sets `subject` to the user it was issued for.
 * Whether they may still act is for the statement that acts to check.
 */
export type VerifyToken = MiddlewareHandler<{ Variables: { subject: TokenSubject } }>

/**
 * Lets a call through only for an actor whom `require` accepts. It goes after `authenticate` and before anything that reads the
 * call, so that nobody learns what is wrong with a call that they may not make.
 */
export const permit = (require: (actor: Actor) => void): Authenticate =>
  createMiddleware((c, next) => {
    require(c.get('actor'))
    const confirm = c.get('confirm')
    c.set('confirm', async () => {
      await confirm()
      require(c.get('actor'))
    })
    return next()
  })

type Accounts = {
  /** @throws Failure 'unauthenticated' for an invalid token. */
  subjectOf: (token: string) => Promise<TokenSubject>
  /** @throws Failure 'unauthenticated' for somebody who may no longer act. */
  actorOf: (subject: TokenSubject) => Promise<Actor>
}

/** The two ways to read `Authorization: Bearer` (RFC 6750). */
export function createAuthenticate({ subjectOf, actorOf }: Accounts): {
  authenticate: Authenticate
  verifyToken: VerifyToken
} {
  return {
    authenticate: createMiddleware(async (c, next) => {
      const subject = await subjectOf(bearerToken(c.req.header('authorization')))
      const decide = async () => c.set('actor', await actorOf(subject))
      await decide()
      c.set('confirm', decide)
      await next()
      tellWhatIsLacking(c, c.get('actor'))
    }),
    verifyToken: createMiddleware(async (c, next) => {
      const subject = await subjectOf(bearerToken(c.req.header('authorization')))
      c.set('subject', subject)
      await next()
      // Somebody who may no longer act is told only that, not what else is wrong with the call.
      if (!c.res.ok) tellWhatIsLacking(c, await actorOf(subject))
    }),
  }
}

/** An admin without a second factor is refused like a user; only they are told what they can do about it. */
function tellWhatIsLacking(c: Context, { lacksFactor }: Actor): void {
  if (!lacksFactor || c.res.status !== 403) return
  c.res = undefined
  c.res = problem(403, factorMessages.staffNeedOne, { code: 'SECOND_FACTOR_REQUIRED' })
}

function bearerToken(authorization = ''): string {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization) ?? []
  if (!token) throw new Failure('unauthenticated', messages.signInFirst)
  return token
}
