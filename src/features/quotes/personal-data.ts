import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import type { QuoteEvent } from './schema.ts'
import { listEvents, withOwnOrders } from './store.ts'
import { quotes } from './tables.ts'
import { eventToWire, toWire } from './wire.ts'

/**
 * The requests of the account, and requests without an account that have its e-mail address; the latter are neither shown to nor
 * erased by a person who has not verified the address. Another account's request is not theirs, whatever address was typed.
 */
const of = ({ id, email, emailVerified }: Person) =>
  or(eq(quotes.userId, id), emailVerified ? and(isNull(quotes.userId), eq(quotes.email, email)) : undefined)

/** The person's quotes, each with what was offered, and what both sides wrote about it. */
export async function* readQuotes(db: Database, person: Person, currency: string) {
  const rows = readAll(async (after, limit) => {
    const found = await db
      .select()
      .from(quotes)
      .where(and(of(person), gt(quotes.id, after)))
      .orderBy(asc(quotes.id))
      .limit(limit)
    return withOwnOrders(db, found, person.id)
  })
  for await (const row of rows) {
    const {
      _id,
      answeredAt: _answeredAt,
      answeredBy: _answeredBy,
      ...quote
    } = toWire(row, { currency, now: row.createdAt })
    const events = await listEvents(db, row.id)
    yield { ...quote, events: events.map((event) => withoutStaff(eventToWire(event, { currency, isStaff: false }))) }
  }
}

const withoutStaff = ({ _id, by: _by, ...event }: QuoteEvent) => event

/** Deletes the person's quotes, with what was written about them and the mails about them, whatever address was typed. */
export async function eraseQuotes(tx: Database, person: Person): Promise<void> {
  const gone = await tx.delete(quotes).where(of(person)).returning({ id: quotes.id })
  const about = gone.map(({ id }) => `quote:${id}`)
  // In a statement of its own: a mail that is being written right now keeps its quote locked, so it is there by now.
  if (about.length > 0) await tx.delete(mailMessages).where(inArray(mailMessages.about, about))
}
