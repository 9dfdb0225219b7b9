import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, timestamptz } from '#platform/db/columns.ts'

/** Fields of an entry's subject, as sent over the wire. */
export type AuditedFields = Record<string, unknown>

/**
 * Who did what, when and from where. A trigger allows only inserts; `audit_erase_person` blanks the data of an erased person
 * (docs/decisions/0041).
 */
export const auditEntries = pgTable(
  'audit_entry',
  {
    id: id(),
    at: timestamptz('at').notNull(),
    /** No foreign key: the platform does not know users. Null when the shop itself or a stranger acted. */
    actorId: uuid('actor_id'),
    actorEmail: text('actor_email'),
    action: text('action').notNull(),
    /** Whether an account did it for itself or staff did it. */
    area: text('area')
      .$type<'account' | 'staff'>()
      .notNull()
      .generatedAlwaysAs(sql`case when starts_with(action, 'account.') then 'account' else 'staff' end`),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    /** What people call it: a product's name, a user's e-mail. */
    subjectLabel: text('subject_label'),
    before: jsonb('before').$type<AuditedFields>(),
    after: jsonb('after').$type<AuditedFields>(),
    /** The client's address, when a call caused the entry. */
    address: text('address'),
    userAgent: text('user_agent'),
  },
  (t) => [
    index('audit_entry_newest').on(t.at, t.id),
    index('audit_entry_area').on(t.area, t.at, t.id),
    index('audit_entry_action').on(t.action, t.at, t.id),
    index('audit_entry_actor').on(t.actorId, t.at, t.id),
    index('audit_entry_subject').on(t.subjectId, t.at, t.id),
    index('audit_entry_words').using('gin', t.actorEmail.op('gin_trgm_ops'), t.subjectLabel.op('gin_trgm_ops')),
  ],
)
