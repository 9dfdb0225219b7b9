import { createMiddleware } from 'hono/factory'
import { networkOf } from '#platform/http/client-address.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'

type Env = { Variables: { clientAddress: string } }

/** How old a signature the provider's library accepts, in seconds. */
const mostSeconds = 300

/**
 * Refuses an event whose signature is missing or too old before reading a byte of the body, as anybody may send one.
 * Checking the signature itself takes the whole body.
 */
export const freshlySigned = (clock: Clock) =>
  createMiddleware<Env>(async (c, next) => {
    const [, signedAt] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(c.req.header('stripe-signature') ?? '') ?? []
    const age = clock.now().getTime() / 1000 - Number(signedAt)
    // mutant(logic → !(age <= mostSeconds)): without a date the age is NaN
    if (signedAt === undefined || age > mostSeconds + 1)
      throw new Failure('bad-request', 'The webhook is not signed by the payment provider, or is too old.')
    await next()
  })

/** How many bodies may be arriving at once: each is kept until its last byte has come, up to 256 KB. */
export const mostBodies = { ofNetwork: 50, together: 500 }

/** Reads bodies, only so many at once. Any more are refused: the provider sends them again. */
export function createBodies({ ofNetwork, together }: typeof mostBodies) {
  const reading = new Map<string, number>()
  let all = 0
  const count = (network: string, by: 1 | -1) => {
    const now = (reading.get(network) ?? 0) + by
    if (now > 0) reading.set(network, now)
    else reading.delete(network)
    all += by
  }
  /** @throws Failure 'unavailable' when too many are arriving. */
  return async (clientAddress: string, request: { arrayBuffer: () => Promise<ArrayBuffer> }): Promise<Buffer> => {
    const network = networkOf(clientAddress)
    if (all >= together || (reading.get(network) ?? 0) >= ofNetwork)
      throw new Failure('unavailable', 'Too many events are on their way. Send this one again.', {
        extra: { retryAfter: 30 },
      })
    count(network, 1)
    try {
      return Buffer.from(await request.arrayBuffer())
    } finally {
      count(network, -1)
    }
  }
}
