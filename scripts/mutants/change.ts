import { child, type Node } from './tree.ts'

/**
 * A change of one node. `replace` puts another expression in its place, `remove` omits a statement, and `empty` returns
 * from a block before its first statement.
 */
export type Change = {
  how: 'replace' | 'remove' | 'empty'
  node: Node
  kind: string
  text: string
  /** The position to report, if not the node's start. */
  at?: number
}

/** Where a mutator looks: the source text, and the enclosing nodes, the nearest last. */
export type Place = { source: string; above: readonly Node[] }
export type Mutator = (node: Node, place: Place) => Change[]

export const replace = (node: Node, kind: string, ...texts: string[]): Change[] =>
  texts.map((text) => ({ how: 'replace', node, kind, text }))
export const textOf = ({ source }: Place, node: Node | undefined): string =>
  node ? source.slice(node.start, node.end) : ''

/** A link of `a?.b().c()` cannot be replaced alone, or the chain would go on after an undefined: the whole chain is replaced. */
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
