import { readFileSync, writeFileSync } from 'node:fs'
import type { Result } from './compare.ts'
import type { Figure } from './figures.ts'
import type { Sample } from './sample.ts'

const measures = { cpu: 'CPU per answer', throughput: 'answers a second', p99: 'p99' }

/** The comparisons as a Markdown table. */
export function comparisonTable(results: readonly Result[]): string {
  return table(
    ['What', 'Ours', 'Limit', 'Measure', 'Ratio', 'Goal'],
    results.map((result) => [
      result.title,
      describe(result.ours),
      `${result.limitIs}: ${describe(result.limit)}`,
      measures[result.by],
      result.ratio.toFixed(2),
      verdict(result.ratio, result.goal, result.by === 'p99' ? 'most' : 'least'),
    ]),
  )
}

/** The figures as a Markdown table. */
export function figureTable(figures: readonly Figure[]): string {
  return table(
    ['What', 'Found', 'Goal'],
    figures.map(({ title, value, unit, most, note }) => [
      title,
      `${value.toFixed(unit === 'MB' ? 0 : 1)} ${unit}${note ? ` (${note})` : ''}`,
      verdict(value, most, 'most'),
    ]),
  )
}

/** A Markdown table. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function describe({ perSecond, cpuPerAnswer, p50, p99, waited, collected }: Sample): string {
  return [
    cpuPerAnswer === undefined ? [] : `${cpuPerAnswer.toFixed(cpuPerAnswer < 100 ? 1 : 0)} µs CPU`,
    `${Math.round(perSecond).toLocaleString('en')}/s`,
    p50 === undefined || p99 === undefined ? [] : `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
    waited === undefined || collected === undefined
      ? []
      : `waited ${waited.toFixed(0)} ms/s, garbage ${collected.toFixed(1)} ms/s`,
  ]
    .flat()
    .join(', ')
}

function verdict(value: number, goal: number | undefined, bound: 'least' | 'most'): string {
  if (goal === undefined) return '—'
  const reached = bound === 'least' ? value >= goal : value <= goal
  return `${bound === 'least' ? '≥' : '≤'} ${goal} ${reached ? '✓' : '✗'}`
}

/** A share, for people. */
export const percent = (share = 0): string => `${(share * 100).toFixed(0)} %`

/** Puts `text` between the markers of that name in a Markdown file. @throws when they are not there. */
export function writeBetweenMarkers(file: URL, name: string, text: string): void {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const before = readFileSync(file, 'utf8')
  const [start, end] = [before.indexOf(from), before.indexOf(to)]
  if (start === -1 || end === -1) throw new Error(`${file.pathname} has no place for ${name}`)
  writeFileSync(file, `${before.slice(0, start + from.length)}\n\n${text}\n\n${before.slice(end)}`)
}
