import { PgBoss, type JobResult } from 'pg-boss'
import type { Engine } from '../db/database.ts'
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
  /** Adds a job to a queue. It is done by whichever process works, soon after. */
  add(queue: string, data: object): Promise<void>
  /** Starts to work: the queues, and the tasks by the clock. */
  run(tasks: ScheduledTask[]): Promise<void>
  stop(): Promise<void>
}

/** The queue in the database. It opens with the first job or with `run`, so that a shop that needs neither waits for nothing. */
export function createJobs(engine: Engine, queues: Queue[], log: Log): Jobs {
  let opened: Promise<PgBoss> | undefined
  const open = () =>
    (opened ??= openQueues(engine, queues, log).catch((error: unknown) => {
      opened = undefined
      throw error
    }))

  return {
    async add(queue, data) {
      const boss = await open()
      await boss.send(queue, data)
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

async function openQueues(engine: Engine, queues: Queue[], log: Log): Promise<PgBoss> {
  const boss = new PgBoss({ ...engine.queue, schema: 'jobs' })
  boss.on('error', (error) => log.error('the job queue failed', { error }))
  await boss.start()
  for (const queue of queues) {
    await boss.createQueue(queue.name, {
      retryLimit: queue.retries,
      retryDelay: queue.firstPauseSeconds,
      retryDelayMax: queue.longestPauseSeconds,
      retryBackoff: true,
      deleteAfterSeconds: queue.keepDoneSeconds,
      // A process that dies over a job frees it after so long.
      expireInSeconds: 60,
    })
  }
  return boss
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
  await boss.createQueue(name, { policy: 'singleton', retryLimit: 2 })
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
