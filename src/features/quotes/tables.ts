import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { site } from '#content/site.ts'
import { users } from '#features/accounts/tables.ts'
import type { Category } from '#features/catalogue/schema.ts'
import { orders } from '#features/orders/tables.ts'
import { bigintNumber, id, timestamptz } from '#platform/db/columns.ts'
import type { Minor } from '#shared/money.ts'
import type { QuoteState } from './rules.ts'
import type { QuoteEventDetails, QuoteEventKind } from './schema.ts'

/** A product that a quote was asked for, with its name at that time. */
export type AskedLine = { toolId: string; productName: string; partNumber: string; quantity: number }
/** A product of an offer: its price in minor units, and its category, on which tax depends. */
export type OfferedLine = AskedLine & { unitPrice: Minor; category: Category }

/** Counts the numbers of quotes, WQ-2026-000123. Gaps are harmless. */
export const quoteNumbers = pgSequence('quote_number_seq')

/** The next number, in six digits, or more where six are too few. */
export const nextDigits = sql`regexp_replace(to_char(nextval('quote_number_seq'), 'FM000000000000'), '^0{1,6}', '')`

/** For the release before this one, which gives its quotes no number: it goes with the next release. */
const nextNumber = sql`'WQ-' || to_char(now() at time zone ${sql.raw(`'${site.timeZone}'`)}, 'YYYY') || '-'
  || ${nextDigits}`

/** Requests for a quote, and what became of them. */
export const quotes = pgTable(
  'quote',
  {
    id: id(),
    number: text('number').notNull().default(nextNumber),
    /** The account that asked, if there was one. */
    userId: uuid('user_id').references(() => users.id),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    productName: text('product_name').notNull(),
    /** Minor units: the unit price the buyer has in mind; null where several products were asked for. */
    price: bigintNumber('price').$type<Minor>(),
    quantity: integer('quantity').notNull(),
    /** The requested products that the shop sells. */
    lines: jsonb('lines').$type<AskedLine[]>().notNull().default([]),
    note: text('note'),
    state: text('state').$type<QuoteState>().notNull().default('asked'),
    offer: jsonb('offer').$type<OfferedLine[]>(),
    /** The text sent with the offer. */
    message: text('message'),
    offeredAt: timestamptz('offered_at'),
    validUntil: timestamptz('valid_until'),
    /** The order it became. */
    orderId: uuid('order_id')
      .unique()
      .references(() => orders.id),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Since when nothing of it waits for staff, and which of them saw to it, if it was one of them. */
    answeredAt: timestamptz('answered_at'),
    answeredBy: uuid('answered_by').references(() => users.id),
  },
  (t) => [
    uniqueIndex('quote_number').on(t.number),
    index('quote_email').on(t.email),
    index('quote_user').on(t.userId, t.id),
    index('quote_unanswered')
      .on(t.createdAt)
      .where(sql`${t.answeredAt} is null`),
    index('quote_offered')
      .on(t.validUntil)
      .where(sql`${t.state} = 'offered'`),
    check('quote_quantity_positive', sql`${t.quantity} > 0`),
    check('quote_answered_by_somebody', sql`${t.answeredBy} is null or ${t.answeredAt} is not null`),
    check('quote_state_known', sql`${t.state} in ('asked', 'offered', 'accepted', 'declined', 'expired', 'withdrawn')`),
    check(
      'quote_offer_whole',
      sql`(${t.offer} is null) = (${t.offeredAt} is null) and (${t.offer} is null) = (${t.validUntil} is null)`,
    ),
    check(
      'quote_offered_has_offer',
      sql`${t.state} not in ('offered', 'accepted', 'expired') or ${t.offer} is not null`,
    ),
    check('quote_accepted_is_order', sql`(${t.state} = 'accepted') = (${t.orderId} is not null)`),
  ],
)

/** What happened to a quote after it was asked for, and what was written about it. Only ever added to. */
export const quoteEvents = pgTable(
  'quote_event',
  {
    id: id(),
    quoteId: uuid('quote_id')
      .notNull()
      .references(() => quotes.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<QuoteEventKind>().notNull(),
    at: timestamptz('at').notNull(),
    byStaff: boolean('by_staff').notNull(),
    actorId: uuid('actor_id').references(() => users.id),
    text: text('text'),
    details: jsonb('details').$type<QuoteEventDetails>().notNull().default({}),
  },
  (t) => [
    index('quote_event_quote').on(t.quoteId, t.id),
    index('quote_event_by_buyers')
      .on(t.at)
      .where(sql`not ${t.byStaff}`),
  ],
)
