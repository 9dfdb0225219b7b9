import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { refusals } from '#content/refusals.ts'
import { messages, tooLong } from '#content/messages.ts'
import { pageQuery } from '#shared/list.ts'
import { isPlainLine } from '#shared/text.ts'

/** What POST /addreview takes. */
export const NewReview = z.strictObject({
  name: z
    .string({ error: messages.nameRequired })
    .trim()
    .min(1, messages.nameRequired)
    .max(20, { error: fieldMessages.nameTooLong, abort: true })
    .refine(isPlainLine, fieldMessages.hiddenCharacters),
  description: z
    .string({ error: fieldMessages.descriptionRequired })
    .trim()
    .min(1, fieldMessages.descriptionRequired)
    .max(1000, tooLong(1000)),
  rating: z
    .number({ error: fieldMessages.ratingRequired })
    .int(fieldMessages.ratingInvalid)
    .min(1, fieldMessages.ratingInvalid)
    .max(5, fieldMessages.ratingInvalid),
  /** The product, which the author must have bought; without one the review is of the shop. */
  toolId: z.uuid(refusals.noSuchTool).optional(),
})
export type NewReview = z.infer<typeof NewReview>

/** A review of the shop or of a product, on the wire. `verifiedBuyer`: its author has a paid order. */
export const Review = z.object({
  _id: z.uuid(),
  name: z.string(),
  description: z.string(),
  rating: z.number().int(),
  verifiedBuyer: z.boolean(),
  toolId: z.uuid().nullable(),
  productName: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Review = z.infer<typeof Review>

/** The filters of GET /review. */
export const ReviewQuery = z.object({ toolId: z.uuid().optional(), ...pageQuery })
export type ReviewQuery = z.infer<typeof ReviewQuery>

/** What DELETE /review/{reviewId} takes. */
export const HiddenReview = z.strictObject({
  reason: z
    .string({ error: fieldMessages.reasonRequired })
    .trim()
    .min(1, fieldMessages.reasonRequired)
    .max(200, tooLong(200)),
})
export type HiddenReview = z.infer<typeof HiddenReview>

export const ReviewAdded = z.object({ success: z.literal(true), _id: z.uuid() })

/** The summary of all reviews. */
export type ReviewSummary = {
  count: number
  /** The mean of all ratings; undefined when there are none. */
  mean: number | undefined
  /** How many reviews gave each rating, best first. */
  counts: readonly { rating: number; count: number }[]
}
