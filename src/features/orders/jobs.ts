import type { ScheduledTask } from '#platform/jobs/jobs.ts'
import type { Orders } from './service.ts'

/** What orders do by the clock. */
export const orderTasks = (orders: Orders): ScheduledTask[] => [
  { name: 'expire-orders', cron: '* * * * *', run: orders.expireDue },
]
