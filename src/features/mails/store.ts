import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { Database, Reads } from '#platform/db/database.ts'
import { byId, readPage } from '#platform/db/keyset.ts'
import { containing } from '#platform/db/words.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import type { Page } from '#shared/list.ts'
import { mostCounted, type MailQuery } from './schema.ts'

export type MailRow = typeof mailMessages.$inferSelect

const { event: _event, content: _content, ...listed } = getTableColumns(mailMessages)
const hasContent = sql<boolean>`${mailMessages.content} is not null`
export type ListedMail = Omit<MailRow, 'event' | 'content'> & { hasContent: boolean }

const newestFirst = byId<ListedMail>(mailMessages.id, 'desc')

/** A page of messages, newest first, counted to `mostCounted` plus one. @throws Failure 'bad-request' for a foreign cursor. */
export async function listMails(
  db: Reads,
  { q, state, about, limit, cursor }: MailQuery & { limit: number },
): Promise<Page<ListedMail>> {
  const found = and(
    containing(q, [mailMessages.recipient, mailMessages.subject]),
    // A constant, so that the planner knows that a partial index has all of these.
    state && sql`${mailMessages.state} = ${sql.raw(`'${state}'`)}`,
    about === undefined ? undefined : eq(mailMessages.about, about),
  )
  const read = (where: SQL | undefined, most: number) =>
    db
      .select({ ...listed, hasContent })
      .from(mailMessages)
      .where(where)
      .orderBy(...newestFirst.by)
      .limit(most)
  const [{ rows, nextCursor }, total] = await Promise.all([
    readPage(newestFirst, { limit, cursor }, async ({ after, limit: most = limit }) => {
      const where = and(found, after)
      return read(q ? oneOf(await findIds(db, where, most)) : where, most)
    }),
    count(db, found),
  ])
  return { items: rows, total, nextCursor }
}

/**
 * Prefix of a statement that is planned anew each time it is sent (see platform/db/name-statements.ts): which index is right
 * depends on the words searched for. As a prepared statement, a rare word in a million messages took a second.
 */
const anew = sql.raw('/* by its values */ ')

async function findIds(db: Reads, where: SQL | undefined, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`${anew}select ${mailMessages.id} from ${mailMessages} where ${where} order by ${mailMessages.id} desc limit ${most}`,
  )
  return rows.map(({ id }) => id)
}

const oneOf = (ids: string[]): SQL => sql`${mailMessages.id} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`

async function count(db: Reads, where: SQL | undefined): Promise<number> {
  const counted = db
    .select({ id: mailMessages.id })
    .from(mailMessages)
    .where(where)
    .limit(mostCounted + 1)
  const { rows } = await db.execute<{ total: number }>(
    sql`${anew}select count(*)::int as total from (${counted}) counted`,
  )
  return rows[0]?.total ?? 0
}

/** How many messages are still failed, counted to `mostCounted` plus one. */
export const countFailed = (db: Database): Promise<number> => count(db, sql`${mailMessages.state} = 'failed'`)

export async function findMail(db: Database, id: string): Promise<MailRow | undefined> {
  const [row] = await db.select().from(mailMessages).where(eq(mailMessages.id, id))
  return row
}
