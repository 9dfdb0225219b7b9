import { median, oneByOne } from './lists.ts'
import type { Contender, Sample } from './load.ts'
import type { Bench } from './world.ts'

export type Comparison = {
  title: string
  /** Whether the ratio is that of the CPU time per answer, and not of the answers a second. */
  byCpu?: boolean
  /** What the ratio has to be at least. */
  goal?: number
  /** How many times the limit's p99 ours may be. */
  mostP99?: number
  limitIs: string
  ours: Contender
  limit: Contender
}
export type Result = Awaited<ReturnType<typeof compare>>

/** In rounds: V8 compiles what it finds to be hot for some seconds, and the shop is the larger program. */
const warmUp = { ours: 3, limit: 1 }

/** Measures both sides in turn, after some rounds to warm up; answers medians, and of the rounds' ratios too. */
export async function compare({ ours, limit, ...row }: Comparison, { rounds, seconds }: Bench) {
  await ours(seconds * warmUp.ours)
  await limit(seconds * warmUp.limit)
  const pairs = await oneByOne(Array(rounds), async () => ({ ours: await ours(seconds), limit: await limit(seconds) }))
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
