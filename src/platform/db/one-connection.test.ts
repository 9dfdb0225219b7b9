import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from './database.ts'
import { askOver, onOneConnection } from './one-connection.ts'
import { openOnServer } from './testing.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(server)('simultaneous queries', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openOnServer(server, { connections: 4 })
  })
  afterAll(() => engine.close())

  const pid = async () => (await engine.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid
  const fail = () => engine.db.execute(sql`select 1 / 0`)
  const pids = async () => new Set(await Promise.all([pid(), pid(), pid(), pid()])).size
  const inUse = () => (engine.load?.().open ?? 0) - (engine.load?.().idle ?? 0)

  test('share one connection when asked to, and use several otherwise', async () => {
    expect(await onOneConnection(pids)).toBe(1)
    expect(await pids()).toBe(4)
    expect(await Promise.all([onOneConnection(pids), onOneConnection(pids)])).toEqual([1, 1])
    expect(inUse()).toBe(0)
  })

  test('fail individually, and leave the connection usable', async () => {
    const asked = await onOneConnection(() => Promise.allSettled([pid(), fail(), pid()]))
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(inUse()).toBe(0)
    expect(engine.load?.().open).toBe(4)
  })

  test('release the connection after the last answer, and take it again later', async () => {
    await onOneConnection(async () => {
      await Promise.allSettled([fail(), pid()])
      expect(inUse()).toBe(0)
      expect(await pids()).toBe(1)
    })
    expect(inUse()).toBe(0)
  })
})

describe('a connection', () => {
  /** A pool that counts its connections and records how each was released. */
  function counting(status = 'I') {
    const given: boolean[] = []
    let opened = 0
    const client = { release: (isSpoilt: boolean) => void given.push(isSpoilt), getTransactionStatus: () => status }
    const connect = async () => {
      opened += 1
      return client as unknown as PoolClient
    }
    return { pool: { connect }, given, opened: () => opened }
  }
  const answer = async () => 'answered'
  const refuse = () => Promise.reject(new Error('refused'))

  test('is shared by all queries asked before the last answer, and released once', async () => {
    const { pool, given, opened } = counting()
    await onOneConnection(async () => {
      const first = Promise.withResolvers<string>()
      const asked = [askOver(pool, false, () => first.promise), askOver(pool, false, answer)]
      await asked[1]
      const third = askOver(pool, false, answer)
      await third
      expect(given).toEqual([])
      first.resolve('at last')
      expect(await Promise.all(asked)).toEqual(['at last', 'answered'])
      expect([opened(), given]).toEqual([1, [false]])
      await askOver(pool, false, answer)
      expect([opened(), given]).toEqual([2, [false, false]])
    })
  })

  test('belongs to one pool', async () => {
    const [here, there] = [counting(), counting()]
    await onOneConnection(() => Promise.all([askOver(here.pool, false, answer), askOver(there.pool, false, answer)]))
    expect([here.opened(), there.opened()]).toEqual([1, 1])
  })

  test('is separate for each statement otherwise', async () => {
    const { pool, given, opened } = counting()
    await Promise.all([askOver(pool, false, answer), askOver(pool, false, answer)])
    expect([opened(), given]).toEqual([2, [false, false]])
  })

  test('is discarded after a failure that spoils it, or when still in a transaction', async () => {
    const spoilt = counting()
    const { pool } = spoilt
    await onOneConnection(() =>
      Promise.allSettled([askOver(pool, true, refuse), askOver(pool, false, refuse), askOver(pool, false, answer)]),
    )
    await Promise.allSettled([askOver(pool, false, refuse), askOver(pool, true, answer)])
    expect(spoilt.given).toEqual([true, false, false])
    const begun = counting('T')
    await askOver(begun.pool, false, answer)
    expect(begun.given).toEqual([true])
  })

  test('is requested again by the next query after it could not be had', async () => {
    let asked = 0
    const pool = { connect: () => Promise.reject(new Error(`none, ${(asked += 1)}`)) }
    const ask = () => askOver(pool, false, answer)
    await onOneConnection(async () => {
      const told = await Promise.allSettled([ask(), ask()])
      expect(told.map((each) => each.status === 'rejected' && each.reason.message)).toEqual(['none, 1', 'none, 1'])
      await expect(ask()).rejects.toThrow('none, 2')
    })
    await expect(ask()).rejects.toThrow('none, 3')
  })
})
