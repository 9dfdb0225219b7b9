import pg from 'pg'
import { vi } from 'vitest'
import { PreparedPGlite } from '#platform/db/prepared-pglite.ts'

/**
 * From now on a statement can be told to fail as it does where an operator ends its connection.
 * @returns what has a call do its n-th statement (from 0) in vain, and answers what came of it, and whether it got as far.
 */
export function openAiling() {
  let left = Infinity
  const fails = () => {
    left -= 1
    return left === -1
  }
  ail(pg.Client.prototype, fails)
  ail(PreparedPGlite.prototype, fails)
  const { transaction } = PreparedPGlite.prototype
  vi.spyOn(PreparedPGlite.prototype, 'transaction').mockImplementation(function run(this: PreparedPGlite, work) {
    return transaction.call(this, (tx) => {
      const own = Object.create(tx)
      ail(own, fails)
      return work(own)
    })
  })
  return async <T>(n: number, call: () => Promise<T>): Promise<{ answer: T; wasHit: boolean }> => {
    left = n
    try {
      const answer = await call()
      return { answer, wasHit: left < 0 }
    } finally {
      left = Infinity
    }
  }
}

function ail(driver: object, fails: () => boolean): void {
  const original: unknown = Reflect.get(driver, 'query')
  if (typeof original !== 'function') throw new Error('the database has no driver')
  const query = function query(this: unknown, ...asked: unknown[]): unknown {
    if (!fails()) return Reflect.apply(original, this, asked)
    const error = new pg.DatabaseError('terminating connection due to administrator command', 0, 'error')
    error.code = '57P01'
    return Promise.reject(error)
  }
  Object.defineProperty(driver, 'query', { value: query, configurable: true, writable: true })
}
