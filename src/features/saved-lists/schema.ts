import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { tooLong } from '#content/messages.ts'
import { OrderLine } from '#features/orders/placing-schema.ts'
import { isPlainLine } from '#shared/text.ts'

/** So many lists an account has, and so many lines a list. */
export const mostLists = 50
const mostListLines = 500

/** What POST /lists takes, and PUT /lists/{listId} in place of what was there. */
export const NewList = z.strictObject({
  name: z
    .string({ error: fieldMessages.listNameRequired })
    .trim()
    .min(1, fieldMessages.listNameRequired)
    .max(60, { error: tooLong(60), abort: true })
    .refine(isPlainLine, fieldMessages.hiddenCharacters),
  lines: z
    .array(OrderLine)
    .min(1, 'A list has at least one product')
    .max(mostListLines, { error: `A list has ${mostListLines} products at most`, abort: true }),
})
export type NewList = z.infer<typeof NewList>

/** A saved list in the list of them. */
export const ListSummary = z.object({
  _id: z.uuid(),
  name: z.string(),
  products: z.number().int(),
  savedAt: z.iso.datetime(),
})
export type ListSummary = z.infer<typeof ListSummary>

/** A saved list. Its products are named as they are called now, also such as are no longer sold. */
export const SavedList = z.object({
  _id: z.uuid(),
  name: z.string(),
  savedAt: z.iso.datetime(),
  lines: z.array(
    z.object({ toolId: z.uuid(), productName: z.string(), partNumber: z.string(), quantity: z.number().int() }),
  ),
})
export type SavedList = z.infer<typeof SavedList>
