import { and, asc, eq, gt, isNull, notLike, or } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { mailMessages } from '#platform/mail/tables.ts'

const { about } = mailMessages

/** Mails to the person's address; while they have not verified it, none about quotes, for which anybody may have typed it. */
const theirs = ({ email, emailVerified }: Person) =>
  and(eq(mailMessages.recipient, email), emailVerified ? undefined : or(isNull(about), notLike(about, 'quote:%')))

/** The mails written to the person, oldest first. */
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

/** Deletes these mails; those not sent yet never will be. */
export async function eraseMails(tx: Database, person: Person): Promise<void> {
  await tx.delete(mailMessages).where(theirs(person))
}
