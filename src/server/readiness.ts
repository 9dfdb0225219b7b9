import type { RequestListener } from 'node:http'
import { problem } from '#platform/http/problem.ts'
import { within } from '#shared/within.ts'

/** How long the database may take to answer a ping, and how long the answer is reused; in milliseconds. */
const patience = 1000

/**
 * Whether the process may be given traffic: not while its database is silent, nor once it is to stop. However many ask, the
 * database is pinged at most once a second, and not again before it has answered.
 * @param ping resolves when the database answers.
 */
export function createReadiness(ping: () => Promise<unknown>) {
  let isDraining = false
  let known = { at: -Infinity, isThere: false }
  let asking: Promise<boolean> | undefined

  async function ask(): Promise<boolean> {
    const isThere = await ping().then(
      () => true,
      () => false,
    )
    known = { at: performance.now(), isThere }
    asking = undefined
    return isThere
  }
  return {
    /** From now on reports that it is not ready, although it answers requests that still arrive. */
    drain: () => void (isDraining = true),
    async isReady(): Promise<boolean> {
      const isFresh = performance.now() - known.at < patience
      const isThere = isFresh ? known.isThere : await within(patience, (asking ??= ask()))
      return isThere === true && !isDraining
    },
  }
}

/** GET /livez: the process is running. */
export const alive = (): Response => Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } })

/** The response of GET /readyz when no traffic should be sent, and of every address until the shop is open. */
export const notReady = (): Response =>
  problem(503, 'The shop cannot take requests at the moment. Try again in a moment.', { retryAfter: 1 })

/** Answers while the shop opens, which includes the migrations of its database. */
export const whileOpening: RequestListener = (request, response) => {
  const answer = request.url === '/livez' ? alive() : notReady()
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  response.statusCode = answer.status
  void answer.text().then((text) => response.end(text))
}
