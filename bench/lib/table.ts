import { readFileSync, writeFileSync } from 'node:fs'
import type { Result, Sample } from './compare.ts'
import type { Figure } from './figures.ts'

/** The comparisons as a Markdown table. */
export function comparisonTable(results: readonly Result[]): string {
  return table(
    ['What', 'Ours', 'Against', 'By', 'Ratio', 'p99, times theirs'],
    results.map(({ title, ours, limitIs, limit, by, ratio, goal, ratioOfP99, mostP99 }) => [
      title,
      describe(ours),
      `${limitIs}: ${describe(limit)}`,
      by === 'cpu' ? 'CPU per answer' : 'answers a second',
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

const sign = (met: boolean): string => (met ? '✓' : '✗')

/** A Markdown table. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function describe({ perSecond, cpuPerAnswer = Number.NaN, p50 = Number.NaN, p99 = Number.NaN }: Sample): string {
  const cpu = Number.isNaN(cpuPerAnswer) ? '' : `${cpuPerAnswer.toFixed(cpuPerAnswer < 100 ? 1 : 0)} µs CPU, `
  const times = Number.isNaN(p99) ? '' : `, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
  return `${cpu}${Math.round(perSecond).toLocaleString('en')}/s${times}`
}

/** Puts `text` between the markers of that name in the benchmark's README. @throws when they are not there. */
export function writeIntoReadme(name: string, text: string): void {
  const file = new URL('../README.md', import.meta.url)
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const before = readFileSync(file, 'utf8')
  const [start, end] = [before.indexOf(from), before.indexOf(to)]
  if (start === -1 || end === -1) throw new Error(`${file.pathname} has no place for ${name}`)
  writeFileSync(file, `${before.slice(0, start + from.length)}\n\n${text}\n\n${before.slice(end)}`)
}
