import type { Database } from '#platform/db/database.ts'
import type { ScheduledTask } from '#platform/jobs/jobs.ts'
import { sweepSessions } from './store.ts'

/** What accounts do by the clock. */
export const accountTasks = (db: Database): ScheduledTask[] => [
  { name: 'sweep-sessions', cron: '37 * * * *', run: () => sweepSessions(db) },
]
