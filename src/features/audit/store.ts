import { and, eq, gte, lt, type SQL } from 'drizzle-orm'
import { site } from '#content/site.ts'
import { auditEntries } from '#platform/audit/tables.ts'
import { countUpTo } from '#platform/db/count.ts'
import type { Reads } from '#platform/db/database.ts'
import { endOfDay, startOfDay } from '#platform/db/days.ts'
import { byColumn, readPage } from '#platform/db/keyset.ts'
import { containing, startingWith } from '#platform/db/words.ts'
import type { Page, PageQuery } from '#shared/list.ts'
import { mostCounted } from './rules.ts'
import { auditAreas, type AuditQuery } from './schema.ts'

export type AuditRow = typeof auditEntries.$inferSelect

const { id, at } = auditEntries
const newestFirst = byColumn<AuditRow>(
  { column: at, id, key: (row) => row.at.toISOString(), type: 'timestamptz' },
  'desc',
)

/** Fewer than three letters match only at the beginning of a text: no index finds so few letters in the middle of one. */
function wordsOf(q: string | undefined): SQL | undefined {
  const columns = [auditEntries.actorEmail, auditEntries.subjectLabel]
  return q && q.length < 3 ? startingWith(q, columns) : containing(q, columns)
}

function matching({ q, action, from, to, actor, subject }: AuditQuery): SQL | undefined {
  const area = auditAreas.find((each) => each === action)
  return and(
    wordsOf(q),
    area && eq(auditEntries.area, area),
    action && !area ? eq(auditEntries.action, action) : undefined,
    from ? gte(at, startOfDay(from, site.timeZone)) : undefined,
    to ? lt(at, endOfDay(to, site.timeZone)) : undefined,
    actor ? eq(auditEntries.actorId, actor) : undefined,
    subject ? eq(auditEntries.subjectId, subject) : undefined,
  )
}

/** A page of the entries, newest first. @throws Failure 'bad-request' for a foreign cursor. */
export async function listAudit(db: Reads, { limit, cursor, ...filter }: AuditQuery): Promise<Page<AuditRow>> {
  const found = matching(filter)
  const [{ rows, nextCursor }, total] = await Promise.all([
    readEntries(db, found, { limit, cursor }),
    countUpTo(db, auditEntries, found, mostCounted + 1, newestFirst.by),
  ])
  return { items: rows, total, nextCursor }
}

function readEntries(db: Reads, found: SQL | undefined, page: PageQuery) {
  return readPage(newestFirst, page, ({ by, after, limit }) => {
    const rows = db
      .select()
      .from(auditEntries)
      .where(and(found, after))
      .orderBy(...by)
    // mutant(condition → true): without a number it limits nothing
    return limit ? rows.limit(limit) : rows
  })
}
