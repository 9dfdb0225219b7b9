import type { Reads } from '#platform/db/database.ts'
import type { Actor } from '#shared/actor.ts'
import { isoTime } from '#shared/clock.ts'
import { mostListed, type Page } from '#shared/list.ts'
import { requireAuditReader } from './policy.ts'
import type { AuditEntry, AuditQuery } from './schema.ts'
import { listAudit, type AuditRow } from './store.ts'

export type Audit = ReturnType<typeof createAudit>

/** Reads the audit log. Entries are written by whoever acts: `platform/audit/record.ts`. */
export function createAudit({ reads }: { reads: Reads }) {
  return {
    /**
     * Newest first: the newest 1,000, or a page. `total` counts no further than `mostCounted` plus one.
     * @throws Failure 'forbidden', 'bad-request' for a foreign cursor.
     */
    async list(actor: Actor, query: AuditQuery): Promise<Page<AuditEntry>> {
      requireAuditReader(actor)
      const { items, ...page } = await listAudit(reads, { ...query, limit: query.limit ?? mostListed })
      return { ...page, items: items.map(toWire) }
    },
  }
}

function toWire(row: AuditRow): AuditEntry {
  return {
    _id: row.id,
    at: isoTime(row.at),
    action: row.action,
    area: row.area,
    actor: row.actorId === null ? null : { id: row.actorId, email: row.actorEmail },
    subject: { type: row.subjectType, id: row.subjectId, label: row.subjectLabel },
    before: row.before,
    after: row.after,
    address: row.address,
    userAgent: row.userAgent,
  }
}
