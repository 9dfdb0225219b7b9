import { and, asc, eq, gt, or } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import { auditEntries } from '#platform/audit/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'

/** What a person did and what was done to their account, oldest first, without who else acted or from where. */
export async function* readAudited(db: Database, { id }: Person) {
  const theirs = or(
    eq(auditEntries.actorId, id),
    and(eq(auditEntries.subjectId, id), eq(auditEntries.subjectType, 'user')),
  )
  const rows = readAll((after, limit) =>
    db
      .select()
      .from(auditEntries)
      .where(and(theirs, gt(auditEntries.id, after)))
      .orderBy(asc(auditEntries.id))
      .limit(limit),
  )
  for await (const { at, action, actorId, before, after, address, userAgent } of rows) {
    const own = actorId === id
    const from = own ? { address, userAgent } : { address: null, userAgent: null }
    yield { at: at.toISOString(), action, byYou: own, before, after, ...from }
  }
}
