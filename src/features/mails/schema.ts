import { z } from 'zod'
import { listQuery } from '#shared/list.ts'

export const MailState = z.enum(['queued', 'sent', 'failed'])
export type MailState = z.infer<typeof MailState>

/** A message of the shop, as staff see it in a list. */
export const MailSummary = z.object({
  _id: z.uuid(),
  /** Such as `reset-password`. */
  kind: z.string(),
  /** What it is about, such as `order:<id>`. */
  about: z.string().nullable(),
  recipient: z.string(),
  subject: z.string(),
  state: MailState,
  /** How often it was tried. */
  attempts: z.int(),
  /** Why the last try failed. */
  reason: z.string().nullable(),
  /** Whether it can be sent again: it has failed, and its words are still kept and still true. */
  sendable: z.boolean(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  failedAt: z.iso.datetime().nullable(),
})
export type MailSummary = z.infer<typeof MailSummary>

/** Why a message's words are not shown: they hold a link that opens an account, or they are no longer kept. */
export const Withheld = z.enum(['link', 'age'])
export type Withheld = z.infer<typeof Withheld>

/** One message with its words as sent; null where `withheld` says why. */
export const MailMessage = z.object({
  ...MailSummary.shape,
  text: z.string().nullable(),
  html: z.string().nullable(),
  withheld: Withheld.nullable(),
})
export type MailMessage = z.infer<typeof MailMessage>

/** The result of sending failed messages again. */
export const SentAgain = z.object({
  queued: z.int(),
  left: z
    .int()
    .describe(
      'Failed mails that were not sent again: their link has expired, their text is no longer kept, or there were too many.',
    ),
})
export type SentAgain = z.infer<typeof SentAgain>

/** Query of GET /mails: an empty one lists the newest 1,000. */
export const MailQuery = z.object({
  ...listQuery,
  state: MailState.optional(),
  about: z
    .string()
    .max(100, { abort: true })
    .regex(/^[a-z-]+:[\w-]+$/)
    .optional(),
})
export type MailQuery = z.infer<typeof MailQuery>

/** How far a list of messages is counted: `X-Total-Count` is at most one more. */
export const mostCounted = 10_000
