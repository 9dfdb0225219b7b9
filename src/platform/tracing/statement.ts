import type { SpanStart } from './trace.ts'

const known = new Map<string, SpanStart>()
/** Lists build any number of texts. */
const mostKnown = 500

/**
 * The span of a statement: what it does, and to which table, the first that it names. Nothing else of its text is recorded, since
 * it can contain somebody's search words as constants.
 */
export function statementSpan(text: string): SpanStart {
  const found = known.get(text)
  if (found) return found
  const made = spanOf(text.replaceAll(/\/\*.*?\*\/|'[^']*'/gs, ''))
  if (known.size < mostKnown) known.set(text, made)
  return made
}

function spanOf(text: string): SpanStart {
  const first = (/[a-z]+/i.exec(text)?.[0] ?? 'statement').toUpperCase()
  // In a statement with several parts, what it writes matters more than what it reads first.
  const [, write = '', written] = /\b(insert|update|delete)\s+(?:into\s+|from\s+)?"?([a-z_]+)/i.exec(text) ?? []
  const [operation, table] =
    first === 'SELECT' || !written
      ? [first === 'WITH' ? 'SELECT' : first, /\bfrom\s+"?([a-z_]+)/i.exec(text)?.[1]]
      : [write.toUpperCase(), written]
  return {
    name: table ? `${operation} ${table}` : operation,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table && { 'db.collection.name': table }),
    },
  }
}
