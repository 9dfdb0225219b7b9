import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type JobResult, type Queue as CreateQueue } from 'pg-boss'
import type { Database, Engine } from '../db/database.ts'
import { onBehalfOf } from '../db/fair-line.ts'
import type { Log } from '../log/log.ts'

/** A task that runs by the clock: one process at a time, whichever is free. */
export type ScheduledTask = {
  name: string
  /** Five fields of cron, in UTC. */
  cron: string
  run: () => Promise<void>
}

/** Work that must not be lost: it stands in the database until it is done, also over a restart. */
export type Queue = {
  name: string
  /** Does one job. What it throws is tried again, later and later. It may run twice for one job, never not at all. */
  work: (data: unknown, id: string) => Promise<void>
  retries: number
  /** The pause before the first new try; each is about twice the one before, up to `longestPauseSeconds`. */
  firstPauseSeconds: number
  longestPauseSeconds: number
  /** How long a job that is done stays readable in the database. */
  keepDoneSeconds: number
}

export type Jobs = {
  /**
   * Adds a job to a queue, in the transaction of its cause: it is done if that is, by whichever process works, soon after.
   * On the embedded engine, whose one connection a transaction has, only after `open`.
   */
  add(db: Database, queue: string, data: object): Promise<void>
  /** Makes the queues ready. */
  open(): Promise<void>
  /** Starts to work: the queues, and the tasks by the clock. */
  run(tasks: ScheduledTask[]): Promise<void>
  stop(): Promise<void>
}

/** @param works whether this process does jobs, or only adds them. */
type Options = { log: Log; works: boolean }

/** The queue in the database. It opens with the first job or with `run`, so that a shop that needs neither waits for nothing. */
export function createJobs(engine: Engine, queues: Queue[], { log, works }: Options): Jobs {
  let opened: Promise<PgBoss> | undefined
  const open = () =>
    (opened ??= onBehalfOf('', () => openQueues(engine, queues, { log, works })).catch((error: unknown) => {
      opened = undefined
      throw error
    }))

  return {
    async add(db, queue, data) {
      const boss = await open()
      await boss.send(queue, data, { db: fromDrizzle(db, sql) })
    },
    async open() {
      await open()
    },
    async run(tasks) {
      const boss = await open()
      for (const queue of queues) await workOn(boss, queue, log)
      for (const task of tasks) await scheduleTask(boss, task, log)
    },
    async stop() {
      const boss = await opened
      // mutant(number, object): how long it waits at the most
      await boss?.stop({ graceful: true, timeout: 1500 })
    },
  }
}

/** A process that died over a job frees it for another after so long, and after as long again in which others look for such. */
const signsOfLife = { heartbeatSeconds: 20 } as const
const lookForDead = { superviseIntervalSeconds: 20 } as const

async function openQueues(engine: Engine, queues: Queue[], { log, works }: Options): Promise<PgBoss> {
  const boss = new PgBoss({ ...engine.queue, schema: 'jobs', supervise: works, schedule: works, ...lookForDead })
  boss.on('error', (error) => log.error('the job queue failed', { error }))
  await boss.start()
  for (const queue of queues) {
    await ensureQueue(boss, queue.name, {
      retryLimit: queue.retries,
      retryDelay: queue.firstPauseSeconds,
      retryDelayMax: queue.longestPauseSeconds,
      retryBackoff: true,
      deleteAfterSeconds: queue.keepDoneSeconds,
      // One that takes longer than this is taken to have failed.
      expireInSeconds: 60,
    })
  }
  return boss
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** What is said of a queue holds also for one that an earlier version made. */
async function ensureQueue(boss: PgBoss, name: string, options: Omit<CreateQueue, 'name'>): Promise<void> {
  const { policy, ...rest } = { ...options, ...signsOfLife }
  await boss.createQueue(name, { policy, ...rest })
  await boss.updateQueue(name, rest)
  // From now on the library knows the queue: within a transaction it could not look for it.
  await boss.findJobs(name, { id: nobody })
}

/**
 * Several at once, and the next without a pause while there are many: one in a second, and each in line behind a slow
 * one, is what a stranger could outrun by asking for messages, and everybody else's would come too late.
 */
const together = { batchSize: 10, burstWhenBatchFull: true, perJobResults: true } as const

async function workOn(boss: PgBoss, { name, work }: Queue, log: Log): Promise<void> {
  const done = ({ id, data }: { id: string; data: unknown }): Promise<JobResult> =>
    logged(name, log, () => work(data, id)).then(
      () => ({ id, status: 'completed' }),
      // mutant(word, result, object): whatever is not completed has failed
      () => ({ id, status: 'failed' }),
    )
  await boss.work(name, { pollingIntervalSeconds: 1, ...together }, (jobs) => Promise.all(jobs.map(done)))
}

async function scheduleTask(boss: PgBoss, { name, cron, run }: ScheduledTask, log: Log): Promise<void> {
  // mutant(number): once more
  await ensureQueue(boss, name, { policy: 'singleton', retryLimit: 2 })
  await boss.schedule(name, cron)
  // mutant(number, object): how soon it looks, which only the clock tells
  await boss.work(name, { pollingIntervalSeconds: 5 }, () => logged(name, log, run))
}

async function logged(name: string, log: Log, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.error(`${name} failed`, { error })
    throw error
  }
}
