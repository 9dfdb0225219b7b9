import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { currentOrigin } from './origin.ts'
import { auditEntries, type AuditedFields } from './tables.ts'

/** Something that was done, for the audit log. */
export type AuditEntry = {
  at: Date
  /** Null for the shop itself, and for whoever did not show who they are. */
  actor: { id: string; email: string } | null
  /** What was done, as `subject.verb`; what begins with `account.` is an account's own security event. */
  action: `${string}.${string}`
  /** What it was done to; `label` is what people call it. Names and e-mails of people stand on `user` subjects alone. */
  subject: { type: string; id: string; label: string | null }
  /** The fields that changed, as on the wire. Never a password, a token, a hash or a card. */
  before?: AuditedFields | undefined
  after?: AuditedFields | undefined
}

const longestUserAgent = 256

/** Keeps who did what, and from where the call under way came, in the transaction that does it: neither is without the other. */
export async function recordAudit(
  tx: Database,
  { at, actor, action, subject, before, after }: AuditEntry,
): Promise<void> {
  const origin = currentOrigin()
  await tx.insert(auditEntries).values({
    at,
    actorId: actor?.id,
    actorEmail: actor?.email,
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    subjectLabel: subject.label,
    before,
    after,
    address: origin?.address,
    userAgent: origin?.userAgent()?.slice(0, longestUserAgent).toWellFormed(),
  })
}

/** Of these fields the ones that differ, before and after; undefined when none does. */
export function changedFields<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): { before: AuditedFields; after: AuditedFields } | undefined {
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  const of = (values: T): AuditedFields => Object.fromEntries(changed.map((field) => [field, values[field]]))
  return changed.length > 0 ? { before: of(before), after: of(after) } : undefined
}

/** Takes a person's words out of all entries: their e-mail and name, and from where they came. */
export async function eraseAudited(tx: Database, personId: string): Promise<void> {
  await tx.execute(sql`select audit_erase_person(${personId}::uuid)`)
}
