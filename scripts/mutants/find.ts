import { createHash } from 'node:crypto'
import { parseSync } from 'vite'
import type { Change } from './change.ts'
import { changesAt, isOutside } from './mutators.ts'
import { child, children, nameOf, type Node } from './tree.ts'

/** One small wrong change to a file. */
export type Mutant = {
  /** Stays the same between runs for the same change to the same function: `file#function#hash`. */
  key: string
  file: string
  line: number
  start: number
  end: number
  how: Change['how']
  /** The replacement text. */
  text: string
  /** For people: the old code and the new. */
  label: string
  /** Why it is not tried, if a comment says so. */
  ignored?: string
}

/**
 * All mutants of a file. A comment `// mutant: <reason>` says that the mutants of the next line (or, behind code, of its
 * own line) change nothing observable; `// mutant(<label>, …): <reason>` says so for those whose labels start with <label>,
 * and `<label> → <text>` for those whose labels also end with <text>.
 */
export function findMutants(file: string, source: string): Mutant[] {
  const { program, comments, errors } = parseSync(file, source, { lang: 'ts', astType: 'ts' })
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const root = program as unknown as Node
  const lineOf = lines(source)
  const ignored = ignoredLines(source, comments, lineOf)
  const found: Mutant[] = []
  const seen = new Map<string, number>()

  function visit(node: Node, above: Node[]): void {
    if (isOutside(node)) return
    for (const change of changesAt(node, { source, above })) {
      if (!isInPattern(change.node, above)) found.push(asMutant(change, above))
    }
    for (const each of children(node)) visit(each, [...above, node])
  }

  function asMutant({ how, node, kind, text, at = node.start }: Change, above: Node[]): Mutant {
    const scope = above.findLast((each) => scopeName(each)) ?? root
    const body = source.slice(scope.start, scope.end)
    const name = `${file}#${scopeName(scope) ?? ''}#`
    const place = [name, body, node.start - scope.start, kind, text].join('\0')
    const nth = seen.get(place) ?? 0
    seen.set(place, nth + 1)
    const line = lineOf(at)
    const was = how === 'empty' ? '' : ` ${short(source.slice(node.start, node.end))} →`
    const became = how === 'replace' ? short(text) : how
    const label = kind.startsWith('sql')
      ? kind + sqlChange(source.slice(node.start, node.end), text)
      : `${kind}:${was} ${became}`
    const reason = ignored.find(
      (each) => each.line === line && each.names.some((named) => isNamed(named, label)),
    )?.reason
    return {
      key: name + createHash('sha256').update(`${place}\0${nth}`).digest('base64url').slice(0, 12),
      file,
      line,
      start: node.start,
      end: node.end,
      how,
      text,
      label,
      ...(reason ? { ignored: reason } : {}),
    }
  }

  visit(root, [])
  return found
}

/** Compares the start of the label, and its end if that is named too. */
function isNamed(named: string, label: string): boolean {
  const [start = '', became] = named.split(' → ')
  return label.startsWith(start) && (became === undefined || label.endsWith(became))
}

/** The name of the function that a node defines, if any. */
function scopeName(node: Node): string | undefined {
  if (node.type === 'FunctionDeclaration') return nameOf(child(node, 'id'))
  const value = child(node, 'value') ?? child(node, 'init')
  const holdsFunction = value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression'
  return holdsFunction ? (nameOf(child(node, 'key')) ?? nameOf(child(node, 'id'))) : undefined
}

/** The left side of an assignment, and a name being bound, are not values. */
function isInPattern(node: Node, above: readonly Node[]): boolean {
  const parents = [...above, node]
  return parents.some((each, n) => {
    const parent = parents[n - 1]
    if (each.type === 'ObjectPattern' || each.type === 'ArrayPattern') return n === parents.length - 1
    return parent?.type === 'AssignmentExpression' && child(parent, 'left') === each
  })
}

function sqlChange(was: string, became: string): string {
  let start = 0
  while (was[start] === became[start]) start += 1
  let end = 0
  while (was.at(-1 - end) === became.at(-1 - end) && end < became.length - start) end += 1
  return ` ${became.slice(start, became.length - end)}`
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 40)} … ${line.slice(-16)}` : line
}

function lines(source: string): (at: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (at) => starts.findLastIndex((start) => start <= at) + 1
}

type Comment = { value: string; start: number; end: number }

function ignoredLines(source: string, comments: Comment[], lineOf: (at: number) => number) {
  return comments.flatMap(({ value, start }) => {
    const [, names = '', reason] = /^\s*mutant(?:\((.+?)\))?:\s(.+)$/.exec(value) ?? []
    if (!reason) return []
    const line = lineOf(start)
    const before = source.slice(source.lastIndexOf('\n', start) + 1, start)
    return [{ line: before.trim() === '' ? line + 1 : line, names: names.split(/,\s*/), reason }]
  })
}
