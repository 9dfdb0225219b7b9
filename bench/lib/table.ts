import { readFileSync, writeFileSync } from 'node:fs'

/** The cells of one table row. */
export type Row = string[]

export const comparisonHead: Row = ['What', 'Ours', 'Against', 'By', 'Ratio', 'p99, times theirs']
export const figureHead: Row = ['What', 'Found', 'Goal']

/** A measured value with the highest acceptable one. */
export function figure(title: string, value: number, unit: 'MB' | 'ms' | 'times', most: number, note?: string): Row {
  const found = `${value.toFixed(unit === 'times' ? 1 : 0)} ${unit}`
  return [title, note ? `${found} (${note})` : found, `≤ ${most} ${sign(value <= most)}`]
}

export const sign = (met: boolean): string => (met ? '✓' : '✗')

/** A Markdown table. */
export function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Prints `text`, and puts it between the markers of that name in the benchmark's README. @throws when they are missing. */
export function publish(name: string, text: string): void {
  console.log(`\n${text}`)
  const file = new URL('../README.md', import.meta.url)
  const place = new RegExp(`(?<=<!-- ${name} -->\n)[^]*(?=<!-- /${name} -->)`)
  const readme = readFileSync(file, 'utf8')
  if (!place.test(readme)) throw new Error(`${file.pathname} has no markers for ${name}`)
  const filled = readme.replace(place, () => `\n${text}\n\n`)
  writeFileSync(file, filled)
}
