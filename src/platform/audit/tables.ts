import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, timestamptz } from '#platform/db/columns.ts'

/** Fields of what an entry is about, as they go over the wire. */
export type AuditedFields = Record<string, unknown>

/**
 * Who did what, when and from where. A trigger lets rows only be added; of a person who is erased, `audit_erase_person` blanks
 * the words (docs/decisions/0041).
 */
export const auditEntries = pgTable(
  'audit_entry',
  {
    id: id(),
    at: timestamptz('at').notNull(),
    /** No foreign key: the machinery knows no users. Nobody where the shop itself acted, or a stranger. */
    actorId: uuid('actor_id'),
    actorEmail: text('actor_email'),
    action: text('action').notNull(),
    /** What accounts do for themselves, or what staff did. */
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
    /** The client's, where a call was behind it. */
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
