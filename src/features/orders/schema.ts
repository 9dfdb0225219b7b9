import { z } from 'zod'
import { Email } from '#features/accounts/schema.ts'
import { pageQuery } from '#shared/list.ts'

export const orderStates = [
  'placed',
  'confirmed',
  'paid',
  'shipped',
  'delivered',
  'cancelled',
  'expired',
  'refunded',
] as const
export const OrderState = z.enum(orderStates)
export type OrderState = z.infer<typeof OrderState>

/** By card before anything leaves, or on account. */
export const payBys = ['card', 'invoice'] as const
export type PayBy = (typeof payBys)[number]
export const PayBy = z.enum(payBys)

export const RefundedTo = z
  .enum(['card', 'account'])
  .nullable()
  .describe(
    'Where the refunded amount went: an order on account may have been paid by card. Null if none was refunded.',
  )
export type RefundedTo = z.infer<typeof RefundedTo>

export const orderEventKinds = [
  'placed',
  'part-paid',
  'paid',
  'overdue',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
  'expiring',
  'expired',
  'refunded',
  'refund-failed',
  'dispute-opened',
  'dispute-won',
  'dispute-lost',
  'note',
] as const
export type OrderEventKind = (typeof orderEventKinds)[number]

const pieces = 'Must be a whole number, 1 or more'

/** A number of pieces of one order line. */
export const LineQuantity = z.strictObject({
  position: z.number().int().min(1),
  quantity: z.number({ error: pieces }).int(pieces).min(1, pieces),
})

export type LineQuantity = z.infer<typeof LineQuantity>

/** Which part of an order a parcel is, where it is not all of it. */
export const parcelParts = ['first', 'next', 'rest'] as const
export type ParcelPart = (typeof parcelParts)[number]

/** The details of a timeline event besides its kind; amounts in minor units. */
export type OrderEventDetails = {
  note?: string | undefined
  reason?: string | undefined
  amount?: number | undefined
  carrier?: string | undefined
  tracking?: string | undefined
  /** Which parcel was sent or has arrived. */
  parcel?: string | undefined
  part?: ParcelPart | undefined
  lines?: LineQuantity[] | undefined
  restock?: boolean | undefined
  /** Whether it was taken off what the account owes instead of going back to a card. */
  onAccount?: boolean | undefined
  /** Whether it is money that the order never took, because it came too late or twice. */
  returned?: boolean | undefined
}

/** What happened to an order. Notes and the names of staff are visible to staff only. */
export const OrderEvent = z.object({
  _id: z.uuid(),
  kind: z.enum(orderEventKinds),
  at: z.iso.datetime(),
  by: z
    .string()
    .nullable()
    .describe('Who did it: a name, for staff; for the buyer "you" or "us". Null for what happened automatically.'),
  note: z.string().optional(),
  reason: z.string().optional(),
  amount: z.number().optional(),
  carrier: z.string().optional(),
  tracking: z.string().optional(),
  trackingUrl: z.url().optional(),
  parcel: z.uuid().optional(),
  part: z
    .enum(parcelParts)
    .optional()
    .describe('Which part of the order was sent; missing where it is all of it, or was not recorded.'),
  lines: z.array(LineQuantity).optional(),
  restock: z.boolean().optional().describe('Whether the pieces went back on sale, for staff.'),
  onAccount: z.boolean().optional(),
  returned: z
    .boolean()
    .optional()
    .describe('Whether it is money that the order never took, because it came too late or twice.'),
})
export type OrderEvent = z.infer<typeof OrderEvent>

/** Query of GET /order. */
export const OrderQuery = z.object({ email: Email, ...pageQuery })
export type OrderQuery = z.infer<typeof OrderQuery>

export const OrderPlaced = z.object({ success: z.literal(true), _id: z.uuid() })

const PlacedLine = z.object({
  position: z.number().int(),
  toolId: z.uuid(),
  productName: z.string(),
  partNumber: z.string(),
  img: z.string(),
  quantity: z.number().int(),
  unitPrice: z.number(),
  total: z.number(),
  taxRate: z.number().describe('Per cent.'),
  tax: z.number().describe('Included in the total, or on top of it if the order has `addedTaxAmount`.'),
  shipped: z.number().int().describe('How many have been sent.'),
  refunded: z.number().int().describe('How many were refunded by line; those not sent yet will not be.'),
})

/**
 * An order on the wire, times in UTC. The specification's order is an order with one line; with several, the flat fields
 * describe the first one, but with the sum of the quantities.
 */
export const Order = z.object({
  _id: z.uuid(),
  number: z.string(),
  email: z.string(),
  name: z.string(),
  user: z.string(),
  toolId: z.uuid(),
  productName: z.string(),
  partNumber: z.string(),
  img: z.string(),
  orderQuantity: z.number().int(),
  unitPrice: z.number().nullable().describe('Null for an order of several lines, which each have their own.'),
  lines: z.array(PlacedLine),
  totalAmount: z.number(),
  taxAmount: z.number().describe('How much of the total is tax.'),
  addedTaxAmount: z.number().describe('How much of that is on top of the lines; 0 if their prices include it.'),
  price: z.number(),
  refundedAmount: z.number().describe('How much of the total has been refunded.'),
  refundedTo: RefundedTo,
  currency: z.string(),
  address: z.string(),
  country: z.string().nullable(),
  phone: z.string(),
  purchaseOrderNumber: z.string().nullable(),
  note: z.string().nullable(),
  paid: z.boolean(),
  state: OrderState,
  processing: z
    .boolean()
    .describe('A card payment is being processed: do not pay again or cancel until it has finished.'),
  createdAt: z.iso.datetime(),
  heldUntil: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  packedAt: z.iso.datetime().nullable(),
  payBy: PayBy,
  dueAt: z.iso.datetime().nullable().describe('When an order on account is due.'),
  owedAmount: z.number().describe('What is still owed for an order on account.'),
})
export type Order = z.infer<typeof Order>
