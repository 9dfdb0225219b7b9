import { median } from './lists.ts'
import type { Contender, Sample } from './load.ts'
import { sign, type Row } from './table.ts'
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

/** In rounds: V8 compiles what it finds to be hot for some seconds, and the shop is the larger program. */
const warmUp = { ours: 3, limit: 1 }

/** Measures both sides in turn, after some rounds to warm up; answers medians, and of the rounds' ratios too. */
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
    // Of pgbench there is none.
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
  // pgbench tells no more.
  return Number.isNaN(cpu)
    ? answers
    : `${cpu.toFixed(cpu < 100 ? 1 : 0)} µs CPU, ${answers}, p50 ${p50} ms, p99 ${p99} ms`
}
