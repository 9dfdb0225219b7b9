import { eq } from 'drizzle-orm'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Mail } from '#platform/mail/message.ts'
import { mailMessages } from '#platform/mail/tables.ts'

/** A queue that only records the messages added to it: the real one has its own tests. */
export function createTestJobs(): { jobs: Jobs; mails: Mail[] } {
  const mails: Mail[] = []
  const jobs: Jobs = {
    add: async (db, queue, added) => {
      for (const { data } of added) {
        if (queue !== 'mail' || !('id' in data)) continue
        const [row] = await db
          .select({ content: mailMessages.content })
          .from(mailMessages)
          .where(eq(mailMessages.id, String(data.id)))
        if (row?.content) mails.push(row.content)
      }
    },
    open: async () => {},
    run: async () => {},
    stop: async () => {},
  }
  return { jobs, mails }
}
