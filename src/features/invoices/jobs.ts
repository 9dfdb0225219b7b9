import type { ScheduledTask } from '#platform/jobs/jobs.ts'
import type { Invoices } from './service.ts'

/** What invoices do by the clock. */
export const invoiceTasks = (invoices: Invoices): ScheduledTask[] => [
  { name: 'issue-invoices', cron: '* * * * *', run: invoices.issueDue },
]
