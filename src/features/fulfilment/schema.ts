import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { tooLong } from '#content/messages.ts'
import { mostLines } from '#features/orders/placing-schema.ts'
import { LineQuantity } from '#features/orders/schema.ts'
import { Id } from '#shared/id.ts'

/** Body of POST /order/{id}/ship; without lines, everything that is left is sent. */
export const NewParcel = z.strictObject({
  carrier: z
    .string({ error: fieldMessages.carrierRequired })
    .trim()
    .min(1, fieldMessages.carrierRequired)
    .max(60, tooLong(60)),
  tracking: z.string().trim().min(1).max(60, tooLong(60)).optional(),
  lines: z
    .array(LineQuantity)
    .min(1, 'Send at least one piece')
    .max(mostLines)
    .refine((lines) => new Set(lines.map(({ position }) => position)).size === lines.length, 'List each line only once')
    .optional(),
  parcelsBefore: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('How many parcels the sender knows of. If there are more by now, this one is not sent.'),
})
export type NewParcel = z.infer<typeof NewParcel>

/** Body of POST /order/{id}/deliver: which parcel arrived; without it, all that are on their way. */
export const Arrival = z.strictObject({ parcel: Id.optional() })
export type Arrival = z.infer<typeof Arrival>
