import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'
import { PreparedPGlite } from '#platform/db/prepared-pglite.ts'

/** Statements of a call left before the failing one. The shop's background statements, such as its LISTEN checks, do not count. */
const calls = new AsyncLocalStorage<{ left: number }>()

/**
 * From now on a statement can be made to fail as if an administrator had terminated its connection.
 * @returns a function that fails a call's n-th statement (from 0) and returns the call's answer and whether it got that far.
 */
export function openAiling() {
  ail(pg.Client.prototype)
  ail(PreparedPGlite.prototype)
  const { transaction } = PreparedPGlite.prototype
  vi.spyOn(PreparedPGlite.prototype, 'transaction').mockImplementation(function run(this: PreparedPGlite, work) {
    return transaction.call(this, (tx) => {
      const own = Object.create(tx)
      ail(own)
      return work(own)
    })
  })
  return async <T>(n: number, call: () => Promise<T>): Promise<{ answer: T; wasHit: boolean }> => {
    const statements = { left: n }
    const answer = await calls.run(statements, call)
    return { answer, wasHit: statements.left < 0 }
  }
}

function fails(): boolean {
  const statements = calls.getStore()
  if (!statements) return false
  statements.left -= 1
  return statements.left === -1
}

function ail(driver: object): void {
  const original: unknown = Reflect.get(driver, 'query')
  if (typeof original !== 'function') throw new Error('the database has no driver')
  const query = function query(this: unknown, ...asked: unknown[]): unknown {
    if (isGreeting(asked) || !fails()) return Reflect.apply(original, this, asked)
    const error = new pg.DatabaseError('terminating connection due to administrator command', 0, 'error')
    error.code = '57P01'
    return Promise.reject(error)
  }
  Object.defineProperty(driver, 'query', { value: query, configurable: true, writable: true })
}

/** The first statement on a new connection. If it fails, the connection is cut and the next call to get it is a 503 too. */
const isGreeting = ([text]: unknown[]) => typeof text === 'string' && text.includes("set_config('lock_timeout'")
