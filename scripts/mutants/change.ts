import { child, type Node } from './tree.ts'

/**
 * A change of one node. `replace` puts another expression in its place, `remove` leaves a statement out, and `empty` leaves
 * a block before its first statement.
 */
export type Change = {
  how: 'replace' | 'remove' | 'empty'
  node: Node
  kind: string
  text: string
  /** Where it is said to be, when not at the node's beginning. */
  at?: number
}

/** What stands where a mutant is looked for: its text, and the nodes it is in, the nearest last. */
export type Place = { source: string; above: readonly Node[] }
export type Mutator = (node: Node, place: Place) => Change[]

export const replace = (node: Node, kind: string, ...texts: string[]): Change[] =>
  texts.map((text) => ({ how: 'replace', node, kind, text }))
export const textOf = ({ source }: Place, node: Node | undefined): string =>
  node ? source.slice(node.start, node.end) : ''

/** A link of `a?.b().c()` cannot be replaced by itself, or the chain would go on after an undefined: the whole is. */
export function inChain(node: Node, place: Place, kind: string, text: string): Change[] {
  const callee = child(node, 'callee')
  const at = (callee && child(callee, 'property')?.start) ?? node.start
  return linkChanges(node, place, kind, text).map((change) => ({ ...change, at }))
}

function linkChanges(node: Node, place: Place, kind: string, text: string): Change[] {
  let link = node
  for (const parent of place.above.toReversed()) {
    if (parent.type === 'ChainExpression' && link !== node) {
      const before = place.source.slice(parent.start, node.start)
      const after = place.source.slice(node.end, parent.end)
      const isOptional = child(node, 'callee')?.['optional'] === true && !text.includes('?.')
      const joint = isOptional ? (after.startsWith('.') ? '?' : '?.') : ''
      return replace(parent, kind, before + text + joint + after)
    }
    if (child(parent, 'object') !== link && child(parent, 'callee') !== link) break
    link = parent
  }
  return replace(node, kind, text)
}
