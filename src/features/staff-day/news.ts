import { and, asc, eq, gt, inArray, lte, not, notLike, sql } from 'drizzle-orm'
import { enoughStock } from '#features/catalogue/tables.ts'
import { orderEvents, orders } from '#features/orders/tables.ts'
import { disputes, refunds } from '#features/payments/tables.ts'
import { quoteEvents, quotes } from '#features/quotes/tables.ts'
import type { QuoteEventKind } from '#features/quotes/schema.ts'
import type { Database } from '#platform/db/database.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { formatMoney, minor, toMajor, type Minor } from '#shared/money.ts'
import type { NoticeTopic } from './schema.ts'

/** After `since`, up to `until`, and at most `most` items. */
type Window = { since: Date; until: Date; most: number }

/** One line of news, and whom it is about, if anybody: an account's id, or the e-mail of somebody without one. */
export type News = { text: string; person?: string | undefined }

/** The news of that time, oldest first. */
export const newsOf: Record<NoticeTopic, (db: Database, window: Window) => Promise<News[]>> = {
  orders: ordersPlaced,
  quotes: quotesAsked,
  stock: stockRunLow,
  async failures(db, window) {
    // Money comes first: mail can fail by the hundred.
    const found = await Promise.all([disputesOpened(db, window), refundsFailed(db, window), mailsFailed(db, window)])
    return found.flat().slice(0, window.most)
  },
}

const moneyOf = (amount: Minor, currency: string) => formatMoney(toMajor(amount, currency), currency)
const pieces = (count: number) => count.toLocaleString('en-US')

async function ordersPlaced(db: Database, { since, until, most }: Window): Promise<News[]> {
  const rows = await db
    .select({
      number: orders.number,
      name: orders.name,
      total: orders.total,
      currency: orders.currency,
      person: orders.userId,
    })
    .from(orders)
    .where(and(gt(orders.createdAt, since), lte(orders.createdAt, until)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(most)
  return rows.map(({ number, name, total, currency, person }) => ({
    text: `${number}, ${moneyOf(total, currency)}, ${name}`,
    person,
  }))
}

/** Who asked for a quote, with an account or without. */
const asker = { name: quotes.name, userId: quotes.userId, email: quotes.email }
const personOf = ({ userId, email }: { userId: string | null; email: string }): string => userId ?? email

async function quotesAsked(db: Database, { since, until, most }: Window): Promise<News[]> {
  const rows = await db
    .select({
      ...asker,
      productName: quotes.productName,
      quantity: quotes.quantity,
      lines: quotes.lines,
    })
    .from(quotes)
    .where(and(gt(quotes.createdAt, since), lte(quotes.createdAt, until)))
    .orderBy(asc(quotes.createdAt), asc(quotes.id))
    .limit(most)
  const asked = rows.map(({ name, productName, quantity, lines, ...by }) => ({
    text:
      lines.length > 1
        ? `${productName}, ${pieces(quantity)} pieces in all, ${name}`
        : `${pieces(quantity)} × ${productName}, ${name}`,
    person: personOf(by),
  }))
  return [...asked, ...(await quotesMoved(db, { since, until, most }))].slice(0, most)
}

const moves: Partial<Record<QuoteEventKind, string>> = {
  message: 'wrote about',
  accepted: 'accepted the quote for',
  declined: 'declined the quote for',
  withdrawn: 'withdrew the request for',
}

/** What buyers did with their quotes. */
async function quotesMoved(db: Database, { since, until, most }: Window): Promise<News[]> {
  const rows = await db
    .select({ ...asker, kind: quoteEvents.kind, productName: quotes.productName })
    .from(quoteEvents)
    .innerJoin(quotes, eq(quotes.id, quoteEvents.quoteId))
    .where(
      and(
        not(quoteEvents.byStaff),
        inArray(quoteEvents.kind, kindsOf(moves)),
        gt(quoteEvents.at, since),
        lte(quoteEvents.at, until),
      ),
    )
    .orderBy(asc(quoteEvents.at), asc(quoteEvents.id))
    .limit(most)
  return rows.map(({ kind, name, productName, ...by }) => ({
    text: `${name} ${moves[kind]} ${productName}`,
    person: personOf(by),
  }))
}

const kindsOf = (some: Partial<Record<QuoteEventKind, string>>) => Object.keys(some) as QuoteEventKind[]

/** Products that had enough stock before and have too little now. */
async function stockRunLow(db: Database, { since, until, most }: Window): Promise<News[]> {
  const after = (moment: Date) =>
    sql`coalesce(sum(moved.quantity) filter (where moved.created_at > ${moment.toISOString()}), 0)`
  const { rows } = await db.execute<{ name: string; available: number }>(sql`
    select tool.name, level.available
    from tool
    join stock_level level on level.tool_id = tool.id
    join (
      select moved.tool_id, ${after(since)} as since, ${after(until)} as until
      from stock_movement moved where moved.created_at > ${since.toISOString()} group by moved.tool_id
    ) moved on moved.tool_id = tool.id
    cross join lateral (select ${enoughStock} as enough) line
    where tool.deleted_at is null and level.available < enough
      and level.available - moved.until < enough and level.available - moved.since >= enough
    order by tool.name limit ${most}`)
  return rows.map(({ name, available }) => ({
    text: available > 0 ? `${name}: ${pieces(available)} left` : `${name}: none left`,
  }))
}

/** Except the notices to staff themselves: a failed one would be reported again and again. */
async function mailsFailed(db: Database, { since, until, most }: Window): Promise<News[]> {
  const { state, failedAt, kind } = mailMessages
  const rows = await db
    .select({ recipient: mailMessages.recipient, subject: mailMessages.subject })
    .from(mailMessages)
    .where(and(sql`${state} = 'failed'`, gt(failedAt, since), lte(failedAt, until), notLike(kind, 'staff-%')))
    .orderBy(asc(failedAt), asc(mailMessages.id))
    .limit(most)
  return rows.map(({ recipient, subject }) => ({
    text: `Not delivered to ${recipient}: ${subject}`,
    person: recipient,
  }))
}

async function refundsFailed(db: Database, { since, until, most }: Window): Promise<News[]> {
  const { changedAt } = refunds
  const rows = await db
    .select({ number: orders.number, amount: refunds.amount, currency: refunds.currency })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(sql`${refunds.state} = 'failed'`, gt(changedAt, since), lte(changedAt, until)))
    .orderBy(asc(changedAt), asc(refunds.id))
    .limit(most)
  return rows.map(({ number, amount, currency }) => ({
    text: `Refund of ${moneyOf(amount, currency)} failed: ${number}`,
  }))
}

/** By when the shop learned of them: the bank may have opened them long before. */
async function disputesOpened(db: Database, { since, until, most }: Window): Promise<News[]> {
  const { at } = orderEvents
  const rows = await db
    .select({ number: orders.number, details: orderEvents.details, currency: orders.currency })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    // Disputes are few, events are many: the events are found by their order.
    .where(
      and(
        inArray(orderEvents.orderId, db.select({ id: disputes.orderId }).from(disputes)),
        eq(orderEvents.kind, 'dispute-opened'),
        gt(at, since),
        lte(at, until),
      ),
    )
    .orderBy(asc(at), asc(orderEvents.id))
    .limit(most)
  return rows.map(({ number, details, currency }) => ({
    text: `Dispute over ${moneyOf(minor(details.amount ?? 0), currency)}: ${number}`,
  }))
}
