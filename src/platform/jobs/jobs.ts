import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type Queue as CreateQueue } from 'pg-boss'
import type { Database, Engine } from '../db/database.ts'
import { calledFrom } from '../audit/origin.ts'
import { inBackground, onBehalfOf } from '../db/fair-line.ts'
import type { Log } from '../log/log.ts'
import { logged, workOn } from './work-on.ts'

/** A task that runs on a schedule, in one process at a time, whichever is free. */
export type ScheduledTask = {
  name: string
  /** Five cron fields, in UTC. */
  cron: string
  run: () => Promise<void>
}

/** Work that must not be lost: it stays in the database until it is done, even across a restart. */
export type Queue = {
  name: string
  /** Does one job. If it throws, it is retried after ever longer pauses. It may run twice for one job, but runs at least once. */
  work: (data: unknown, id: string) => Promise<void>
  retries: number
  /** The pause before the first retry; each is about twice the one before, up to `longestPauseSeconds`. */
  firstPauseSeconds: number
  longestPauseSeconds: number
  /**
   * How long one try may take. A longer one counts as failed and the job is begun again, even beside a try that still runs: set it
   * well above what the slowest machine needs. A process that died is noticed by its missing signs of life, long before.
   */
  longestTrySeconds: number
  /** How long a completed job stays readable in the database. */
  keepDoneSeconds: number
  /** How many jobs of one group (see `add`) run at once, so that a group that hangs leaves room for the others. */
  atOnceInGroup?: number
  /** Called for a job whose retries are used up, or whose workers died each time. */
  giveUp?: (data: unknown) => Promise<void>
}

type NewJob = {
  data: object
  /** What its success depends on, such as whose server has to answer. */
  group?: string
}

export type Jobs = {
  /**
   * Adds jobs to a queue in the transaction that causes them: once it commits, any process that does jobs runs them soon after.
   * On the embedded engine, whose only connection the transaction holds, call it only after `open`.
   */
  add(db: Database, queue: string, jobs: readonly NewJob[]): Promise<void>
  /** Makes the queues ready. */
  open(): Promise<void>
  /** Starts working on the queues and the scheduled tasks. */
  run(tasks: ScheduledTask[]): Promise<void>
  stop(): Promise<void>
}

/** @param works whether this process does jobs, or only adds them. */
type Options = { log: Log; works: boolean }

/** On nobody's behalf and without an origin: it takes neither from the first call that adds a job. */
const byTheShop = <T>(work: () => T): T => calledFrom(undefined, () => onBehalfOf('', work))

/** The queues in the database. They open with the first job or with `run`, so that a shop that needs neither does not wait. */
export function createJobs(engine: Engine, queues: Queue[], { log, works }: Options): Jobs {
  let opened: Promise<PgBoss> | undefined
  const workers: (() => Promise<void>)[] = []
  const open = () =>
    (opened ??= byTheShop(() => openQueues(engine, queues, { log, works })).catch((error: unknown) => {
      opened = undefined
      throw error
    }))

  return {
    async add(db, queue, jobs) {
      const boss = await open()
      const grouped = jobs.map(({ data, group }) => ({ data, ...(group !== undefined && { group: { id: group } }) }))
      await boss.insert(queue, grouped, { db: fromDrizzle(db, sql) })
    },
    async open() {
      await open()
    },
    async run(tasks) {
      const boss = await open()
      await inBackground(async () => {
        // Each run of a task leaves a job here, too.
        await boss.updateQueue('__pgboss__send-it', { deleteAfterSeconds: keepRunSeconds })
        for (const queue of queues) {
          workers.push(workOn(boss, queue, log))
          const { giveUp } = queue
          if (giveUp) await workSlowly(boss, givenUp(queue.name), log, ([job]) => giveUp(job?.data))
        }
        for (const task of tasks) await scheduleTask(boss, engine.db, task, log)
      })
    },
    async stop() {
      const boss = await opened
      await Promise.all(workers.splice(0).map((end) => end()))
      // mutant(number, object): how long it waits at the most
      await boss?.stop({ graceful: true, timeout: 1500 })
    },
  }
}

/** The job of a process that died is free for another after this long, plus up to as long again until others look for such. */
const signsOfLife = { heartbeatSeconds: 20 } as const
const lookForDead = { superviseIntervalSeconds: 20, monitorIntervalSeconds: 20 } as const
/** How often what is kept long enough is deleted. */
const sweep = { maintenanceIntervalSeconds: 3600 } as const
/** How long a run of a scheduled task stays readable. Most run every minute: a week of them is a hundred thousand rows. */
const keepRunSeconds = 24 * 3600

async function openQueues(engine: Engine, queues: Queue[], { log, works }: Options): Promise<PgBoss> {
  const boss = new PgBoss({
    ...engine.queue,
    schema: 'jobs',
    supervise: works,
    schedule: works,
    ...lookForDead,
    ...sweep,
  })
  boss.on('error', (error) => log.error('the job queue failed', { error }))
  // If two processes created the tables at once, one would leave a connection in a failed transaction.
  await engine.alone(async () => void (await boss.start()))
  for (const queue of queues) {
    const deadLetter = givenUp(queue.name)
    // mutant(object): the pauses between tries
    if (queue.giveUp) await ensureQueue(boss, deadLetter, { retryLimit: 1000, retryDelay: 60 })
    await ensureQueue(boss, queue.name, {
      ...(queue.giveUp && { deadLetter }),
      retryLimit: queue.retries,
      retryDelay: queue.firstPauseSeconds,
      retryDelayMax: queue.longestPauseSeconds,
      retryBackoff: true,
      deleteAfterSeconds: queue.keepDoneSeconds,
      expireInSeconds: queue.longestTrySeconds,
    })
  }
  return boss
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** Applies the options even to a queue that an earlier version created. */
async function ensureQueue(boss: PgBoss, name: string, options: Omit<CreateQueue, 'name'>): Promise<void> {
  const { policy, ...rest } = { ...options, ...signsOfLife }
  await boss.createQueue(name, { policy, ...rest })
  await boss.updateQueue(name, rest)
  // From now on the library knows the queue: within a transaction it could not look it up.
  await boss.findJobs(name, { id: nobody })
}

/** The queue for another queue's jobs that are no longer retried. */
const givenUp = (queue: string) => `${queue}-given-up`

/** While a task waits or runs, its next minute adds nothing: a slow task would find every minute that it missed waiting for it. */
const once = 'exclusive'

async function scheduleTask(boss: PgBoss, db: Database, { name, cron, run }: ScheduledTask, log: Log): Promise<void> {
  // mutant(number): once more
  await ensureQueue(boss, name, { policy: once, retryLimit: 2, deleteAfterSeconds: keepRunSeconds })
  await allowOnce(db, name)
  await boss.schedule(name, cron)
  await workSlowly(boss, name, log, run)
}

/**
 * Changes the policy of a task's queue that an earlier version created, which the library does not, and of its job that runs or
 * else waits; the others are dropped. An earlier version beside this one adds its jobs under the policy of the queue, too.
 */
async function allowOnce(db: Database, name: string): Promise<void> {
  await db.execute(sql`
    with changed as (
      update jobs.queue set policy = ${once} where name = ${name} and policy <> ${once} returning name
    ), kept as (
      select id from jobs.job where name = (select name from changed) and state <= 'active'
      order by state desc, created_on desc limit 1
    ), dropped as (
      delete from jobs.job where name = (select name from changed) and state < 'active' and id not in (select id from kept)
    )
    update jobs.job set policy = ${once} where name = (select name from changed) and id in (select id from kept)`)
}

type Work = (jobs: { data: unknown }[]) => Promise<void>

/** Works on one job at a time, and polls slowly. */
async function workSlowly(boss: PgBoss, name: string, log: Log, work: Work): Promise<void> {
  // mutant(number, object): how soon it polls, which only the clock shows
  await boss.work(name, { pollingIntervalSeconds: 5 }, (jobs) => logged(name, log, () => work(jobs)))
}
