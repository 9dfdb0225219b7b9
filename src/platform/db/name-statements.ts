import type { ClientBase } from 'pg'

/** Enough for every statement the shop has; any text beyond that is sent unprepared. */
const mostNames = 400
/**
 * How many names one statement may take with different conditions. A list has one for each combination of filters, a search
 * twice as many with each word: a visitor who tried them all would otherwise leave no names for the rest of the shop.
 */
const mostConditions = 40

export type StatementNames = ReturnType<typeof createStatementNames>

/** The names under which a database's connections prepare their statements; undefined for one that is sent unprepared. */
export function createStatementNames() {
  const names = new Map<string, string>()
  const named = new Map<string, number>()

  function newNameOf(text: string): string | undefined {
    if (names.size >= mostNames || !/^\s*(select|with|insert|update|delete)\b/i.test(text)) return undefined
    const [unconditional = ''] = text.split(/\bwhere\b/i, 1)
    const conditions = named.get(unconditional) ?? 0
    if (conditions >= mostConditions) return undefined
    const name = `s${names.size + 1}`
    names.set(text, name)
    named.set(unconditional, conditions + 1)
    return name
  }

  return (text: string): string | undefined => names.get(text) ?? newNameOf(text)
}

/**
 * Makes a connection prepare each statement once, under a name of its own, and reuse its plan from then on: unprepared,
 * a small read costs twice as much. The texts are the shop's own and few, since values are sent separately; only the
 * conditions that visitors combine vary.
 */
export function nameStatements(client: ClientBase, nameOf: StatementNames): void {
  const query: unknown = Reflect.get(client, 'query')
  if (typeof query !== 'function') throw new Error('the database connection has no query function')
  const withName = (statement: unknown): unknown => {
    if (typeof statement !== 'object' || statement === null || !('text' in statement)) return statement
    const { text } = statement
    const name = typeof text === 'string' ? nameOf(text) : undefined
    return name ? { ...statement, name } : statement
  }
  const prepared = (first: unknown, ...rest: unknown[]): unknown =>
    Reflect.apply(query, client, [withName(first), ...rest])
  Object.assign(client, { query: prepared })
}
