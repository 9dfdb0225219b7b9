import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { PreparedPGlite } from '#platform/db/prepared-pglite.ts'

export type Query = { text: string; values: unknown[] }

const listening = new AsyncLocalStorage<Query[]>()

/**
 * The queries that `work` sends to a driver, in transactions too. The process's own timed queries, and those that earlier tests
 * left under way, are not included.
 */
export async function queriesOf(work: () => unknown): Promise<Query[]> {
  const heard: Query[] = []
  await listening.run(heard, work)
  // Notifying other processes, rereading keys and opening connections happen at times of their own.
  return heard.filter(({ text }) => !/pg_notify|"jwks"|set_config\('lock_timeout'/.test(text))
}

/** Installed once for all test files of this process: nothing is recorded outside `queriesOf`. */
hear(pg.Client.prototype)
hear(PreparedPGlite.prototype)
const { transaction } = PreparedPGlite.prototype
PreparedPGlite.prototype.transaction = function run(this: PreparedPGlite, work) {
  return transaction.call(this, (tx) => {
    const own = Object.create(tx)
    hear(own)
    return work(own)
  }) as never
}

function hear(driver: object): void {
  const original: unknown = Reflect.get(driver, 'query')
  if (typeof original !== 'function') throw new Error('the database has no driver')
  const value = function query(this: unknown, ...asked: unknown[]): unknown {
    listening.getStore()?.push({ text: textOf(asked[0]), values: valuesOf(asked) })
    return Reflect.apply(original, this, asked)
  }
  Object.defineProperty(driver, 'query', { value, configurable: true, writable: true })
}

const textOf = (statement: unknown): string =>
  typeof statement === 'object' && statement && 'text' in statement ? String(statement.text) : String(statement)

function valuesOf([statement, values]: unknown[]): unknown[] {
  const own: unknown = typeof statement === 'object' && statement ? Reflect.get(statement, 'values') : values
  return Array.isArray(own) ? own : Array.isArray(values) ? values : []
}
