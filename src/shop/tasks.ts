import type { Auth } from '#features/accounts/auth.ts'
import { accountTasks } from '#features/accounts/jobs.ts'
import { waitingTasks, type Waiting } from '#features/inventory/waiting.ts'
import { invoiceTasks } from '#features/invoices/jobs.ts'
import type { Invoices } from '#features/invoices/service.ts'
import { orderTasks } from '#features/orders/jobs.ts'
import type { Orders } from '#features/orders/service.ts'
import type { Telling } from '#features/orders/telling.ts'
import { paymentTasks } from '#features/payments/jobs.ts'
import type { Payments } from '#features/payments/service.ts'
import { printTasks } from '#features/printing/jobs.ts'
import type { Printing } from '#features/printing/service.ts'
import { quoteTasks } from '#features/quotes/jobs.ts'
import type { Quotes } from '#features/quotes/service.ts'
import type { StaffNoticesService } from '#features/staff-day/notices.ts'
import type { Engine } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import { sweepDoneCalls } from '#platform/http/once.ts'
import type { ScheduledTask } from '#platform/jobs/jobs.ts'
import { mailTasks } from '#platform/mail/queue.ts'
import type { Clock } from '#shared/clock.ts'
import { sweepSignIns } from '../sandbox/sign-in/store.ts'

type Parts = {
  engine: Engine
  clock: Clock
  auth: Auth
  orders: Orders
  telling: Telling
  payments: Payments
  waiting: Waiting
  quotes: Quotes
  invoices: Invoices
  printing: Printing
  staffNotices: StaffNoticesService
  limiter: RateLimiter
}

/** The scheduled tasks of all features. */
export function scheduledTasks({ engine, clock, auth, limiter, staffNotices, ...parts }: Parts): ScheduledTask[] {
  const { db, tidy } = engine
  return [
    ...accountTasks(db, auth, clock),
    ...orderTasks(parts.orders, parts.telling),
    ...paymentTasks(parts.payments),
    ...waitingTasks(parts.waiting),
    ...quoteTasks(parts.quotes),
    ...invoiceTasks(parts.invoices),
    ...printTasks(parts.printing),
    ...mailTasks(db, clock),
    { name: 'tell-staff', cron: '* * * * *', run: staffNotices.tell },
    { name: 'sweep-limits', cron: '17 * * * *', run: limiter.sweep },
    { name: 'sweep-done-calls', cron: '47 * * * *', run: () => sweepDoneCalls(db, clock) },
    { name: 'sweep-sign-ins', cron: '27 * * * *', run: () => sweepSignIns(db) },
    ...(tidy ? [{ name: 'tidy-database', cron: '* * * * *', run: tidy }] : []),
  ]
}
