import { dirname } from 'node:path'
import type { Mutant } from './find.ts'
import type { Status } from './results.ts'

export type Outcome = { mutant: Mutant; status: Status }
type Score = { killed: number; counted: number; ignored: number; timeout: number }

/** The share of mutants that the tests must detect. */
export const goal = 0.9

/** The mutants that no test detected, then the score of each folder and the total. */
export function report(unsorted: Outcome[]): string {
  const outcomes = unsorted.toSorted(
    (a, b) => a.mutant.file.localeCompare(b.mutant.file) || a.mutant.start - b.mutant.start,
  )
  const folders = Map.groupBy(outcomes, ({ mutant }) => dirname(mutant.file))
  const open = outcomes
    .filter(({ status }) => status === 'survived' || status === 'unreached')
    .map(
      ({ mutant, status }) =>
        `${mutant.file}:${mutant.line}  ${status === 'unreached' ? '(no test) ' : ''}${mutant.label}`,
    )
  const rows = [...folders].map(([folder, those]) => row(folder, scoreOf(those)))
  return [...open, '', ...rows, row('All', scoreOf(outcomes))].join('\n')
}

export function scoreOf(outcomes: Outcome[]): Score {
  const count = (...statuses: Status[]) => outcomes.filter(({ status }) => statuses.includes(status)).length
  return {
    killed: count('killed', 'timeout'),
    counted: count('killed', 'timeout', 'survived', 'unreached'),
    ignored: count('ignored'),
    timeout: count('timeout'),
  }
}

function row(title: string, { killed, counted, ignored, timeout }: Score): string {
  const share = counted === 0 ? '  –  ' : `${((100 * killed) / counted).toFixed(1)} %`
  const notes = [timeout > 0 ? `${timeout} by timeout` : '', ignored > 0 ? `${ignored} explained` : '']
  const more = notes.filter(Boolean).join(', ')
  return `${share.padStart(7)}  ${killed} of ${counted}  ${title}${more ? ` (${more})` : ''}`
}
