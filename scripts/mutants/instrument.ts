import type { Mutant } from './find.ts'

/** A mutant with the number that switches it on. */
export type Numbered = Mutant & { id: number }
type Range = { start: number; end: number; mutants: Numbered[]; inside: Range[] }

/**
 * The source with all its mutants inside, each behind a check whether it is the active one: so a module is loaded once for
 * all of them, and a test of the next mutant starts at once. Line numbers stay the same.
 */
export function instrument(source: string, mutants: Numbered[]): string {
  return render(source, { start: 0, end: source.length, mutants: [], inside: nest(mutants) })
}

/** Nests ranges: the text of an expression contains the mutants of its parts. */
function nest(mutants: Numbered[]): Range[] {
  const byRange = new Map<string, Range>()
  for (const mutant of mutants) {
    const { start, end, how } = mutant
    const key = `${start} ${end} ${how}`
    const range = byRange.get(key) ?? { start, end, mutants: [], inside: [] }
    range.mutants.push(mutant)
    byRange.set(key, range)
  }
  const outerFirst = [...byRange.values()].toSorted((a, b) => a.start - b.start || b.end - a.end || depth(a) - depth(b))
  const top: Range[] = []
  const open: Range[] = []
  for (const range of outerFirst) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= range.start) open.pop()
    ;(open.at(-1)?.inside ?? top).push(range)
    open.push(range)
  }
  return top
}

/** A statement and its expression may have the same range: the statement is the outer one. */
const depth = ({ mutants }: Range): number => (mutants[0]?.how === 'replace' ? 1 : 0)

function render(source: string, { start, end, mutants, inside }: Range): string {
  let text = ''
  let at = start
  for (const each of inside) {
    text += source.slice(at, each.start) + render(source, each)
    at = each.end
  }
  text += source.slice(at, end)
  return mutants.length === 0 ? text : guarded(text, mutants)
}

function guarded(text: string, mutants: Numbered[]): string {
  const [first] = mutants
  // In its own block, or a following `else` would belong to this `if`.
  if (first?.how === 'remove') return `{if(!$m(${first.id})){${text}}}`
  if (first?.how === 'empty') return `{if($m(${first.id}))return;${text.slice(1)}`
  return `(${mutants.map((mutant) => `$m(${mutant.id})?(${mutant.text}):`).join('')}${text})`
}
