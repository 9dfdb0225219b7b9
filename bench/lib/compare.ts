import { median } from './lists.ts'
import type { Contender, Sample } from './load.ts'
import { sign, type Row } from './table.ts'
import type { Bench } from './world.ts'

export type Comparison = {
  title: string
  /** Whether the ratio compares CPU time per answer instead of answers per second. */
  byCpu?: boolean
  /** The lowest acceptable ratio. */
  goal?: number
  /** The highest acceptable ratio of our p99 to the limit's. */
  mostP99?: number
  limitIs: string
  ours: Contender
  limit: Contender
}

/** In rounds: V8 takes some seconds to compile hot code, and the shop is the larger program. */
const warmUp = { ours: 3, limit: 1 }

/** Measures both sides in turn after some warm-up rounds. @returns medians; each ratio is the median of the rounds' ratios. */
export async function compare(row: Comparison, { rounds, seconds }: Bench): Promise<Row> {
  const { title, byCpu, goal, mostP99, limitIs } = row
  await row.ours(seconds * warmUp.ours)
  await row.limit(seconds * warmUp.limit)
  const pairs = await Array.fromAsync(
    Array(rounds),
    async () => [await row.ours(seconds), await row.limit(seconds)] as const,
  )
  const inCpu = pairs.map(([ours, limit]) => limit.cpuPerAnswer / ours.cpuPerAnswer)
  const inAnswers = pairs.map(([ours, limit]) => ours.perSecond / limit.perSecond)
  const ratio = median(byCpu ? inCpu : inAnswers)
  const ratioOfP99 = median(pairs.map(([ours, limit]) => ours.p99 / limit.p99))
  console.log(`  ${title}: ${ratio.toFixed(2)}, p99 ${ratioOfP99.toFixed(2)}`)
  return [
    title,
    describe(pairs.map(([ours]) => ours)),
    `${limitIs}: ${describe(pairs.map(([, limit]) => limit))}`,
    byCpu ? 'CPU per answer' : 'answers a second',
    ratio.toFixed(2) + (goal ? ` ≥ ${goal} ${sign(ratio >= goal)}` : ''),
    // pgbench reports no p99.
    Number.isNaN(ratioOfP99)
      ? '—'
      : ratioOfP99.toFixed(2) + (mostP99 ? ` ≤ ${mostP99} ${sign(ratioOfP99 <= mostP99)}` : ''),
  ]
}

/** The medians of some rounds. */
function describe(samples: readonly Sample[]): string {
  const middle = (figure: keyof Sample) => median(samples.map((sample) => sample[figure]))
  const [cpu, p50, p99] = [middle('cpuPerAnswer'), middle('p50').toFixed(2), middle('p99').toFixed(2)]
  const answers = `${Math.round(middle('perSecond')).toLocaleString('en')}/s`
  // pgbench reports nothing else.
  return Number.isNaN(cpu)
    ? answers
    : `${cpu.toFixed(cpu < 100 ? 1 : 0)} µs CPU, ${answers}, p50 ${p50} ms, p99 ${p99} ms`
}
