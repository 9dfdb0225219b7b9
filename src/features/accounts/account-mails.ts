import { inTransaction, type Database } from '#platform/db/database.ts'
import type { Mail } from '#platform/mail/message.ts'
import type { Letter, SendMail } from '#platform/mail/queue.ts'
import { lockUser, type UserRow } from './store.ts'

type Parts = {
  db: Database
  sendMail: SendMail
  /** Prepares what `sendMail` needs, which it cannot do within a transaction. */
  ready: () => Promise<void>
}

/**
 * Writes a mail to an account under its lock. Whoever erases the account at the same moment either waits, and then finds the mail,
 * or came first, and nothing is written: the address would stay in the list of mails for good.
 */
export const accountMails =
  ({ db, sendMail, ready }: Parts) =>
  /** @param write says what to send, and may write more in the same transaction. Not called for an account that was removed. */
  async (
    userId: string,
    letter: Letter,
    write: (user: UserRow, tx: Database) => Promise<Mail> | Mail,
  ): Promise<void> => {
    await ready()
    await inTransaction(db, async (tx) => {
      const user = await lockUser(tx, userId)
      if (user?.removedAt === null) await sendMail(await write(user, tx), letter, tx)
    })
  }
