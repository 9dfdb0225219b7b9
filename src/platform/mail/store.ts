import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { newId } from '#platform/ids.ts'
import type { Database } from '../db/database.ts'
import { cachedSql } from '../db/query-cache.ts'
import type { Mail } from './message.ts'
import { mailMessages as messages, namesPersons, personsIn, type MailState } from './tables.ts'

type NewMessage = {
  mail: Mail
  kind: string
  event: string | undefined
  about: string | undefined
  expiresAt: Date | undefined
}

const insertion = cachedSql(sql`
    insert into mail_message (id, event, about, kind, recipient, subject, content, expires_at, created_at, queued_at)
    select id, event, about, kind, content->>'to', content->>'subject', content, "expiresAt", ${sql.placeholder('now')}::timestamptz,
      ${sql.placeholder('now')}::timestamptz
    from jsonb_to_recordset(${sql.placeholder('messages')}::jsonb)
      as message (id uuid, event text, about text, kind text, content jsonb, "expiresAt" timestamptz)
    on conflict (event) do nothing
    returning id, recipient`)

/** @returns the messages that were written, without those whose event already has a message. */
export async function insertMessages(
  tx: Database,
  added: readonly NewMessage[],
  now: Date,
): Promise<{ id: string; recipient: string }[]> {
  const written = added.map(({ mail, ...message }) => ({ ...message, id: newId(), content: mail }))
  const { rows } = await insertion(tx).execute({ messages: JSON.stringify(written), now: now.toISOString() })
  return rows as { id: string; recipient: string }[]
}

/** Not claimed by any process. */
const isFree = (now: Date) => or(isNull(messages.claimedUntil), lte(messages.claimedUntil, now))
/** Its link, if it has one, has not expired. */
const isGood = (now: Date) => or(isNull(messages.expiresAt), gt(messages.expiresAt, now))

/**
 * Claims a message for one try: no other process can claim it before `until`. Undefined when there is none to send: it was
 * sent or given up, another process has it, or its link has expired.
 */
export async function claimMessage(
  db: Database,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<Mail | undefined> {
  const [row] = await db
    .update(messages)
    .set({ attempts: sql`${messages.attempts} + 1`, claimedUntil: until })
    .where(
      and(eq(messages.id, id), eq(messages.state, 'queued'), isNotNull(messages.content), isFree(now), isGood(now)),
    )
    .returning({ mail: messages.content })
  return row?.mail ?? undefined
}

export async function findState(db: Database, id: string): Promise<MailState | undefined> {
  const [row] = await db.select({ state: messages.state }).from(messages).where(eq(messages.id, id))
  return row?.state
}

const queued = (id: string) => and(eq(messages.id, id), eq(messages.state, 'queued'))

/** Also if it was given up while being sent. Content with an account link is deleted at once; other content stays readable. */
export async function markSent(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(messages)
    .set({
      state: 'sent',
      sentAt: now,
      failedAt: null,
      lastError: null,
      claimedUntil: null,
      content: sql`case when ${messages.expiresAt} is null then ${messages.content} end`,
    })
    .where(and(eq(messages.id, id), ne(messages.state, 'sent')))
}

/** Called by the process that has claimed it and was refused. */
export async function markFailed(db: Database, id: string, now: Date, reason: string): Promise<void> {
  await db
    .update(messages)
    .set({ state: 'failed', failedAt: now, claimedUntil: null, lastError: reason })
    .where(queued(id))
}

/** Keeps the reason of the last try, and any claim, so that nobody else sends it at the same time. */
export async function giveUp(db: Database, id: string, now: Date): Promise<void> {
  await db.update(messages).set({ state: 'failed', failedAt: now }).where(queued(id))
}

/** Releases a message that will be tried again, and records why it was not sent. */
export async function releaseMessage(db: Database, id: string, reason: string): Promise<void> {
  await db.update(messages).set({ lastError: reason, claimedUntil: null }).where(queued(id))
}

const canGoAgain = (now: Date) =>
  and(eq(messages.state, 'failed'), isNotNull(messages.content), isFree(now), isGood(now))

/** Locks the failed messages that can be sent again, the oldest first. */
export function lockSendable(tx: Database, now: Date, limit: number): Promise<{ id: string; subject: string }[]> {
  return tx
    .select({ id: messages.id, subject: messages.subject })
    .from(messages)
    .where(canGoAgain(now))
    .orderBy(messages.id)
    .limit(limit)
    .for('update')
}

/** Puts failed messages back into the queue. @returns those that could be sent again. */
export function queueAgain(
  tx: Database,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; recipient: string }[]> {
  return tx
    .update(messages)
    .set({ state: 'queued', queuedAt: now, failedAt: null })
    .where(and(inArray(messages.id, [...ids]), canGoAgain(now)))
    .returning({ id: messages.id, recipient: messages.recipient })
}

/** Fails queued messages whose link has expired, and deletes the content of all messages whose link has. */
export async function endLinks(db: Database, now: Date, reason: string): Promise<void> {
  const over = and(isNotNull(messages.content), lte(messages.expiresAt, now))
  await db
    .update(messages)
    .set({ state: 'failed', failedAt: now, lastError: reason, content: null })
    .where(and(over, eq(messages.state, 'queued')))
  await db.update(messages).set({ content: null }).where(over)
}

/** Fails messages that were queued before `since` and are still not sent. */
export async function endForgotten(db: Database, since: Date, now: Date, reason: string): Promise<void> {
  await db
    .update(messages)
    .set({ state: 'failed', failedAt: now, lastError: reason })
    .where(and(eq(messages.state, 'queued'), lte(messages.queuedAt, since)))
}

/** Deletes the content of messages created before `since`, except queued ones. */
export async function dropContent(db: Database, since: Date): Promise<void> {
  await db
    .update(messages)
    .set({ content: null })
    .where(and(isNotNull(messages.content), lte(messages.createdAt, since), sql`${messages.state} <> 'queued'`))
}

/**
 * Replaces the details about somebody, in messages to others, by `words`; the rest of a message stays, and is sent if it was not yet.
 * @param keys the account's id and e-mail.
 */
export async function blankPerson(tx: Database, keys: readonly [string, string], words: string): Promise<void> {
  const theirs = sql`array[${keys[0]}::text, ${keys[1]}::text]`
  const blanked = sql`(
    select jsonb_agg(
      case when detail->>'person' = any(${theirs}) then detail - 'person' || jsonb_build_object('value', ${words}::text) else detail end
      order by n)
    from jsonb_array_elements(${messages.content}->'details') with ordinality as each (detail, n))`
  await tx
    .update(messages)
    .set({ content: sql`jsonb_set(${messages.content}, '{details}', ${blanked})` })
    .where(and(namesPersons(messages), sql`${personsIn(messages)} ?| ${theirs}`))
}
