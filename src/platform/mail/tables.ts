import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { id, timestamptz } from '../db/columns.ts'
import type { Mail } from './message.ts'

export const mailStates = ['queued', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]

type Content = { content: AnyPgColumn }

/** Whom the details of a message are about, other than its recipient: an array, and whether there is anybody. */
export const personsIn = (t: Content) => sql`(jsonb_path_query_array(${t.content}, '$.details[*].person'))`
export const namesPersons = (t: Content) => sql`jsonb_path_exists(${t.content}, '$.details[*].person')`

/** Every message of the shop: what is still to be sent, and what became of the others. */
export const mailMessages = pgTable(
  'mail_message',
  {
    id: id(),
    /** The cause of this message: a second message for the same cause is not written. */
    event: text('event').unique(),
    /** What it is about, such as `order:<id>`. */
    about: text('about'),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Null once it must no longer be kept. */
    content: jsonb('content').$type<Mail>(),
    /** When the account link in it expires. Nobody reads such a message here. */
    expiresAt: timestamptz('expires_at'),
    state: text('state', { enum: mailStates }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Why the last try failed, in words for staff. */
    lastError: text('last_error'),
    /** Until then it is claimed by one process. */
    claimedUntil: timestamptz('claimed_until'),
    createdAt: timestamptz('created_at').notNull(),
    /** When it was queued, for the first time or again. */
    queuedAt: timestamptz('queued_at').notNull(),
    sentAt: timestamptz('sent_at'),
    failedAt: timestamptz('failed_at'),
  },
  (t) => [
    check('mail_message_state', sql`${t.state} in ('queued', 'sent', 'failed')`),
    check('mail_message_no_link_kept', sql`${t.state} <> 'sent' or ${t.expiresAt} is null or ${t.content} is null`),
    index('mail_message_about')
      .on(t.about, t.id)
      .where(sql`${t.about} is not null`),
    index('mail_message_queued')
      .on(t.id)
      .where(sql`${t.state} = 'queued'`),
    index('mail_message_failed')
      .on(t.id)
      .where(sql`${t.state} = 'failed'`),
    index('mail_message_link_end')
      .on(t.expiresAt)
      .where(sql`${t.content} is not null`),
    index('mail_message_kept')
      .on(t.createdAt)
      .where(sql`${t.content} is not null`),
    index('mail_message_persons').using('gin', personsIn(t)).where(namesPersons(t)).concurrently(),
    index('mail_message_words').using('gin', t.recipient.op('gin_trgm_ops'), t.subject.op('gin_trgm_ops')),
  ],
)
