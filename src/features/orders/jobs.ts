import type { ScheduledTask } from '#platform/jobs/jobs.ts'
import type { Orders } from './service.ts'
import type { Telling } from './telling.ts'

/** The scheduled tasks of orders. */
export const orderTasks = (orders: Orders, telling: Telling): ScheduledTask[] => [
  { name: 'expire-orders', cron: '* * * * *', run: orders.expireDue },
  { name: 'tell-of-orders', cron: '* * * * *', run: telling.remind },
]
