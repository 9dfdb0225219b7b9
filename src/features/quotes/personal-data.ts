import { and, asc, eq, gt, isNull, or } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { listEvents, withOwnOrders } from './store.ts'
import { quotes } from './tables.ts'
import { toWire } from './wire.ts'

/**
 * Requests of who was signed in, and those of nobody that carry their e-mail: whoever has not shown that it is theirs learns nothing
 * of these, and ends none. What another account asked for is another's, whatever e-mail was typed there.
 */
const of = ({ id, email, emailVerified }: Person) =>
  or(eq(quotes.userId, id), emailVerified ? and(isNull(quotes.userId), eq(quotes.email, email)) : undefined)

/** With what both sides wrote about each. */
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
    const { _id, answeredAt: _answered, ...quote } = toWire(row, { currency, now: row.createdAt })
    const events = await listEvents(db, row.id)
    const messages = events.flatMap(({ event: { at, byStaff, text } }) =>
      text === null ? [] : [{ at: at.toISOString(), byStaff, text }],
    )
    yield { ...quote, messages }
  }
}

/** With what was written about them. */
export async function eraseQuotes(tx: Database, person: Person): Promise<void> {
  await tx.delete(quotes).where(of(person))
}
