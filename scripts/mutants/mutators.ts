import { inChain, replace, textOf, type Change, type Mutator } from './change.ts'
import { sqlMistakes } from './sql.ts'
import { bare, child, list, methodOf, nameOf, type Node } from './tree.ts'

const comparisons: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}
const arithmetic: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }

/** Drizzle functions and built-in methods, each with the one it may be confused with. */
const drizzle: Record<string, string> = {
  eq: 'ne',
  ne: 'eq',
  gt: 'gte',
  gte: 'gt',
  lt: 'lte',
  lte: 'lt',
  asc: 'desc',
  desc: 'asc',
  or: 'and',
  isNull: 'isNotNull',
  isNotNull: 'isNull',
  inArray: 'notInArray',
  exists: 'notExists',
}
const methods: Record<string, string> = {
  min: 'max',
  max: 'min',
  some: 'every',
  every: 'some',
  floor: 'ceil',
  ceil: 'floor',
}
/** Calls that can be dropped from a chain. */
const dispensable = new Set(
  (
    'where limit offset orderBy groupBy having onConflictDoNothing filter toSorted sort reverse toReversed slice trim ' +
    'toLowerCase toUpperCase normalize catch finally'
  ).split(' '),
)
const loggers = new Set(['log', 'console', 'logger'])

const isText = (node: Node | undefined): boolean =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node['value'] === 'string')

/** Whether an expression is true or false by its form. */
function decides(node: Node): boolean {
  const inner = bare(node)
  if (inner.type === 'UnaryExpression') return inner['operator'] === '!'
  if (inner.type === 'LogicalExpression') return inner['operator'] !== '??'
  return inner.type === 'BinaryExpression' && `${String(inner['operator'])}` in comparisons
}

/** Whether the node is the whole condition of an `if`, `?:`, loop or short function: it is replaced by true and by false. */
function isCondition(node: Node, above: readonly Node[]): boolean {
  const parent = above.at(-1)
  if (!parent) return false
  if (bare(parent) !== parent) return isCondition(parent, above.slice(0, -1))
  if (parent.type !== 'SwitchCase' && child(parent, 'test') === node) return true
  return parent.type === 'ArrowFunctionExpression' && child(parent, 'body') === node && decides(node)
}

/** Whether the node is a condition or part of one: leaving it out already covers negating it. */
function isPartOfCondition(node: Node, above: readonly Node[]): boolean {
  const parent = above.at(-1)
  if (isCondition(node, above)) return true
  if (!parent) return false
  const isPart = parent.type === 'LogicalExpression' && parent['operator'] !== '??'
  return isPart || (bare(parent) !== parent && isPartOfCondition(parent, above.slice(0, -1)))
}

const condition: Mutator = (node, { above }) => {
  if (!isCondition(node, above) || bare(node) !== node) return []
  const loop = ['WhileStatement', 'DoWhileStatement', 'ForStatement'].includes(above.at(-1)?.type ?? '')
  return loop ? replace(node, 'condition', 'false') : replace(node, 'condition', 'true', 'false')
}

const binary: Mutator = (node, place) => {
  if (node.type !== 'BinaryExpression') return []
  const operator = String(node['operator'])
  const [left, right] = [child(node, 'left'), child(node, 'right')]
  const other = (sign: string) => `${textOf(place, left)} ${sign} ${textOf(place, right)}`
  if (operator in comparisons) {
    const all = comparisons[operator] ?? []
    const signs = isPartOfCondition(node, place.above) ? all.slice(0, -1) : all
    return replace(node, 'comparison', ...signs.map(other))
  }
  const mistaken = arithmetic[operator]
  if (!mistaken || isText(left) || isText(right)) return []
  return replace(node, 'arithmetic', other(mistaken))
}

const logical: Mutator = (node, place) => {
  if (node.type !== 'LogicalExpression') return []
  return replace(node, 'logic', textOf(place, child(node, 'left')), textOf(place, child(node, 'right')))
}

const unary: Mutator = (node, place) => {
  if (node.type !== 'UnaryExpression' || !['!', '-'].includes(String(node['operator']))) return []
  if (isPartOfCondition(node, place.above)) return []
  return replace(node, 'negation', textOf(place, child(node, 'argument')))
}

const literal: Mutator = (node, { above }) => {
  const parent = above.at(-1)
  if (node.type !== 'Literal' || !parent) return []
  const { value } = node
  // A prepared statement's name, too, only distinguishes it from others.
  const isName = child(parent, 'key') === node || child(parent, 'callee') === node || methodOf(parent) === 'prepare'
  if (isName) return []
  if (typeof value === 'boolean') return replace(node, 'boolean', String(!value))
  if (typeof value === 'number') return replace(node, 'number', String(value + 1))
  // Words that programs read, never sentences; a condition on one is already replaced by true and false.
  if (typeof value !== 'string' || !/^[a-z][\w-]*$/.test(value)) return []
  const places = ['CallExpression', 'NewExpression', 'ArrayExpression', 'Property', 'ConditionalExpression']
  return places.includes(parent.type) ? replace(node, 'word', "'mutant'") : []
}

const collection: Mutator = (node, { above }) => {
  const parent = above.at(-1)
  if (node.type === 'ArrayExpression' && list(node, 'elements').length > 0) return replace(node, 'array', '[]')
  if (node.type !== 'ObjectExpression' || list(node, 'properties').length === 0) return []
  // An error's options only describe what happened.
  if (parent?.type === 'NewExpression') return []
  return replace(node, 'object', '{}')
}

/** Omits each value that an update sets, one at a time. */
const setValue: Mutator = (node, place) => {
  if (node.type !== 'ObjectExpression') return []
  const call = place.above.at(-1)
  if (call?.type !== 'CallExpression' || methodOf(call) !== 'set') return []
  const properties = list(node, 'properties')
  if (properties.length < 2) return []
  return properties.map((left) => {
    const text = `{${properties
      .filter((each) => each !== left)
      .map((each) => textOf(place, each))
      .join(', ')}}`
    return { how: 'replace', node, kind: `without ${textOf(place, left)}`, text }
  })
}

const call: Mutator = (node, place) => {
  if (node.type !== 'CallExpression' || isLogging(node)) return []
  const callee = child(node, 'callee')
  const args = list(node, 'arguments')
  const name = nameOf(callee) ?? ''
  const swapped = Object.hasOwn(drizzle, name) ? drizzle[name] : undefined
  if (callee && swapped) return replace(callee, `${name} →`, `$m.drizzle.${swapped}`)
  // `and` ignores undefined.
  if (name === 'and') {
    return args.flatMap((each) => {
      const several = each.type === 'SpreadElement' ? child(each, 'argument') : undefined
      return several ? replace(several, 'left out', '[]') : replace(each, 'left out', 'undefined')
    })
  }
  const method = methodOf(node)
  if (!callee || !method) return []
  const object = child(callee, 'object')
  if (object && dispensable.has(method)) return inChain(node, place, `without .${method}() →`, textOf(place, object))
  const other = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!other) return []
  const argsText = place.source.slice(callee.end, node.end)
  return inChain(node, place, `.${method} →`, `${textOf(place, object)}.${other}${argsText}`)
}

const sql: Mutator = (node, place) => {
  if (node.type !== 'TaggedTemplateExpression') return []
  const quasi = child(node, 'quasi')
  if (!quasi || nameOf(child(node, 'tag')) !== 'sql') return []
  const whole = textOf(place, node)
  return list(quasi, 'quasis').flatMap((piece) =>
    sqlMistakes(textOf(place, piece)).map(({ start, end, text }) => {
      const at = piece.start - node.start
      const kind = `sql "${around(textOf(place, piece), start, end)}" →`
      return { how: 'replace', node, kind, text: whole.slice(0, at + start) + text + whole.slice(at + end) }
    }),
  )
}

const around = (text: string, start: number, end: number): string =>
  text.slice(Math.max(0, start - 12), end + 12).replaceAll(/\s+/g, ' ')

const chain: Mutator = (node, place) => {
  if (node.type !== 'ChainExpression') return []
  const changes: Change[] = []
  const whole = textOf(place, node)
  for (let each = child(node, 'expression'); each; each = child(each, 'object') ?? child(each, 'callee')) {
    if (!each['optional']) continue
    const before = child(each, 'object') ?? child(each, 'callee')
    if (!before) continue
    const at = whole.indexOf('?.', before.end - node.start)
    const next = whole.slice(at + 2)
    const text = whole.slice(0, at) + (/^[[(]/.test(next) ? '' : '.') + next
    changes.push(...replace(node, 'optional chaining', text))
  }
  return changes
}

const loop: Mutator = (node) => {
  const right = child(node, 'right')
  return node.type === 'ForOfStatement' && right ? replace(right, 'loop', '[]') : []
}

const shortFunction: Mutator = (node) => {
  const body = child(node, 'body')
  if (node.type !== 'ArrowFunctionExpression' || !body || body.type === 'BlockStatement') return []
  const inner = bare(body)
  if (decides(body) || ['Identifier', 'Literal'].includes(inner.type) || isLogging(inner)) return []
  if (inner.type === 'UnaryExpression' && inner['operator'] === 'void') return []
  return replace(body, 'result', 'undefined')
}

const statement: Mutator = (node) => {
  if (node.type !== 'ExpressionStatement' || node['directive']) return []
  const expression = bare(child(node, 'expression') ?? node)
  const inner = expression.type === 'AwaitExpression' ? bare(child(expression, 'argument') ?? expression) : expression
  return isLogging(inner) ? [] : [{ how: 'remove', node, kind: 'statement', text: '' }]
}

const block: Mutator = (node, { above }) => {
  const parent = above.at(-1)
  if (node.type !== 'BlockStatement' || !parent || list(node, 'body').length === 0) return []
  const isBody = /Function/.test(parent.type) && above.at(-2)?.['kind'] !== 'constructor'
  // Removing the only statement already gives the same result.
  const [only, ...more] = list(node, 'body')
  const removedAlready = more.length === 0 && only?.type === 'ExpressionStatement'
  if (isBody) return removedAlready || onlyThrows(node) ? [] : [{ how: 'empty', node, kind: 'body', text: '{}' }]
  return []
}

const onlyThrows = (node: Node): boolean => list(node, 'body').every(({ type }) => type === 'ThrowStatement')

function isLogging(node: Node): boolean {
  const callee = child(node, 'callee')
  const object = callee && child(callee, 'object')
  return loggers.has(nameOf(callee) ?? '') || loggers.has(nameOf(object) ?? '')
}

const mutators: Mutator[] = [
  condition,
  binary,
  logical,
  unary,
  literal,
  collection,
  setValue,
  call,
  sql,
  chain,
  loop,
  shortFunction,
  statement,
  block,
]

/** Every small wrong change that can be made at one node. */
export const changesAt: Mutator = (node, place) => mutators.flatMap((mutator) => mutator(node, place))

/** Whether the code below a node is not behaviour: types, imports, and logging. */
export function isOutside(node: Node): boolean {
  const wraps = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']
  if (node.type.startsWith('TS') && !wraps.includes(node.type)) return true
  return node.type === 'ImportDeclaration' || (node.type === 'CallExpression' && isLogging(node))
}
