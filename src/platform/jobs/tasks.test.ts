import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Engine } from '#platform/db/database.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { testLog } from '#testing/log.ts'
import { createJobs } from './jobs.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

const soon = { timeout: 15_000, interval: 50 }
const rowsOf = async (query: ReturnType<typeof sql>) => (await engine.db.execute(query)).rows

test('a scheduled task that is slow waits once, even in a queue of an earlier version, and is deleted after a day', async () => {
  const boss = new PgBoss({ ...engine.queue, schema: 'jobs', supervise: false, schedule: false })
  await boss.start()
  const states = (name: string) => rowsOf(sql`select state, policy from jobs.job where name = ${name} order by state`)
  for (const name of ['new-and-slow', 'old-and-slow', 'old-and-waiting']) {
    if (name !== 'new-and-slow') {
      await boss.createQueue(name, { policy: 'singleton', retryLimit: 2, heartbeatSeconds: 20 })
      await boss.insert(name, [{}, {}, {}])
    }
    if (name === 'old-and-slow') await boss.fetch(name)
  }
  const ending = Promise.withResolvers<void>()
  const run = vi.fn(() => ending.promise)
  const jobs = createJobs(engine, [], { log: testLog, works: true })
  const cron = '0 0 1 1 *'
  await jobs.run(['new-and-slow', 'old-and-slow', 'old-and-waiting'].map((name) => ({ name, cron, run })))
  await jobs.add(engine.db, 'new-and-slow', [{ data: {} }])
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), soon)
  for (const name of ['new-and-slow', 'old-and-slow', 'old-and-waiting']) {
    for (let n = 0; n < 5; n += 1) await jobs.add(engine.db, name, [{ data: {} }])
    expect(await states(name)).toEqual([{ state: 'active', policy: 'exclusive' }])
  }
  const kept = await rowsOf(sql`
    select distinct deletion_seconds from jobs.queue where name like '%-and-%' or name = '__pgboss__send-it'`)
  expect(kept).toEqual([{ deletion_seconds: 86_400 }])
  ending.resolve()
  await jobs.stop()
  await boss.stop({ graceful: false })
})
