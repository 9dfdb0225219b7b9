import { auditEntries } from '#platform/audit/tables.ts'
import type { Database } from '#platform/db/database.ts'

/** All entries of the audit log, oldest first. */
export const auditOf = (db: Database) => db.select().from(auditEntries).orderBy(auditEntries.id)

/** The audit log entries that `work` adds. */
export async function recordedBy(db: Database, work: () => unknown) {
  const before = (await auditOf(db)).length
  await work()
  return (await auditOf(db)).slice(before)
}
