import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { tooLong } from '#content/messages.ts'
import { Day, listQuery, pageQuery } from '#shared/list.ts'
import { OrderState, RefundedTo } from './schema.ts'

export const orderSorts = ['newest', 'oldest', 'total', '-total'] as const
export type OrderSort = (typeof orderSorts)[number]

/** Filters of GET /orders and its CSV; days are in the shop's own time zone, both inclusive. */
export const OrderDeskFilter = z.object({
  q: listQuery.q,
  state: OrderState.optional(),
  from: Day.optional(),
  to: Day.optional(),
  processing: z.literal('yes').optional().describe('Only those with a payment in progress.'),
  packed: z.literal('yes').optional().describe('Only those that are packed but not sent.'),
  toship: z.literal('yes').optional().describe('Only those that are paid, or on account, but not sent.'),
  overdue: z.literal('yes').optional().describe('Only those on account that are overdue.'),
})
export type OrderDeskFilter = z.infer<typeof OrderDeskFilter>
export const OrderDeskQuery = OrderDeskFilter.extend({ ...pageQuery, sort: z.enum(orderSorts).optional() })
export type OrderDeskQuery = z.infer<typeof OrderDeskQuery>

/** How far the staff list is counted, which may be longer. A search by words is counted only as far as it is shown. */
export const countedTo = ({ q }: OrderDeskFilter, shown: number): number => (q ? shown : 1000)

/** An order in the staff list. */
export const DeskOrder = z.object({
  _id: z.uuid(),
  number: z.string(),
  email: z.string(),
  name: z.string(),
  productName: z.string().describe('With several products, the first and how many more there are.'),
  lineCount: z.number().int().describe('How many products it has.'),
  orderQuantity: z.number().int().describe('The pieces of all products together.'),
  totalAmount: z.number(),
  refundedAmount: z.number(),
  refundedTo: RefundedTo,
  currency: z.string(),
  state: OrderState,
  paid: z.boolean(),
  processing: z.boolean(),
  packed: z.boolean(),
  partSent: z.boolean().describe('Whether some of its pieces have been sent, but not all.'),
  createdAt: z.iso.datetime(),
  heldUntil: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  dueAt: z.iso.datetime().nullable(),
  owedAmount: z.number(),
})
export type DeskOrder = z.infer<typeof DeskOrder>

/** A stock movement of an order: pieces taken or given back. */
export const OrderStock = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  toolId: z.uuid(),
  productName: z.string(),
  quantity: z.number().int().describe('Negative for what left the stock.'),
  reason: z.string(),
})
export type OrderStock = z.infer<typeof OrderStock>

export const OrderNote = z.strictObject({
  note: z
    .string({ error: fieldMessages.noteRequired })
    .trim()
    .min(1, fieldMessages.noteRequired)
    .max(1000, tooLong(1000)),
})
export type OrderNote = z.infer<typeof OrderNote>
