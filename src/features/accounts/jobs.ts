import type { Database } from '#platform/db/database.ts'
import type { ScheduledTask } from '#platform/jobs/jobs.ts'
import type { Clock } from '#shared/clock.ts'
import type { Auth } from './auth.ts'
import { sweepSignUps } from './sign-ups.ts'
import { tendKeys } from './signing-keys.ts'
import { sweepSessions } from './store.ts'

/** The scheduled tasks of accounts. */
export const accountTasks = (db: Database, auth: Auth, clock: Clock): ScheduledTask[] => [
  { name: 'tend-signing-keys', cron: '47 2 * * *', run: () => tendKeys(db, auth) },
  { name: 'sweep-sessions', cron: '37 * * * *', run: () => sweepSessions(db) },
  { name: 'sweep-mailed-sign-ups', cron: '38 * * * *', run: () => sweepSignUps(db, clock.now()) },
]
