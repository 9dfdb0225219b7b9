import { z } from 'zod'
import { OrderDeskFilter } from '#features/orders/desk-schema.ts'
import { Id } from '#shared/id.ts'

/** The papers that can be printed for many orders at once. */
export const printKinds = ['packing-slip', 'invoice'] as const
export type PrintKind = (typeof printKinds)[number]

/** The most orders at once: what a desk packs in a day, and at most half a minute of one processor. */
export const mostPrinted = 200

/** Body of POST /prints: which orders, by id or by the filters of the staff's list. */
export const NewPrint = OrderDeskFilter.extend({
  kind: z.enum(printKinds),
  orders: z
    .array(Id)
    .min(1, 'Choose an order')
    .max(mostPrinted, `Choose ${mostPrinted} orders or fewer`)
    .optional()
    .describe('Only these, whatever the filters are.'),
}).strict()
export type NewPrint = z.infer<typeof NewPrint>

/** Papers of many orders in one file, while it is drawn and for a day after. */
export const Print = z.object({
  _id: z.uuid(),
  kind: z.enum(printKinds),
  state: z.enum(['waiting', 'done', 'failed']),
  orders: z.number().int().describe('How many documents it has, or will have.'),
  drawn: z.number().int().describe('How many of them are ready.'),
  leftOut: z.number().int().describe('Orders of the list that have no such document yet.'),
  createdAt: z.iso.datetime(),
  until: z.iso.datetime().describe('When it will be deleted.'),
})
export type Print = z.infer<typeof Print>
