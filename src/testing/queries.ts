import pg from 'pg'
import { vi } from 'vitest'
import { PreparedPGlite } from '#platform/db/prepared-pglite.ts'

export type Query = { text: string; values: unknown[] }

/** Every query that reaches a driver from now on, in a transaction too, as a list that grows. */
export function listenToQueries(): () => Query[] {
  const heard: Query[] = []
  hear(pg.Client.prototype, 'query', heard)
  hear(PreparedPGlite.prototype, 'query', heard)
  const { transaction } = PreparedPGlite.prototype
  vi.spyOn(PreparedPGlite.prototype, 'transaction').mockImplementation(function run(this: PreparedPGlite, work) {
    return transaction.call(this, (tx) => {
      const own = Object.create(tx)
      hear(own, 'query', heard)
      return work(own)
    })
  })
  // Other processes are told of changes, and keys are read again, in a time of their own.
  return () => heard.filter(({ text }) => !/pg_notify|"jwks"/.test(text))
}

function hear(driver: object, method: string, heard: Query[]): void {
  const original: unknown = Reflect.get(driver, method)
  if (typeof original !== 'function') throw new Error('the database has no driver')
  const listening = function query(this: unknown, ...asked: unknown[]): unknown {
    heard.push({ text: textOf(asked[0]), values: valuesOf(asked) })
    return Reflect.apply(original, this, asked)
  }
  Object.defineProperty(driver, method, { value: listening, configurable: true, writable: true })
}

const textOf = (statement: unknown): string =>
  typeof statement === 'object' && statement && 'text' in statement ? String(statement.text) : String(statement)

function valuesOf([statement, values]: unknown[]): unknown[] {
  const own: unknown = typeof statement === 'object' && statement ? Reflect.get(statement, 'values') : values
  return Array.isArray(own) ? own : Array.isArray(values) ? values : []
}
