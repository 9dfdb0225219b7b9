import { z } from 'zod'
import type { Queue, ScheduledTask } from '#platform/jobs/jobs.ts'
import type { Printing } from './service.ts'

export const printQueueName = 'print'
const Job = z.object({ id: z.uuid() })

/** Draws in whichever process works; of each who asks one file at a time. */
export const printQueue = (printing: () => Pick<Printing, 'draw' | 'giveUp'>): Queue => ({
  name: printQueueName,
  work: (data) => printing().draw(Job.parse(data).id),
  retries: 2,
  firstPauseSeconds: 5,
  longestPauseSeconds: 30,
  keepDoneSeconds: 3600,
  atOnceInGroup: 1,
  giveUp: (data) => printing().giveUp(Job.parse(data).id),
})

/** What printing does by the clock. */
export const printTasks = (printing: Printing): ScheduledTask[] => [
  { name: 'sweep-prints', cron: '47 * * * *', run: printing.sweep },
]
