import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Failure } from '#shared/errors.ts'
import { networkOf } from './client-address.ts'

export type Turns = ReturnType<typeof createTurns>

type Line = { running: number; waiting: (() => void)[] }

/**
 * Limits work by key: at most `atOnce` pieces of each key run at the same time, and more wait for their turn. A caller that asks
 * for a thousand pages waits for its own, and everybody else for at most two of them.
 * @param mostWaiting beyond this many, a key is refused with Failure 'too-many' and `refusal`.
 */
export function createTurns(atOnce: number, mostWaiting: number, refusal: string) {
  const lines = new Map<string, Line>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running < atOnce) line.running += 1
    else if (line.waiting.length < mostWaiting) await new Promise<void>((resolve) => line.waiting.push(resolve))
    else throw new Failure('too-many', refusal, { extra: { retryAfter: 1 } })
    try {
      // Much of it never waits for anything: this lets the process see to everybody else between two pieces.
      await new Promise(setImmediate)
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else {
        line.running -= 1
        if (line.running === 0) lines.delete(key)
      }
    }
  }
}

/** The same by the network a call comes from, with one piece of work at a time for each. */
export function oneForANetwork(mostWaiting: number, refusal: string) {
  const turn = createTurns(1, mostWaiting, refusal)
  return createMiddleware<{ Variables: { clientAddress: string } }>((c, next) =>
    turn(networkOf(c.var.clientAddress), next),
  )
}

/** Waits until the body is there: a turn taken before that could be held by a client that withholds its body. */
export const bodyFirst: MiddlewareHandler = async (c, next) => {
  await c.req.arrayBuffer()
  await next()
}
