import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { tooLong } from '#content/messages.ts'
import { OrderLine } from '#features/orders/placing-schema.ts'
import { isPlainLine } from '#shared/text.ts'

/** The most lists an account may have, and the most lines a list may have. */
export const mostLists = 50
const mostListLines = 500

/** The body of POST /lists, and of PUT /lists/{listId}, where it replaces what was there. */
export const NewList = z.strictObject({
  name: z
    .string({ error: fieldMessages.listNameRequired })
    .trim()
    .min(1, fieldMessages.listNameRequired)
    .max(60, { error: tooLong(60), abort: true })
    .refine(isPlainLine, fieldMessages.hiddenCharacters),
  lines: z
    .array(OrderLine)
    .min(1, 'A list needs at least one product')
    .max(mostListLines, { error: `A list can have ${mostListLines} products at most`, abort: true }),
})
export type NewList = z.infer<typeof NewList>

/** A saved list as listed by GET /lists. */
export const ListSummary = z.object({
  _id: z.uuid(),
  name: z.string(),
  products: z.number().int(),
  savedAt: z.iso.datetime(),
})
export type ListSummary = z.infer<typeof ListSummary>

/** A saved list. Products have their current names, including those no longer sold. */
export const SavedList = z.object({
  _id: z.uuid(),
  name: z.string(),
  savedAt: z.iso.datetime(),
  lines: z.array(
    z.object({ toolId: z.uuid(), productName: z.string(), partNumber: z.string(), quantity: z.number().int() }),
  ),
})
export type SavedList = z.infer<typeof SavedList>
