import { z } from 'zod'
import { Day, listQuery } from '#shared/list.ts'

/** What a group of entries is about: what staff did, or what accounts do for themselves. */
export const auditAreas = ['staff', 'account'] as const

/** What people see as the names of recorded actions. Other features may record more, which are shown under their own name. */
export const actionNames: Readonly<Record<string, string>> = {
  'tool.added': 'Product added',
  'tool.changed': 'Product changed',
  'tool.deleted': 'Product deleted',
  'tool.restored': 'Deletion undone',
  'stock.received': 'Goods received',
  'stock.corrected': 'Stock corrected',
  'picture.uploaded': 'Picture uploaded',
  'review.hidden': 'Review hidden',
  'credit.terms-set': 'Terms set',
  'credit.payment-recorded': 'Payment entered',
  'order.cancelled': 'Order cancelled',
  'order.packed': 'Order packed',
  'order.shipped': 'Parcel shipped',
  'order.delivered': 'Delivery noted',
  'order.noted': 'Note added',
  'order.refunded': 'Order refunded or credited',
  'payment.event-replayed': 'Card provider’s event processed again',
  'order.printed': 'Documents printed',
  'quote.offered': 'Quote offered',
  'quote.message': 'Message about a quote',
  'quote.declined': 'Request for a quote declined',
  'quote.withdrawn': 'Offer withdrawn',
  'quote.answered': 'Request for a quote marked as answered',
  'quote.reopened': 'Request for a quote marked as unanswered',
  'mail.sent-again': 'Mail sent again',
  'user.made-admin': 'Made an admin',
  'user.admin-revoked': 'Admin rights removed',
  'user.removed': 'User removed',
  'account.signed-up': 'Signed up',
  'account.signed-in': 'Signed in',
  'account.new-device': 'Signed in on a new device',
  'account.sign-in-failed': 'Wrong password',
  'account.code-failed': 'Wrong one-time code',
  'account.signed-out': 'Signed out',
  'account.sessions-ended': 'All sessions ended',
  'account.device-ended': 'One device signed out',
  'account.password-changed': 'Password changed',
  'account.reset-asked': 'Password reset requested',
  'account.password-reset': 'Password reset',
  'account.email-verified': 'E-mail verified',
  'account.google-connected': 'Google connected',
  'account.codes-on': 'One-time codes set up',
  'account.codes-off': 'One-time codes removed',
  'account.backup-codes-made': 'New backup codes made',
  'account.passkey-added': 'Passkey added',
  'account.passkey-renamed': 'Passkey renamed',
  'account.passkey-removed': 'Passkey removed',
  'account.passkey-refused': 'Copied passkey refused',
  'account.factor-reset': 'Second factor removed',
  'account.name-changed': 'Name changed',
  'account.erased': 'Account erased',
}

/** Query of GET /audit: `action` is one action or a whole area, `from` and `to` are days in Dhaka, both included. */
export const AuditQuery = z.object({
  ...listQuery,
  action: z
    .string()
    .max(60, { abort: true })
    .regex(/^[a-z]+([.-][a-z]+)*$/)
    .optional(),
  from: Day.optional(),
  to: Day.optional(),
  actor: z.uuid().optional(),
  subject: z.string().trim().min(1).max(100).optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

const Fields = z.record(z.string(), z.unknown()).nullable()

/** An entry on the wire. `actor` is null where the shop itself acted, or somebody who did not prove who they are. */
export const AuditEntry = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  action: z.string(),
  area: z.enum(auditAreas),
  actor: z.object({ id: z.uuid(), email: z.string().nullable() }).nullable(),
  subject: z.object({ type: z.string(), id: z.string(), label: z.string().nullable() }),
  before: Fields,
  after: Fields,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>
