import type { Jobs } from '#platform/jobs/jobs.ts'
import { Mail } from '#platform/mail/message.ts'

/** A queue that does nothing but show which messages were given to it: the real one is tested where it stands. */
export function createTestJobs(): { jobs: Jobs; mails: Mail[] } {
  const mails: Mail[] = []
  const jobs: Jobs = {
    add: async (_db, _queue, data) => {
      mails.push(Mail.parse(data))
    },
    open: async () => {},
    run: async () => {},
    stop: async () => {},
  }
  return { jobs, mails }
}
