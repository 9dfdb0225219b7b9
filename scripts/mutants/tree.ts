/** A node of the ESTree that Vite's parser builds from a TypeScript file; every node knows its position in the text. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The child of that name, if there is one. */
export function child(node: Node, key: string): Node | undefined {
  const value = node[key]
  return isNode(value) ? value : undefined
}

/** The children of that name, without holes and anything else that is not a node. */
export function list(node: Node, key: string): Node[] {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** All direct child nodes, in tree order. */
export function children(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

/** The expression without parentheses and type assertions around it. */
export function bare(node: Node): Node {
  const wraps = ['ParenthesizedExpression', 'TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']
  const inner = wraps.includes(node.type) ? child(node, 'expression') : undefined
  return inner ? bare(inner) : node
}

export const nameOf = (node: Node | undefined): string | undefined =>
  typeof node?.['name'] === 'string' ? node['name'] : undefined

/** The name of the method that a call calls: `where` in `query.where(…)`. */
export function methodOf(call: Node): string | undefined {
  const callee = child(call, 'callee')
  return callee?.type === 'MemberExpression' && !callee['computed'] ? nameOf(child(callee, 'property')) : undefined
}
