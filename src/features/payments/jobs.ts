import type { ScheduledTask } from '#platform/jobs/jobs.ts'
import type { Payments } from './service.ts'

/** Scheduled tasks of payments. */
export const paymentTasks = (payments: Payments): ScheduledTask[] => [
  { name: 'reconcile-payments', cron: '* * * * *', run: payments.reconcile },
  { name: 'sweep-payment-events', cron: '37 3 * * *', run: payments.sweepEvents },
]
