import type { Job, PgBoss } from 'pg-boss'
import type { Log } from '../log/log.ts'
import { traced } from '../tracing/trace.ts'
import { within } from '#shared/within.ts'

/** How many jobs of a queue run at once in one process. */
const atOnce = 20
/** How often it looks for jobs while there are none, in milliseconds. */
const pauseMs = 1000
/**
 * The least time between two looks, in milliseconds: jobs that end meanwhile are replaced together. Looking after each one cost
 * as much as sending a mail, in a process that buyers were waiting for.
 */
const restMs = 150
/** How often running jobs send a heartbeat, well before they would be taken for dead. */
const signMs = 10_000
/** How long a stop waits for running jobs, in milliseconds. */
const patienceMs = 1500

type Work = {
  name: string
  work: (data: unknown, id: string) => Promise<void>
  /** How many jobs of one group run at once, in all processes together. */
  atOnceInGroup?: number
}

/**
 * Does the jobs of a queue independently of each other: a slow one takes one place of many and delays no other, and the next
 * starts at once, or at the next look, while there are more. With one job per second, each queued behind a slow one, a stranger
 * could outrun the queue by requesting messages.
 * @returns a function that ends it, waiting a moment for running jobs. Other processes do what is not done by then.
 */
export function workOn(boss: PgBoss, { name, work, atOnceInGroup }: Work, log: Log): () => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const groups = atOnceInGroup === undefined ? {} : { groupConcurrency: atOnceInGroup }
  const report = (error: unknown) => log.error('the job queue failed', { error })
  const ending = new AbortController()
  let wake = () => {}
  let hurry = () => {}

  async function settle(job: Job<unknown>): Promise<void> {
    const isDone = await logged(name, log, () => work(job.data, job.id)).then(
      () => true,
      () => false,
    )
    await (isDone ? boss.complete(name, job) : boss.fail(name, job))
  }

  function begin(job: Job<unknown>): void {
    const ended = settle(job)
      .catch(report)
      .finally(() => {
        running.delete(job.id)
        wake()
      })
    running.set(job.id, ended)
  }

  /** @returns how many jobs it began. */
  async function look(): Promise<number> {
    if (running.size >= atOnce) return 0
    const jobs = await boss.fetch<unknown>(name, { batchSize: atOnce - running.size, ...groups })
    jobs.forEach(begin)
    return jobs.length
  }

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      // Created for each look: a promise that lives as long as the process would retain every wait for it.
      const woken = new Promise<void>((resolve) => (wake = resolve))
      const told = new Promise<void>((resolve) => (hurry = resolve))
      const begun = await look().catch((error: unknown) => {
        report(error)
        return 0
      })
      await within(restMs, told)
      if (begun === 0 && !ending.signal.aborted) await within(pauseMs - restMs, woken)
    }
  }

  const signs = setInterval(() => {
    if (running.size > 0) boss.touch(name, [...running.keys()]).catch(report)
  }, signMs)
  const looking = loop()
  return async () => {
    ending.abort()
    hurry()
    wake()
    await within(
      patienceMs,
      looking.then(() => Promise.all(running.values())),
    )
    clearInterval(signs)
  }
}

/** Traces work of a queue. An error is logged and rethrown. */
export async function logged(name: string, log: Log, run: () => Promise<void>): Promise<void> {
  try {
    await traced(() => ({ name: `job ${name}`, kind: 'consumer' }), run)
  } catch (error) {
    log.error(`${name} failed`, { error })
    throw error
  }
}
