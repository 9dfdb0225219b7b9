import type { ScheduledTask } from '#platform/jobs/jobs.ts'
import type { Quotes } from './service.ts'

/** The scheduled tasks of quotes. */
export const quoteTasks = (quotes: Quotes): ScheduledTask[] => [
  { name: 'keep-time-of-quotes', cron: '*/5 * * * *', run: quotes.keepTime },
]
