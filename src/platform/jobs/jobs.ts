import { PgBoss } from 'pg-boss'
import type { Engine } from '../db/database.ts'
import type { Log } from '../log.ts'

/** A task that runs by the clock: one process at a time, whichever is free. */
export type ScheduledTask = {
  name: string
  /** Five fields of cron, in UTC. */
  cron: string
  run: () => Promise<void>
}

export type Jobs = { stop(): Promise<void> }

/** Starts the queue in the database and its scheduled tasks; a task that throws is logged and tried again. */
export async function startJobs(engine: Engine, tasks: ScheduledTask[], log: Log): Promise<Jobs> {
  const boss = new PgBoss({ ...engine.queue, schema: 'jobs' })
  boss.on('error', (error) => log.error('the job queue failed', { error }))
  await boss.start()
  for (const { name, cron, run } of tasks) {
    await boss.createQueue(name, { policy: 'singleton', retryLimit: 2 })
    await boss.schedule(name, cron)
    await boss.work(name, { pollingIntervalSeconds: 5 }, async () => {
      await run().catch((error: unknown) => {
        log.error(`${name} failed`, { error })
        throw error
      })
    })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 3000 }) }
}
