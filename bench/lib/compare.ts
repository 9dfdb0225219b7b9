import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Ready } from '../servers/bare.ts'
import type { Call } from './call.ts'
import { alone, type MeasuredServer } from './server.ts'
import { wrk } from './wrk.ts'

/** What a round found: times in milliseconds, CPU time in microseconds, and NaN for what it cannot tell. */
export type Sample = { perSecond: number; cpuPerAnswer: number; p50: number; p99: number }
/** One side of a comparison, measured for some seconds. */
export type Contender = (seconds: number) => Promise<Sample>
export type Effort = { rounds: number; seconds: number }
/** Makes the calls new each round, since access tokens end. */
export type Calls = () => Promise<Call[]>
export type Comparison = {
  title: string
  /** Whether the ratio is that of the CPU time per answer, and not of the answers a second. */
  byCpu?: boolean
  /** What the ratio has to be at least. */
  goal?: number | undefined
  /** How many times the limit's p99 ours may be. */
  mostP99?: number
  limitIs: string
  ours: Contender
  limit: Contender
}
export type Result = Awaited<ReturnType<typeof compare>>

export const clients = 8
/** Seconds at the start of each round that are not counted: a server does what it put off while it was stopped. */
export const uncountedSeconds = 1
/** In rounds: V8 compiles what it finds to be hot for some seconds, and the shop is the larger program. */
const warmUp = { ours: 3, limit: 1 }

/** Measures both sides in turn, after some rounds to warm up; answers medians, and of the rounds' ratios too. */
export async function compare({ ours, limit, ...row }: Comparison, { rounds, seconds }: Effort) {
  await ours(seconds * warmUp.ours)
  await limit(seconds * warmUp.limit)
  const pairs: { ours: Sample; limit: Sample }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(seconds), limit: await limit(seconds) })
  const inCpu = pairs.map((pair) => pair.limit.cpuPerAnswer / pair.ours.cpuPerAnswer)
  const inAnswers = pairs.map((pair) => pair.ours.perSecond / pair.limit.perSecond)
  const result = {
    ...row,
    ours: middleOf(pairs.map((pair) => pair.ours)),
    limit: middleOf(pairs.map((pair) => pair.limit)),
    ratio: median(row.byCpu ? inCpu : inAnswers),
    ratioOfP99: median(pairs.map((pair) => pair.ours.p99 / pair.limit.p99)),
  }
  console.log(`  ${result.title}: ${result.ratio.toFixed(2)}, p99 ${result.ratioOfP99.toFixed(2)}`)
  return result
}

const middleOf = (samples: readonly Sample[]): Sample => ({
  perSecond: median(samples.map(({ perSecond }) => perSecond)),
  cpuPerAnswer: median(samples.map(({ cpuPerAnswer }) => cpuPerAnswer)),
  p50: median(samples.map(({ p50 }) => p50)),
  p99: median(samples.map(({ p99 }) => p99)),
})

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [before, after] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return ((before ?? Number.NaN) + (after ?? Number.NaN)) / 2
}

/** A server under a closed loop, alone on its core, with the CPU time that it says it used. */
export function serving(server: MeasuredServer, calls: Calls): Contender {
  return async (seconds) => {
    const requests = await calls()
    return alone(server, async () => {
      await wrk(server, requests, clients, uncountedSeconds)
      const before = await server.usage()
      const { answers, seconds: took, p50, p99 } = await wrk(server, requests, clients, seconds)
      const { cpuMs } = await server.usage()
      return { perSecond: answers / took, cpuPerAnswer: ((cpuMs - before.cpuMs) * 1000) / answers, p50, p99 }
    })
  }
}

/** A bare server that sends what `server` answers to the first of the calls, byte for byte, learnt before each round. */
export function sendingSameBytes(bare: MeasuredServer, server: MeasuredServer, calls: Calls): Contender {
  return async (seconds) => {
    const [first] = await calls()
    if (first) await bare.shallAnswer(await answerOf(server.port, first))
    return serving(bare, calls)(seconds)
  }
}

async function answerOf(port: number, { path, body, ...options }: Call): Promise<Ready> {
  const [answer] = await once(request({ host: '127.0.0.1', port, path, ...options }).end(body), 'response')
  const headers: string[] = answer.rawHeaders.flatMap((name: string, n: number) =>
    // Node adds these by itself.
    n % 2 || /^(date|connection|keep-alive|transfer-encoding)$/i.test(name) ? [] : [name, answer.rawHeaders[n + 1]],
  )
  return { status: answer.statusCode, headers, body: await buffer(answer) }
}
