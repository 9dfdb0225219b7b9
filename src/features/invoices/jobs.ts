import type { ScheduledTask } from '#platform/jobs/jobs.ts'
import type { Invoices } from './service.ts'

/** Scheduled tasks of invoices. */
export const invoiceTasks = (invoices: Invoices): ScheduledTask[] => [
  { name: 'issue-invoices', cron: '* * * * *', run: invoices.issueDue },
]
