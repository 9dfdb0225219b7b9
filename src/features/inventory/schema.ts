import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { tooLong } from '#content/messages.ts'
import { isStorable, unstorable } from '#shared/text.ts'

/** Why stock moves. */
export const StockReason = z.enum(['opening', 'correction', 'receipt', 'order', 'cancelled', 'expired', 'refunded'])
export type StockReason = z.infer<typeof StockReason>

const time = z.iso.datetime()

/** A change of a product's stock, as staff see it. */
export const StockMovement = z.object({
  _id: z.uuid(),
  at: time,
  /** Negative when stock leaves. */
  quantity: z.int(),
  reason: StockReason,
  note: z.string().nullable(),
  /** Who of the staff did it; null where an order or the sample catalogue did. */
  who: z.string().nullable(),
  order: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** The stock after it. */
  available: z.int(),
})
export type StockMovement = z.infer<typeof StockMovement>

/** In one go no more comes in, or goes, than this. */
const mostMoved = 10_000_000
const count = z
  .number({ error: fieldMessages.wholeNumber })
  .max(mostMoved, 'Must be 10,000,000 or less')
  .int(fieldMessages.wholeNumber)

const note = z
  .string()
  .trim()
  .max(200, { error: tooLong(200), abort: true })
  .refine(isStorable, unstorable)
  .optional()

/** What POST /tool/{toolId}/stock takes: goods that came in, or the stock as it was counted, or how it changes. */
export const StockEntry = z
  .strictObject({
    received: count.min(1, 'Must be 1 or more').optional(),
    counted: count.min(0, 'Must be 0 or more').optional(),
    change: count
      .min(-mostMoved, 'Must be -10,000,000 or more')
      .refine((by) => by !== 0, 'Must not be 0')
      .optional(),
    note,
  })
  .refine(
    ({ received, counted, change }) => [received, counted, change].filter((each) => each !== undefined).length === 1,
    'Give one of received, counted and change',
  )
export type StockEntry = z.infer<typeof StockEntry>

/** How many there are, after what was sent. */
export const StockNow = z.object({ available_quantity: z.int() })

/** Whether the sender is told when there is enough of a product again. */
export const StockWait = z.object({ waiting: z.boolean() })
