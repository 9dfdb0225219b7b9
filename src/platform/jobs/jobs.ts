import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type Queue as CreateQueue } from 'pg-boss'
import type { Database, Engine } from '../db/database.ts'
import { calledFrom } from '../audit/origin.ts'
import { inBackground, onBehalfOf } from '../db/fair-line.ts'
import type { Log } from '../log/log.ts'
import { logged, workOn } from './work-on.ts'

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
  /** So many jobs of one group (see `add`) are done at once, so that one that hangs leaves room for the others. */
  atOnceInGroup?: number
  /** Hears of a job that was tried as often as may be, or whose workers died each time. */
  giveUp?: (data: unknown) => Promise<void>
}

type NewJob = {
  data: object
  /** What it stands or falls with, such as whose server has to answer. */
  group?: string
}

export type Jobs = {
  /**
   * Adds jobs to a queue, in the transaction of their cause: they are done if that is, by whichever process works, soon after.
   * On the embedded engine, whose one connection a transaction has, only after `open`.
   */
  add(db: Database, queue: string, jobs: readonly NewJob[]): Promise<void>
  /** Makes the queues ready. */
  open(): Promise<void>
  /** Starts to work: the queues, and the tasks by the clock. */
  run(tasks: ScheduledTask[]): Promise<void>
  stop(): Promise<void>
}

/** @param works whether this process does jobs, or only adds them. */
type Options = { log: Log; works: boolean }

/** In nobody's name and from nowhere: the first call to add a job lends it neither. */
const byTheShop = <T>(work: () => T): T => calledFrom(undefined, () => onBehalfOf('', work))

/** The queue in the database. It opens with the first job or with `run`, so that a shop that needs neither waits for nothing. */
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
        for (const queue of queues) {
          workers.push(workOn(boss, queue, log))
          const { giveUp } = queue
          if (giveUp) await workSlowly(boss, givenUp(queue.name), log, ([job]) => giveUp(job?.data))
        }
        for (const task of tasks) await scheduleTask(boss, task, log)
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

/** A process that died over a job frees it for another after so long, and after as long again in which others look for such. */
const signsOfLife = { heartbeatSeconds: 20 } as const
const lookForDead = { superviseIntervalSeconds: 20 } as const

async function openQueues(engine: Engine, queues: Queue[], { log, works }: Options): Promise<PgBoss> {
  const boss = new PgBoss({ ...engine.queue, schema: 'jobs', supervise: works, schedule: works, ...lookForDead })
  boss.on('error', (error) => log.error('the job queue failed', { error }))
  // Of two that make the tables at once, one would leave a connection in a transaction that has failed.
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

/** Where the jobs of a queue go that are tried no more. */
const givenUp = (queue: string) => `${queue}-given-up`

async function scheduleTask(boss: PgBoss, { name, cron, run }: ScheduledTask, log: Log): Promise<void> {
  // mutant(number): once more
  await ensureQueue(boss, name, { policy: 'singleton', retryLimit: 2 })
  await boss.schedule(name, cron)
  await workSlowly(boss, name, log, run)
}

type Work = (jobs: { data: unknown }[]) => Promise<void>

/** One job at a time, and not at once. */
async function workSlowly(boss: PgBoss, name: string, log: Log, work: Work): Promise<void> {
  // mutant(number, object): how soon it looks, which only the clock tells
  await boss.work(name, { pollingIntervalSeconds: 5 }, (jobs) => logged(name, log, () => work(jobs)))
}
