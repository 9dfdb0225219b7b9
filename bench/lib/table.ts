import { readFileSync, writeFileSync } from 'node:fs'
import type { Result } from './compare.ts'
import type { Figure } from './figures.ts'
import type { Sample } from './load.ts'

/** The comparisons as a Markdown table. */
export function comparisonTable(results: readonly Result[]): string {
  return table(
    ['What', 'Ours', 'Against', 'By', 'Ratio', 'p99, times theirs'],
    results.map(({ title, ours, limitIs, limit, byCpu, ratio, goal, ratioOfP99, mostP99 }) => [
      title,
      describe(ours),
      `${limitIs}: ${describe(limit)}`,
      byCpu ? 'CPU per answer' : 'answers a second',
      ratio.toFixed(2) + (goal === undefined ? '' : ` ≥ ${goal} ${sign(ratio >= goal)}`),
      Number.isNaN(ratioOfP99)
        ? '—'
        : ratioOfP99.toFixed(2) + (mostP99 === undefined ? '' : ` ≤ ${mostP99} ${sign(ratioOfP99 <= mostP99)}`),
    ]),
  )
}

/** The figures as a Markdown table. */
export function figureTable(figures: readonly Figure[]): string {
  return table(
    ['What', 'Found', 'Goal'],
    figures.map(({ title, value, unit, most, note }) => [
      title,
      `${value.toFixed(unit === 'times' ? 1 : 0)} ${unit}${note ? ` (${note})` : ''}`,
      `≤ ${most} ${sign(value <= most)}`,
    ]),
  )
}

export const sign = (met: boolean): string => (met ? '✓' : '✗')

/** A Markdown table. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function describe({ perSecond, cpuPerAnswer, p50, p99 }: Sample): string {
  const answers = `${Math.round(perSecond).toLocaleString('en')}/s`
  // pgbench tells no more.
  if (Number.isNaN(cpuPerAnswer)) return answers
  const cpu = cpuPerAnswer.toFixed(cpuPerAnswer < 100 ? 1 : 0)
  return `${cpu} µs CPU, ${answers}, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
}

/** Shows `text`, and puts it between the markers of that name in the benchmark's README. @throws when they are not there. */
export function publish(name: string, text: string): void {
  console.log(`\n${text}`)
  const file = new URL('../README.md', import.meta.url)
  const place = new RegExp(`(?<=<!-- ${name} -->\n)[^]*(?=<!-- /${name} -->)`)
  const readme = readFileSync(file, 'utf8')
  if (!place.test(readme)) throw new Error(`${file.pathname} has no place for ${name}`)
  writeFileSync(
    file,
    readme.replace(place, () => `\n${text}\n\n`),
  )
}
