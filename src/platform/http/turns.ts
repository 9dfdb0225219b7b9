import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Failure } from '#shared/errors.ts'
import { networkOf } from './client-address.ts'

export type Turns = ReturnType<typeof createTurns>

type Line = { running: number; waiting: (() => void)[] }

/**
 * Work by whom it is for: at most `atOnce` pieces for each at the same time, and more wait for their turn. Whoever asks for
 * a thousand pages waits for their own, and everybody else for two of them at the most.
 * @param mostWaiting beyond that many a key is refused, with Failure 'too-many' and `refusal`.
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
      // Much ends without ever waiting for anything: between two pieces of it the process looks at everybody else.
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

/** The same by the network that a call comes from; one piece of work of each at a time. */
export function oneForANetwork(mostWaiting: number, refusal: string) {
  const turn = createTurns(1, mostWaiting, refusal)
  return createMiddleware<{ Variables: { clientAddress: string } }>((c, next) =>
    turn(networkOf(c.var.clientAddress), next),
  )
}

/** Goes on when the body is there: a turn that was taken before would be kept by whoever keeps back a body. */
export const bodyFirst: MiddlewareHandler = async (c, next) => {
  await c.req.arrayBuffer()
  await next()
}
