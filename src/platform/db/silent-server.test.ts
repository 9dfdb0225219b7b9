import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { between } from '#testing/between.ts'
import { isUnavailable } from './conflict.ts'
import { inTransaction, type Engine } from './database.ts'
import { onOneConnection } from './one-connection.ts'
import { openOnServer } from './testing.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(server)('a faulty database server', () => {
  let proxy: Awaited<ReturnType<typeof between>>
  let engine: Engine
  beforeAll(async () => {
    proxy = await between(new URL(server))
    engine = await openOnServer(server, {
      connections: 2,
      patience: { lock: 200, statement: 300, transaction: 300 },
      listens: { everyMs: 100, withinMs: 1_000 },
      change: (url) => Object.assign(url, { port: String(proxy.port), hostname: '127.0.0.1' }),
      onError: () => undefined,
    })
  })
  afterAll(async () => {
    await engine.close()
    proxy.close()
  })

  const ask = () => engine.db.execute<{ two: number }>(sql`select 1 + 1 as two`)
  const begin = () => inTransaction(engine.db, (tx) => tx.execute(sql`select 1`))
  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (isUnavailable(error) ? 'unavailable' : error),
    )
  const all = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 5 }, () => outcomeOf(work())))

  test('keeps nobody waiting when it goes silent, and its connections are given up', async () => {
    expect(await all(ask)).toEqual(Array(5).fill('done'))
    proxy.be('silent')
    expect(await outcomeOf(ask())).toBe('unavailable')
    expect(await outcomeOf(begin())).toBe('unavailable')
    proxy.be('passing')
    expect(await all(ask)).toEqual(Array(5).fill('done'))
    expect(await all(begin)).toEqual(Array(5).fill('done'))
  })

  test('fails all queries on a shared connection when it goes silent, and the next get another', async () => {
    const together = () => onOneConnection(() => Promise.all([outcomeOf(ask()), outcomeOf(ask())]))
    expect(await together()).toEqual(['done', 'done'])
    proxy.be('silent')
    expect(await together()).toEqual(['unavailable', 'unavailable'])
    proxy.be('passing')
    expect(await together()).toEqual(['done', 'done'])
    expect(await all(begin)).toEqual(Array(5).fill('done'))
  })

  test('costs one wait, not one per connection, when the network forgot them', async () => {
    expect(await all(ask)).toEqual(Array(5).fill('done'))
    proxy.forget()
    expect(await outcomeOf(ask())).toBe('unavailable')
    expect(await all(ask)).toEqual(Array(5).fill('done'))
    expect(await all(begin)).toEqual(Array(5).fill('done'))
  })

  test('is heard again by listeners after a silence', async () => {
    const heard: string[] = []
    const stop = await engine.listen('changes', (message) => heard.push(message))
    proxy.be('silent')
    await vi.waitFor(() => expect(heard).toEqual(['', '']), { timeout: 15_000 })
    proxy.be('passing')
    const tell = async () => {
      await outcomeOf(engine.db.execute(sql`select pg_notify('changes', 'new')`))
      expect(heard).toContain('new')
    }
    await vi.waitFor(tell, { timeout: 15_000, interval: 200 })
    await stop()
  })

  test('keeps no connection when it hangs up while a transaction begins', async () => {
    await all(ask)
    for (let n = 0; n < 4; n += 1) {
      proxy.hangUp()
      await outcomeOf(begin())
    }
    expect(await all(begin)).toEqual(Array(5).fill('done'))
  })

  test('ends idle transactions and slow statements', async () => {
    const idle = inTransaction(engine.db, async (tx) => {
      await tx.execute(sql`select 1`)
      await new Promise((resolve) => setTimeout(resolve, 500))
      await tx.execute(sql`select 1`)
    })
    expect(await outcomeOf(idle)).toBe('unavailable')
    expect(await outcomeOf(engine.db.execute(sql`select pg_sleep(2)`))).toBe('unavailable')
    expect(await all(begin)).toEqual(Array(5).fill('done'))
  })

  test('keeps its connection after refusing a statement', async () => {
    const process = async () => {
      const { rows } = await engine.db.execute<{ id: number }>(sql`select pg_backend_pid() as id`)
      return rows[0]?.id
    }
    const before = await process()
    for (let n = 0; n < 3; n += 1) await engine.db.execute(sql`select 1 / 0`).catch(() => undefined)
    expect(await process()).toBe(before)
  })

  test('leaves no failed transaction begun by plain statements to other queries', async () => {
    const each = <T>(work: () => T) => work()
    for (const text of ['begin; select 1 / 0; commit', 'begin']) {
      for (const over of [each, onOneConnection])
        await over(() => Promise.allSettled([1, 2, 3].map(() => engine.queue.db?.executeSql(text))))
      expect(await all(ask)).toEqual(Array.from({ length: 5 }, () => 'done'))
      const { rows } = await engine.db.execute(sql`select pg_current_xact_id_if_assigned() is null as none`)
      expect(rows).toEqual([{ none: true }])
    }
  })
})
