import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { PgBoss } from 'pg-boss'
import { inTransaction, type Engine } from '#platform/db/database.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createJobs, type Jobs, type Queue, type ScheduledTask } from './jobs.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn(), flush: vi.fn() }
const opened: Jobs[] = []
afterEach(async () => {
  for (const jobs of opened.splice(0)) await jobs.stop()
  vi.clearAllMocks()
})

function open(queues: Queue[] = []): Jobs {
  const jobs = createJobs(engine, queues, { log, works: true })
  opened.push(jobs)
  return jobs
}

const soon = { timeout: 15_000, interval: 50 }
const pauses = {
  retries: 2,
  firstPauseSeconds: 1,
  longestPauseSeconds: 1,
  longestTrySeconds: 600,
  keepDoneSeconds: 700,
}

/** Rows of the queue's own tables, which are PostgreSQL's on both engines. */
const rowsOf = async (query: ReturnType<typeof sql>) => (await engine.db.execute(query)).rows

test('scheduled tasks exist once for all processes, run one at a time and are retried on failure', async () => {
  let running = 0
  let most = 0
  const alone = vi.fn(async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 300))
    running -= 1
  })
  const error = new Error('not yet')
  const stubborn = vi.fn(async () => {})
  stubborn.mockRejectedValueOnce(error)
  // Due at moments that no test runs at.
  const tasks: ScheduledTask[] = [
    { name: 'alone', cron: '17 0 29 2 *', run: alone },
    { name: 'stubborn', cron: '0 0 1 1 *', run: stubborn },
  ]
  const processes = [open(), open()]
  for (const jobs of processes) await jobs.run(tasks)
  expect(await rowsOf(sql`select name, cron, timezone from jobs.schedule order by name`)).toEqual([
    { name: 'alone', cron: '17 0 29 2 *', timezone: 'UTC' },
    { name: 'stubborn', cron: '0 0 1 1 *', timezone: 'UTC' },
  ])
  expect(alone).not.toHaveBeenCalled()

  const addToEach = async () => {
    for (const jobs of processes) await jobs.add(engine.db, 'alone', [{ data: {} }])
  }
  await addToEach()
  await processes[0]?.add(engine.db, 'stubborn', [{ data: {} }])
  await vi.waitFor(() => expect(stubborn).toHaveBeenCalledTimes(2), soon)
  const isDone = { state: 'completed' }
  const runs = () => rowsOf(sql`select state from jobs.job where name = 'alone'`)
  await vi.waitFor(async () => expect(await runs()).toEqual([isDone]), soon)
  await addToEach()
  await vi.waitFor(async () => expect(await runs()).toEqual([isDone, isDone]), soon)
  expect(alone).toHaveBeenCalledTimes(2)
  expect(most).toBe(1)
  expect(log.error).toHaveBeenCalledWith('stubborn failed', { error })
})

test('a job whose tries are used up is given up with its data', async () => {
  const work = vi.fn(() => Promise.reject(new Error('never')))
  const giveUp = vi.fn(async () => {})
  const jobs = open([{ name: 'lost-letters', work, giveUp, ...pauses, retries: 0 }])
  await jobs.run([])
  await jobs.add(engine.db, 'lost-letters', [{ data: { to: 'nusrat' } }])
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalledWith({ to: 'nusrat' }), soon)
  expect(work).toHaveBeenCalledTimes(1)
})

test('a job runs once with its data in any worker, and its result is kept for a while', async () => {
  const work = vi.fn(async () => {})
  const queue = { name: 'letters', work, ...pauses }
  await open([queue]).add(engine.db, 'letters', [{ data: { to: 'nusrat' } }])
  const [kept] = await rowsOf(sql`
    select retry_limit, retry_delay, retry_delay_max, retry_backoff, expire_seconds, deletion_seconds
    from jobs.queue where name = 'letters'`)
  expect(kept).toMatchObject({
    retry_limit: 2,
    retry_delay: 1,
    retry_delay_max: 1,
    retry_backoff: true,
    expire_seconds: 600,
    deletion_seconds: 700,
  })
  await open([queue]).run([])
  await vi.waitFor(() => expect(work).toHaveBeenCalledOnce(), soon)
  expect(work).toHaveBeenCalledWith({ to: 'nusrat' }, expect.stringMatching(/^[\da-f-]{36}$/))
})

test('a failing job is retried a set number of times, and then left', async () => {
  const work = vi.fn(() => Promise.reject(new Error('no')))
  const jobs = open([{ name: 'hopeless', work, ...pauses }])
  await jobs.run([])
  await jobs.add(engine.db, 'hopeless', [{ data: {} }])
  await vi.waitFor(
    async () =>
      expect(await rowsOf(sql`select state from jobs.job where name = 'hopeless'`)).toEqual([{ state: 'failed' }]),
    soon,
  )
  expect(work).toHaveBeenCalledTimes(3)
  expect(log.error).toHaveBeenCalledTimes(3)
})

test('ten jobs run at once: a failed one is retried alone, and a slow one delays no other', async () => {
  const done: unknown[] = []
  let tries = 0
  let others = () => {}
  const allOthers = new Promise<void>((resolve) => (others = resolve))
  const work = async (data: unknown) => {
    const { n } = data as { n: number }
    if (n === 0) await allOthers
    if (n === 1 && (tries += 1) === 1) throw new Error('not yet')
    done.push(n)
    if (done.length === 8) others()
  }
  const jobs = open([{ name: 'crowd', work, ...pauses }])
  for (let n = 0; n < 10; n++) await jobs.add(engine.db, 'crowd', [{ data: { n } }])
  await jobs.run([])
  await vi.waitFor(() => expect(done).toHaveLength(10), soon)
  expect(new Set(done)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
  expect([tries, log.error.mock.calls.length]).toEqual([2, 1])
})

test('stopping waits for work in progress', async () => {
  const seen: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const work = async () => {
    seen.push('begun')
    await released
    seen.push('done')
  }
  const jobs = open([{ name: 'last', work, ...pauses }])
  await jobs.add(engine.db, 'last', [{ data: {} }])
  await jobs.run([])
  await vi.waitFor(() => expect(seen).toEqual(['begun']), soon)
  const stopping = jobs.stop().then(() => seen.push('stopped'))
  await rowsOf(sql`select 1`)
  release()
  await stopping
  expect(seen).toEqual(['begun', 'done', 'stopped'])
  expect(await rowsOf(sql`select state from jobs.job where name = 'last'`)).toEqual([{ state: 'completed' }])
})

test('the next job opens the queue again after a database outage', async () => {
  const away = { ...engine.queue, db: { executeSql: () => Promise.reject(new Error('away')) } }
  let queue: Engine['queue'] = away as Engine['queue']
  const shaky = {
    ...engine,
    get queue() {
      return queue
    },
  }
  const jobs = createJobs(shaky, [{ name: 'patient', work: async () => {}, ...pauses }], { log, works: true })
  opened.push(jobs)
  await expect(jobs.add(engine.db, 'patient', [{ data: {} }])).rejects.toThrow('away')
  queue = engine.queue
  await jobs.add(engine.db, 'patient', [{ data: {} }])
  expect(await rowsOf(sql`select count(*)::int as count from jobs.job where name = 'patient'`)).toEqual([{ count: 1 }])
})

test('a database outage during work is logged, and ends nothing', async () => {
  let isAway = false
  const real = engine.queue.db
  if (!real) throw new Error('the engine has no queue')
  const executeSql: typeof real.executeSql = (text, values) =>
    isAway ? Promise.reject(new Error('away')) : real.executeSql(text, values)
  const work = vi.fn(async () => {})
  const jobs = createJobs(
    { ...engine, queue: { ...engine.queue, db: { ...real, executeSql } } },
    [{ name: 'steady', work, ...pauses }],
    { log, works: true },
  )
  opened.push(jobs)
  await jobs.run([])
  isAway = true
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledWith('the job queue failed', expect.anything()), soon)
  isAway = false
  await jobs.add(engine.db, 'steady', [{ data: {} }])
  await vi.waitFor(() => expect(work).toHaveBeenCalledOnce(), soon)
})

test('a job exists only if its transaction commits', async () => {
  const jobs = open([{ name: 'with-cause', work: async () => {}, ...pauses }])
  await jobs.open()
  const add = (n: number) =>
    inTransaction(engine.db, async (tx) => {
      await jobs.add(tx, 'with-cause', [{ data: { n } }])
      if (n === 1) throw new Error('undone')
    })
  await expect(add(1)).rejects.toThrow('undone')
  await add(2)
  expect(await rowsOf(sql`select data->'n' as n from jobs.job where name = 'with-cause'`)).toEqual([{ n: 2 }])
})

test('a job or task of a dead process is freed, even in a queue of an earlier version', async () => {
  const boss = new PgBoss({ ...engine.queue, schema: 'jobs', supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue('widowed', { retryLimit: 2 })
  const task = vi.fn(async () => {})
  const work = vi.fn(async () => {})
  const jobs = open([{ name: 'widowed', work, ...pauses, firstPauseSeconds: 0 }])
  await jobs.run([{ name: 'nightly', cron: '0 0 1 1 *', run: task }])
  expect(
    await rowsOf(sql`
    select name, heartbeat_seconds from jobs.queue where name in ('widowed', 'nightly') order by name`),
  ).toEqual([
    { name: 'nightly', heartbeat_seconds: 20 },
    { name: 'widowed', heartbeat_seconds: 20 },
  ])
  // The state of a job whose process was killed.
  for (const name of ['widowed', 'nightly']) {
    await boss.send(name, {}, { startAfter: 3600 })
    await engine.db.execute(sql`
      update jobs.job set state = 'active', start_after = now(), started_on = now() - interval '30 seconds',
        heartbeat_on = now() - interval '21 seconds' where name = ${name}`)
    await boss.supervise(name)
  }
  await vi.waitFor(() => expect([work.mock.calls.length, task.mock.calls.length]).toEqual([1, 1]), soon)
  await boss.stop({ graceful: false })
})

test('a job is begun again beside itself only after the time that its queue allows', async () => {
  const boss = new PgBoss({ ...engine.queue, schema: 'jobs', supervise: false, schedule: false })
  await boss.start()
  // As an earlier version created it.
  await boss.createQueue('slow', { expireInSeconds: 60, retryLimit: 2 })
  const tries = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = vi.fn(() => tries[work.mock.calls.length - 1]?.promise)
  const jobs = open([{ name: 'slow', work: async () => work(), ...pauses, firstPauseSeconds: 0 }])
  await jobs.add(engine.db, 'slow', [{ data: {} }])
  await jobs.run([])
  await vi.waitFor(() => expect(work).toHaveBeenCalledOnce(), soon)
  const supervisedAfter = async (seconds: number) => {
    await engine.db.execute(sql`update jobs.queue set monitor_claim_on = null, monitor_on = null where name = 'slow'`)
    await engine.db.execute(sql`
      update jobs.job set started_on = now() - ${seconds} * interval '1 second' where name = 'slow'`)
    await boss.supervise('slow')
  }
  await supervisedAfter(590)
  expect(await rowsOf(sql`select state, retry_count from jobs.job where name = 'slow'`)).toEqual([
    { state: 'active', retry_count: 0 },
  ])
  await supervisedAfter(610)
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2), soon)
  for (const { resolve } of tries) resolve()
  await boss.stop({ graceful: false })
})

test('an unused queue stops at once', async () => {
  await createJobs(engine, [], { log, works: true }).stop()
  expect(log.error).not.toHaveBeenCalled()
})

// The embedded engine has one process.
test.runIf(process.env.TEST_DATABASE_URL)('processes may create the tables of the queue at the same time', async () => {
  for (let n = 0; n < 3; n += 1) {
    await engine.db.execute(sql`drop schema jobs cascade`)
    await Promise.all([open(), open(), open()].map((jobs) => jobs.open()))
    const asked = Array.from({ length: 10 }, () => rowsOf(sql`select 1 as one`))
    expect(await Promise.all(asked)).toEqual(asked.map(() => [{ one: 1 }]))
  }
})
