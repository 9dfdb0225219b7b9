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
  /** The member of staff who did it; null for an order or the sample catalogue. */
  who: z.string().nullable(),
  order: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** The stock after this movement. */
  available: z.int(),
})
export type StockMovement = z.infer<typeof StockMovement>

/** The most pieces that one entry can add or remove. */
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

/** What POST /tool/{toolId}/stock takes: goods received, the stock as counted, or a change in it. */
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
    'Give exactly one of received, counted and change',
  )
export type StockEntry = z.infer<typeof StockEntry>

/** The stock after an entry. */
export const StockNow = z.object({ available_quantity: z.int() })

/** Whether the caller is told when there is enough of a product again. */
export const StockWait = z.object({ waiting: z.boolean() })
