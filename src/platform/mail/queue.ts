import type { Database } from '../db/database.ts'
import type { Jobs, Queue } from '../jobs/jobs.ts'
import type { Mailer } from './mailer.ts'
import { Mail } from './message.ts'

const name = 'mail'

/** Takes a message to be sent: when it answers, the message is kept and will be sent. */
export type SendMail = (mail: Mail) => Promise<void>

/** The queue between whoever writes a message and the mail server, which may be away for hours. */
export const mailQueue = (mailer: Mailer): Queue => ({
  name,
  work: (data, id) => mailer.send(Mail.parse(data), id),
  retries: 20, // mutant(number): once more
  firstPauseSeconds: 5, // mutant(number): a second more
  longestPauseSeconds: 3600, // mutant(number): a second more
  // Messages carry links that open accounts: once sent they should not lie about.
  // mutant(number): a second more
  keepDoneSeconds: 600,
})

/** @param db the transaction of what the message tells of, or the database where there is none. */
export const sendThrough =
  (jobs: Pick<Jobs, 'add'>, db: Database): SendMail =>
  (mail) =>
    jobs.add(db, name, mail)
