import { z } from 'zod'
import type { Queue, ScheduledTask } from '#platform/jobs/jobs.ts'
import type { Printing } from './service.ts'

export const printQueueName = 'print'
const Job = z.object({ id: z.uuid() })

/** Draws in whichever process runs jobs, one file at a time for each user. */
export const printQueue = (printing: () => Pick<Printing, 'draw' | 'giveUp'>): Queue => ({
  name: printQueueName,
  work: (data) => printing().draw(Job.parse(data).id),
  retries: 2,
  firstPauseSeconds: 5,
  longestPauseSeconds: 30,
  // The most orders of one print take a minute and a half on a slow machine. Begun again beside itself, each would slow the other.
  longestTrySeconds: 900,
  keepDoneSeconds: 3600,
  atOnceInGroup: 1,
  giveUp: (data) => printing().giveUp(Job.parse(data).id),
})

/** Scheduled tasks of printing. */
export const printTasks = (printing: Printing): ScheduledTask[] => [
  { name: 'sweep-prints', cron: '47 * * * *', run: printing.sweep },
]
