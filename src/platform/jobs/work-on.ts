import type { Job, PgBoss } from 'pg-boss'
import type { Log } from '../log/log.ts'
import { traced } from '../tracing/trace.ts'
import { within } from '#shared/within.ts'

/** So many jobs of a queue at once in one process. */
const atOnce = 20
/** How often it looks for jobs while there are none, in milliseconds. */
const pauseMs = 1000
/**
 * The least time between two looks, in milliseconds: what ends meanwhile makes room together. To look after each cost as much as to
 * send a mail, in a process that buyers were waiting for.
 */
const restMs = 150
/** A sign of life for what is being done, well before it would be taken for dead. */
const signMs = 10_000
/** So long a stop waits for what was begun, in milliseconds. */
const patienceMs = 1500

type Work = {
  name: string
  work: (data: unknown, id: string) => Promise<void>
  /** So many jobs of one group at once, in all processes together. */
  atOnceInGroup?: number
}

/**
 * Does the jobs of a queue, each by itself: one that is slow takes one place of many and delays no other, and the next
 * comes at once, or at the next look, while there are more. One in a second, and each in line behind a slow one, is what a stranger could
 * outrun by asking for messages.
 * @returns what ends it: it waits a moment for what was begun. What is not done by then, others do.
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

  /** @returns how many it began. */
  async function look(): Promise<number> {
    if (running.size >= atOnce) return 0
    const jobs = await boss.fetch<unknown>(name, { batchSize: atOnce - running.size, ...groups })
    jobs.forEach(begin)
    return jobs.length
  }

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      // Made for each look: one that lives as long as the process would keep every wait for it.
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

/** Traces work of a queue. What fails is told, and fails. */
export async function logged(name: string, log: Log, run: () => Promise<void>): Promise<void> {
  try {
    await traced(() => ({ name: `job ${name}`, kind: 'consumer' }), run)
  } catch (error) {
    log.error(`${name} failed`, { error })
    throw error
  }
}
