import { and, asc, eq, gt, like } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { mailMessages } from '#platform/mail/tables.ts'

/** Mails to the person's address; where they have not shown that it is theirs, those about their own orders alone. */
const theirs = ({ email, emailVerified }: Person) =>
  and(eq(mailMessages.recipient, email), emailVerified ? undefined : like(mailMessages.about, 'order:%'))

/** What the person was written, oldest first. */
export async function* readMails(db: Database, person: Person) {
  const rows = readAll((after, limit) =>
    db
      .select()
      .from(mailMessages)
      .where(and(theirs(person), gt(mailMessages.id, after)))
      .orderBy(asc(mailMessages.id))
      .limit(limit),
  )
  for await (const { subject, createdAt, sentAt } of rows) {
    yield { subject, createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null }
  }
}

/** Forgets them; what is not sent yet will not be. */
export async function eraseMails(tx: Database, person: Person): Promise<void> {
  await tx.delete(mailMessages).where(theirs(person))
}
