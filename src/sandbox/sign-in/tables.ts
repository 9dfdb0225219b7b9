import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#platform/db/columns.ts'

/** Everything the sign-in sandbox stores, one row per object of the issuer, so that several processes act as one issuer. */
export const sandboxSignIns = pgTable(
  'sandbox_sign_in',
  {
    /** The object's model and id, such as `AuthorizationCode:…`. */
    id: text('id').primaryKey(),
    uid: text('uid'),
    grantId: text('grant_id'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    expiresAt: timestamptz('expires_at'),
  },
  (t) => [index('sandbox_sign_in_uid').on(t.uid), index('sandbox_sign_in_grant').on(t.grantId)],
)
