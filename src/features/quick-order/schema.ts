import { z } from 'zod'
import { refusals } from '#content/refusals.ts'
import { tooLong } from '#content/messages.ts'
import { CartTool } from '#features/cart/schema.ts'
import { mostPieces } from '#features/catalogue/rules.ts'
import { CheckedLine } from '#features/orders/placing-schema.ts'
import { idWith } from '#shared/id.ts'

/** The most rows in one request. */
export const mostRows = 2000
/** The most characters in the part of a row: no part number or name is longer. */
export const longestPart = 100
/** The most products suggested for a row that names none, or several. */
export const mostCandidates = 5

const Part = z
  .string()
  .trim()
  .max(longestPart, { error: tooLong(longestPart), abort: true })

/** Body of POST /quick-order: part numbers or names as a buyer writes them, and how many of each. */
export const QuickOrder = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        part: Part,
        quantity: z.number().min(0).max(mostPieces),
        toolId: idWith(refusals.noSuchTool)
          .optional()
          .describe('The product the part is known to mean, for example from an earlier order.'),
      }),
    )
    .max(mostRows, { error: `Send ${mostRows.toLocaleString('en-US')} rows or fewer at once`, abort: true }),
})
export type QuickOrder = z.infer<typeof QuickOrder>

const hows = ['yours', 'part', 'name', 'several', 'gone', 'unknown'] as const

/** A row with the products it means. */
export const MatchedRow = z.object({
  part: z.string(),
  how: z
    .enum(hows)
    .describe(
      'How its product was found: by what you chose before, its part number or its name; or that several match, one that is no longer sold, or none.',
    ),
  toolIds: z.array(z.uuid()).describe('The product; or those that may be meant, likeliest first; or the closest ones.'),
  line: CheckedLine.nullable().describe('Checked as an order for it would be, if exactly one product is meant.'),
})
export type MatchedRow = z.infer<typeof MatchedRow>

/** A product that rows mean, listed once. */
export const QuickTool = CartTool.extend({ _id: z.uuid() })
export type QuickTool = z.infer<typeof QuickTool>

/** Answer of POST /quick-order: every row, in the order sent. */
export const MatchedOrder = z.object({
  currency: z.string(),
  rows: z.array(MatchedRow),
  tools: z.array(QuickTool),
})
export type MatchedOrder = z.infer<typeof MatchedOrder>

/** Body of PUT /quick-order/part: which product the sender means by a part number of their own. */
export const OwnPart = z.strictObject({
  part: Part.min(1, 'Part number is Required'),
  toolId: idWith(refusals.noSuchTool).nullable().describe('Null forgets it.'),
})
export type OwnPart = z.infer<typeof OwnPart>
