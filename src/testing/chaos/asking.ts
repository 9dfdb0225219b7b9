import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from './report.ts'

type Parts = {
  origins: readonly string[]
  /** Whether there is a proxy in front that answers for a process that does not respond. */
  isProxied: boolean
  report: Pick<Report, 'answers' | 'longestMs' | 'wrong'>
  /** Whether some process may consider a valid token expired. */
  isClockOff: () => boolean
  /** Longest time an answer may take, in milliseconds. */
  answersWithin: number
  over: AbortSignal
}

export type Asking = ReturnType<typeof createAsking>
export type Ask = Asking['ask']

/** After this many tries a client moves on to something else. */
const mostTries = 10

/** Sends the clients' requests to the shop and records its answers. */
export function createAsking({ origins, isProxied, report, isClockOff, answersWithin, over }: Parts) {
  /** @returns the status, 0 if the shop did not answer, and the body. */
  async function request(attempt: number, path: string, init: RequestInit): Promise<{ status: number; text: string }> {
    const from = performance.now()
    const signal = AbortSignal.timeout(answersWithin)
    const answer = await fetch(`${origins[attempt % origins.length]}${path}`, { ...init, signal }).catch(
      () => undefined,
    )
    const text = await answer?.text().catch(() => undefined)
    const took = Math.round(performance.now() - from)
    // A killed or halted process does not answer, and a proxy's error page in its place is not an answer of the shop either.
    const isNone = answer === undefined || text === undefined || (isProxied && [502, 504].includes(answer.status))
    const status = isNone ? 0 : answer.status
    report.answers[status] = (report.answers[status] ?? 0) + 1
    report.longestMs = Math.max(report.longestMs, took)
    const isForgotten = status === 401 && !isClockOff()
    if (signal.aborted || isForgotten || (status >= 500 && status !== 503))
      report.wrong.push(`${init.method} ${path}: ${status} after ${took} ms: ${text?.slice(0, 200)}`)
    return { status, text: text ?? '' }
  }

  return {
    /** Asks one of the processes and, while there is no answer or a 503, the other: with a key, so that nothing is done twice. */
    async ask(method: string, path: string, headers: Record<string, string>, body?: object): Promise<unknown> {
      const key = body && { 'idempotency-key': randomUUID() }
      const init = { method, headers: { ...headers, ...key }, ...(body && { body: JSON.stringify(body) }) }
      const first = Math.random() < 0.5 ? 0 : 1
      for (let n = 0; n < mostTries; n += 1) {
        const { status, text } = await request(first + n, path, init)
        if (status > 0 && status !== 503) return status < 300 ? jsonIn(text) : undefined
        if (over.aborted) break
        await sleep(100 + n * 100)
      }
      return undefined
    },

    /** Hands a webhook to one of the processes. @returns its status. */
    async send(body: string, signature: string): Promise<number> {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const attempt = Math.random() < 0.5 ? 0 : 1
      return (await request(attempt, '/api/payment/webhook', { method: 'POST', headers, body })).status
    },
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
