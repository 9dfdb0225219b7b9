import { atRate, openLoopConnections } from './load.ts'
import { accounted, median, teachBytes, type Contender, type Sample } from './sample.ts'
import type { MeasuredServer } from './server.ts'

export type Comparison = {
  title: string
  goal: number | undefined
  /** By what the ratio is: CPU time per answer, answers a second, or p99 at half of the call's own limit rate. */
  by: 'cpu' | 'throughput' | 'p99'
  limitIs: string
  ours: Contender
  limit: Contender
}
export type Result = Omit<Comparison, 'ours' | 'limit'> & { ours: Sample; limit: Sample; ratio: number }
export type Effort = { rounds: number; seconds: number }

/** In rounds, what is not counted: V8 compiles what it finds to be hot for some seconds, and the shop is the larger program. */
const warmUp = { ours: 3, limit: 1 }

/** The slowest hundredth moves by a factor of two from one round to the next: its median needs more of them. */
const roundsOf = (by: Comparison['by'], rounds: number): number => (by === 'p99' ? 2 * rounds - 1 : rounds)

/** Measures both sides in turn, some rounds of each, after some to warm up; answers medians, and of the rounds' ratios too. */
export async function compare(
  { ours, limit, ...comparison }: Comparison,
  { rounds, seconds }: Effort,
): Promise<Result> {
  await ours(seconds * warmUp.ours)
  await limit(seconds * warmUp.limit)
  const pairs: { ours: Sample; limit: Sample }[] = []
  for (let round = 0; round < roundsOf(comparison.by, rounds); round++)
    pairs.push({ ours: await ours(seconds), limit: await limit(seconds) })
  return {
    ...comparison,
    ours: middle(pairs.map((pair) => pair.ours)),
    limit: middle(pairs.map((pair) => pair.limit)),
    ratio: median(pairs.map((pair) => ratioOf(comparison.by, pair.ours, pair.limit))),
  }
}

function ratioOf(by: Comparison['by'], ours: Sample, limit: Sample): number {
  if (by === 'throughput') return ours.perSecond / limit.perSecond
  if (by === 'p99') return (ours.p99 ?? Number.NaN) / (limit.p99 ?? Number.NaN)
  return (limit.cpuPerAnswer ?? Number.NaN) / (ours.cpuPerAnswer ?? Number.NaN)
}

function middle(samples: readonly Sample[]): Sample {
  const of = (read: (sample: Sample) => number | undefined) => {
    const values = samples.map(read).filter((value) => value !== undefined)
    return values.length ? median(values) : undefined
  }
  return {
    perSecond: of((sample) => sample.perSecond) ?? Number.NaN,
    cpuPerAnswer: of((sample) => sample.cpuPerAnswer),
    p50: of((sample) => sample.p50),
    p99: of((sample) => sample.p99),
    waited: of((sample) => sample.waited),
    collected: of((sample) => sample.collected),
  }
}

/** A server at a fixed rate, over as many connections as it needs. */
export function atFixedRate(server: MeasuredServer, requests: () => Promise<Buffer[]>, perSecond: number): Contender {
  return async (seconds) => {
    const target = { port: server.port, requests: await requests() }
    const load = await accounted(server, seconds, (duration) =>
      atRate(target, perSecond, openLoopConnections, duration),
    )
    const { answers, seconds: took, p50, p99, waitMs, gcMs } = load
    return { perSecond: answers / took, p50, p99, waited: waitMs / took, collected: gcMs / took }
  }
}

/** A bare server that sends the answer of `server` to each call, learnt before each round. */
export function bareAnswer(
  bare: MeasuredServer,
  server: MeasuredServer,
  requests: () => Promise<Buffer[]>,
  measured: Contender,
): Contender {
  return async (seconds) => {
    const [request] = await requests()
    if (request) await teachBytes(bare, server, request)
    return measured(seconds)
  }
}
