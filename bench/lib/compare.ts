import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { once } from 'node:events'
import { alone, type MeasuredServer } from './server.ts'
import { wrk, type Call } from './wrk.ts'

/** What one round found: times in milliseconds, CPU time in microseconds; the database's own benchmark tells only how many. */
export type Sample = { perSecond: number; cpuPerAnswer?: number; p50?: number; p99?: number }
/** One side of a comparison, measured for some seconds. */
export type Contender = (seconds: number) => Promise<Sample>
export type Effort = { rounds: number; seconds: number }
/** Makes the calls new each round, since access tokens end. */
export type Calls = () => Promise<Call[]>

export type Comparison = {
  title: string
  /** By what the ratio is, and what it has to be at least. */
  by: 'cpu' | 'throughput'
  goal: number | undefined
  /** How many times the limit's p99 ours may be. */
  mostP99?: number
  limitIs: string
  ours: Contender
  limit: Contender
}
export type Result = Omit<Comparison, 'ours' | 'limit'> & {
  ours: Sample
  limit: Sample
  ratio: number
  ratioOfP99: number
}

export const clients = 8
/** Seconds at the start of each round that are not counted: a server does what it put off while it was stopped. */
export const uncountedSeconds = 1
/** In rounds: V8 compiles what it finds to be hot for some seconds, and the shop is the larger program. */
const warmUp = { ours: 3, limit: 1 }

/** Measures both sides in turn, after some rounds to warm up; answers medians, and of the rounds' ratios too. */
export async function compare(
  { ours, limit, ...comparison }: Comparison,
  { rounds, seconds }: Effort,
): Promise<Result> {
  await ours(seconds * warmUp.ours)
  await limit(seconds * warmUp.limit)
  const pairs: { ours: Sample; limit: Sample }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(seconds), limit: await limit(seconds) })
  const medianOf = (read: (pair: (typeof pairs)[number]) => number | undefined) =>
    median(pairs.map((pair) => read(pair) ?? Number.NaN))
  const middle = (side: 'ours' | 'limit'): Sample => ({
    perSecond: medianOf((pair) => pair[side].perSecond),
    cpuPerAnswer: medianOf((pair) => pair[side].cpuPerAnswer),
    p50: medianOf((pair) => pair[side].p50),
    p99: medianOf((pair) => pair[side].p99),
  })
  const result = {
    ...comparison,
    ours: middle('ours'),
    limit: middle('limit'),
    ratio: medianOf(({ ours: one, limit: other }) =>
      comparison.by === 'cpu'
        ? (other.cpuPerAnswer ?? Number.NaN) / (one.cpuPerAnswer ?? Number.NaN)
        : one.perSecond / other.perSecond,
    ),
    ratioOfP99: medianOf(({ ours: one, limit: other }) => (one.p99 ?? Number.NaN) / (other.p99 ?? Number.NaN)),
  }
  console.log(`  ${result.title}: ${result.ratio.toFixed(2)}, p99 ${result.ratioOfP99.toFixed(2)}`)
  return result
}

/** A server under a closed loop, alone on its core, with the CPU time that it says it used. */
export function serving(server: MeasuredServer, calls: Calls): Contender {
  return async (seconds) => {
    const requests = await calls()
    return alone(server, async () => {
      await wrk(server.port, requests, clients, uncountedSeconds)
      const before = await server.usage()
      const { answers, seconds: took, p50, p99 } = await wrk(server.port, requests, clients, seconds)
      const { cpuMs } = await server.usage()
      return { perSecond: answers / took, cpuPerAnswer: ((cpuMs - before.cpuMs) * 1000) / answers, p50, p99 }
    })
  }
}

/** A bare server that sends what `server` answers to the first of the calls, byte for byte, learnt before each round. */
export function sendingSameBytes(bare: MeasuredServer, server: MeasuredServer, calls: Calls): Contender {
  return async (seconds) => {
    const [first] = await calls()
    if (first) await bare.ask(await answerOf(server.port, first))
    return serving(bare, calls)(seconds)
  }
}

async function answerOf(port: number, { path, body, ...options }: Call) {
  const asked = request({ port, host: '127.0.0.1', path, ...options }).end(body)
  const [answer] = await once(asked, 'response')
  const { statusCode: status, rawHeaders } = answer
  const headers: string[] = rawHeaders.flatMap((name: string, n: number) =>
    // Node adds these by itself.
    n % 2 || /^(date|connection|keep-alive|transfer-encoding)$/i.test(name) ? [] : [name, rawHeaders[n + 1]],
  )
  return { status, headers, body: (await buffer(answer)).toString('base64') }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
