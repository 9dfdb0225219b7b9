import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, not, or, sql, type SQL } from 'drizzle-orm'
import { site } from '#content/site.ts'
import { findUserByEmail } from '#features/accounts/store.ts'
import { users } from '#features/accounts/tables.ts'
import { orders } from '#features/orders/tables.ts'
import type { Database, Reads } from '#platform/db/database.ts'
import { startOfDay } from '#platform/db/days.ts'
import { byColumn, byId, readPage, type SortOrder } from '#platform/db/keyset.ts'
import { readAll } from '#platform/db/read-all.ts'
import { containing } from '#platform/db/words.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { dayOf } from '#shared/days.ts'
import type { Page } from '#shared/list.ts'
import type { QuoteFilter, QuoteQuery, QuoteSort } from './schema.ts'
import { nextDigits, quoteEvents, quotes } from './tables.ts'

export type QuoteRow = typeof quotes.$inferSelect

type NewQuoteRow = Omit<typeof quotes.$inferInsert, 'number'> & { createdAt: Date }

/** Writes a request with a number of the year in which it is asked for, in the shop's time zone. @returns the number. */
export async function insertQuote(db: Database, row: NewQuoteRow): Promise<string> {
  const year = dayOf(row.createdAt, site.timeZone).slice(0, 4)
  const [written] = await db
    .insert(quotes)
    .values({ ...row, number: sql`${`WQ-${year}-`} || ${nextDigits}` })
    .returning({ number: quotes.number })
  if (!written) throw new Error('the quote was not written')
  return written.number
}

const { id } = quotes
const name = { column: quotes.name, id, key: (quote: QuoteRow) => quote.name, type: 'text' } as const
const quantity = { column: quotes.quantity, id, key: (quote: QuoteRow) => quote.quantity, type: 'bigint' } as const

const sorts: Record<QuoteSort, SortOrder<QuoteRow>> = {
  newest: byId(id, 'desc'),
  oldest: byId(id, 'asc'),
  name: byColumn(name, 'asc'),
  '-name': byColumn(name, 'desc'),
  quantity: byColumn(quantity, 'asc'),
  '-quantity': byColumn(quantity, 'desc'),
}

/** The filter of a list of quotes, as a condition. */
export function quotesFound({ q, answered, from }: QuoteFilter): SQL | undefined {
  return and(
    containing(q, [quotes.number, quotes.name, quotes.email, quotes.phone, quotes.productName]),
    answered && (answered === 'yes' ? isNotNull(quotes.answeredAt) : isNull(quotes.answeredAt)),
    from ? gte(quotes.createdAt, startOfDay(from, site.timeZone)) : undefined,
  )
}

/** The owner of a quote: the account that asked or, if there was none, the account that has verified its e-mail address. */
const ownedBy = (userId: string): SQL | undefined =>
  or(
    eq(quotes.userId, userId),
    and(
      isNull(quotes.userId),
      sql`${quotes.email} = (select ${users.email} from ${users} where ${users.id} = ${userId} and ${users.emailVerified})`,
    ),
  )

export async function isOwnQuote(db: Database, quoteId: string, userId: string): Promise<boolean> {
  return (await db.$count(quotes, and(eq(quotes.id, quoteId), ownedBy(userId)))) > 0
}

/** The account that asked or, if there was none, the one that has verified the quote's e-mail address. */
export async function findAsker(tx: Database, { userId, email }: QuoteRow): Promise<string | undefined> {
  if (userId !== null) return userId
  const account = await findUserByEmail(tx, email)
  return account?.emailVerified && !account.removedAt ? account.id : undefined
}

/** A page of the quotes, of all or of one account. @throws Failure 'bad-request' for a foreign cursor. */
export async function listQuotes(
  db: Reads,
  { sort = 'newest', limit: most, cursor, ...filter }: QuoteQuery,
  owner?: string,
): Promise<Page<AnsweredQuote>> {
  const found = and(quotesFound(filter), owner === undefined ? undefined : ownedBy(owner))
  const [{ rows, nextCursor }, total] = await Promise.all([
    readPage(sorts[sort], { limit: most, cursor }, ({ by, after, limit }) => {
      const matching = db
        .select()
        .from(quotes)
        .where(and(found, after))
        .orderBy(...by)
      // mutant(condition → true): without a number it limits nothing
      return limit ? matching.limit(limit) : matching
    }),
    db.$count(quotes, found),
  ])
  const items = owner === undefined ? await withAnswerers(db, rows) : await withOwnOrders(db, rows, owner)
  return { items, total, nextCursor }
}

/** Quotes as an account, or nobody, may see them: without the id of an order of a colleague who accepted by the link. */
export async function withOwnOrders(
  db: Reads,
  rows: readonly QuoteRow[],
  userId: string | undefined,
): Promise<QuoteRow[]> {
  const ids = rows.flatMap(({ orderId }) => orderId ?? [])
  const own =
    userId !== undefined && ids.length > 0
      ? await db
          .select({ id: orders.id })
          .from(orders)
          .where(and(eq(orders.userId, userId), inArray(orders.id, ids)))
      : []
  const theirs = new Set(own.map((order) => order.id))
  return rows.map((row) => ({ ...row, orderId: row.orderId && theirs.has(row.orderId) ? row.orderId : null }))
}

/** A quote with the name of whoever on the staff saw to it, for staff. */
export type AnsweredQuote = QuoteRow & { answerer?: string | undefined }

/** Quotes as staff may see them. */
export async function withAnswerers(db: Reads, rows: readonly QuoteRow[]): Promise<AnsweredQuote[]> {
  const ids = new Set(rows.flatMap(({ answeredBy }) => answeredBy ?? []))
  const { id: userId, name: userName } = users
  const found =
    ids.size > 0
      ? await db
          .select({ userId, userName })
          .from(users)
          .where(inArray(userId, [...ids]))
      : []
  const names = new Map(found.map((user) => [user.userId, user.userName]))
  return rows.map((row) => ({ ...row, answerer: names.get(row.answeredBy ?? '') }))
}

/** Keeps a request from changing until the transaction ends. */
export async function lockQuote(tx: Database, quoteId: string): Promise<QuoteRow | undefined> {
  const [row] = await tx.select().from(quotes).where(eq(quotes.id, quoteId)).for('update')
  return row
}

export async function findQuote(db: Database, quoteId: string): Promise<QuoteRow | undefined> {
  const [row] = await db.select().from(quotes).where(eq(quotes.id, quoteId))
  return row
}

/** Changes a locked quote. */
export async function changeQuote(tx: Database, quoteId: string, change: Partial<QuoteRow>): Promise<void> {
  await tx.update(quotes).set(change).where(eq(quotes.id, quoteId))
}

/** @returns its id. */
export async function addEvent(tx: Database, row: typeof quoteEvents.$inferInsert): Promise<string> {
  const [written] = await tx.insert(quoteEvents).values(row).returning({ id: quoteEvents.id })
  if (!written) throw new Error('the event was not written')
  return written.id
}

/** Whether staff took the last step with a quote; undefined if nobody took any. Messages are no steps. */
export async function wasLastStepByStaff(tx: Database, quoteId: string): Promise<boolean | undefined> {
  const [last] = await tx
    .select({ byStaff: quoteEvents.byStaff })
    .from(quoteEvents)
    .where(and(eq(quoteEvents.quoteId, quoteId), ne(quoteEvents.kind, 'message')))
    .orderBy(desc(quoteEvents.id))
    .limit(1)
  return last?.byStaff
}

export async function countMessages(tx: Database, quoteId: string): Promise<number> {
  return tx.$count(quoteEvents, and(eq(quoteEvents.quoteId, quoteId), eq(quoteEvents.kind, 'message')))
}

/** An event with its author's name, if the author has an account. */
export type AuthoredEvent = { event: typeof quoteEvents.$inferSelect; author: string | null }

/** The events of a quote, oldest first. */
export function listEvents(db: Database, quoteId: string): Promise<AuthoredEvent[]> {
  return db
    .select({ event: quoteEvents, author: users.name })
    .from(quoteEvents)
    .leftJoin(users, eq(users.id, quoteEvents.actorId))
    .where(eq(quoteEvents.quoteId, quoteId))
    .orderBy(asc(quoteEvents.id))
}

/** Whether the buyer was told of this end of the offer: the mail's event contains `validUntil`, so there is one for each end. */
const isTold = sql`exists (select from ${mailMessages} where ${mailMessages.event} =
  'quote:' || ${quotes.id} || ':expiring:' || to_char(${quotes.validUntil} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/** Offers whose time is over. */
export const readEnded = (db: Database, by: Date): AsyncGenerator<{ id: string }> =>
  readOffered(db, lt(quotes.validUntil, by))

/** Offers that end within that time, if their buyers were not told yet, and not with an offer that was good for a day only. */
export const readEnding = (db: Database, after: Date, by: Date): AsyncGenerator<{ id: string }> =>
  readOffered(
    db,
    and(
      gte(quotes.validUntil, after),
      lt(quotes.validUntil, by),
      sql`${quotes.offeredAt} < ${quotes.validUntil} - interval '1 day'`,
      not(isTold),
    ),
  )

/** Comes to each once, however many of those before it are still there because they fail. */
const readOffered = (db: Database, condition: SQL | undefined) =>
  readAll((after, limit) =>
    db
      .select({ id: quotes.id })
      .from(quotes)
      // Written like the condition of the partial index.
      .where(and(sql`${quotes.state} = 'offered'`, condition, gt(quotes.id, after)))
      .orderBy(asc(quotes.id))
      .limit(limit),
  )
