import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from './database.ts'
import { askOver, onOneConnection } from './one-connection.ts'
import { openOnServer } from './testing.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(server)('what is asked at one moment', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openOnServer(server, { connections: 4 })
  })
  afterAll(() => engine.close())

  const pid = async () => (await engine.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid
  const fail = () => engine.db.execute(sql`select 1 / 0`)
  const pids = async () => new Set(await Promise.all([pid(), pid(), pid(), pid()])).size
  const inUse = () => (engine.load?.().open ?? 0) - (engine.load?.().idle ?? 0)

  test('goes over one connection where that is wished, and over several elsewhere', async () => {
    expect(await onOneConnection(pids)).toBe(1)
    expect(await pids()).toBe(4)
    expect(await Promise.all([onOneConnection(pids), onOneConnection(pids)])).toEqual([1, 1])
    expect(inUse()).toBe(0)
  })

  test('fails by itself, and the connection is as good as before', async () => {
    const asked = await onOneConnection(() => Promise.allSettled([pid(), fail(), pid()]))
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(inUse()).toBe(0)
    expect(engine.load?.().open).toBe(4)
  })

  test('comes back when the last is answered, and is asked for again after that', async () => {
    await onOneConnection(async () => {
      await Promise.allSettled([fail(), pid()])
      expect(inUse()).toBe(0)
      expect(await pids()).toBe(1)
    })
    expect(inUse()).toBe(0)
  })
})

test('where no connection is to be had, everybody is told so, and the next asks for one again', async () => {
  let asked = 0
  const pool = { connect: () => Promise.reject(new Error(`none, ${(asked += 1)}`)) }
  const ask = () => askOver(pool, false, async () => 'answered')
  await onOneConnection(async () => {
    const told = await Promise.allSettled([ask(), ask()])
    expect(told.map((each) => each.status === 'rejected' && each.reason.message)).toEqual(['none, 1', 'none, 1'])
    await expect(ask()).rejects.toThrow('none, 2')
  })
})
