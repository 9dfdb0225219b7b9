import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { currentOrigin } from './origin.ts'
import { auditEntries, type AuditedFields } from './tables.ts'

/** An action to record in the audit log. */
export type AuditEntry = {
  at: Date
  /** Null for the shop itself and for unauthenticated callers. */
  actor: { id: string; email: string } | null
  /** What was done, as `subject.verb`; actions that begin with `account.` are an account's own security events. */
  action: `${string}.${string}`
  /** What it was done to; `label` is what people call it. Only `user` subjects carry names and e-mails of people. */
  subject: { type: string; id: string; label: string | null }
  /** The fields that changed, as on the wire. Never a password, a token, a hash or a card. */
  before?: AuditedFields | undefined
  after?: AuditedFields | undefined
}

const longestUserAgent = 256

/** Records who did what and where the current call came from, in the same transaction: neither exists without the other. */
export const recordAudit = (tx: Database, entry: AuditEntry): Promise<void> => recordAudits(tx, [entry])

/** The same for several actions of one call. */
export async function recordAudits(tx: Database, entries: readonly AuditEntry[]): Promise<void> {
  const origin = currentOrigin()
  const address = origin?.address
  const userAgent = origin?.userAgent()?.slice(0, longestUserAgent).toWellFormed()
  const rows = entries.map(({ at, actor, action, subject, before, after }) => ({
    at,
    actorId: actor?.id,
    actorEmail: actor?.email,
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    subjectLabel: subject.label,
    before,
    after,
    address,
    userAgent,
  }))
  if (rows.length > 0) await tx.insert(auditEntries).values(rows)
}

/** The given fields that differ, before and after; undefined when none does. */
export function changedFields<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): { before: AuditedFields; after: AuditedFields } | undefined {
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  const of = (values: T): AuditedFields => Object.fromEntries(changed.map((field) => [field, values[field]]))
  return changed.length > 0 ? { before: of(before), after: of(after) } : undefined
}

/** Removes a person's data from all entries: their e-mail and name, and where they came from. */
export async function eraseAudited(tx: Database, personId: string): Promise<void> {
  await tx.execute(sql`select audit_erase_person(${personId}::uuid)`)
}
