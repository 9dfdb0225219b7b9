import { z } from 'zod'
import { cartMessages } from '#content/cart.ts'
import { fieldMessages } from '#content/fields.ts'
import { messages, tooLong } from '#content/messages.ts'
import { Email, Phone } from '#features/accounts/schema.ts'
import { countries } from '#shared/countries.ts'
import { Day, listQuery, pageQuery } from '#shared/list.ts'

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
const PayBy = z.enum(payBys)

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

/** So many pieces of a line of the order. */
export const LineQuantity = z.strictObject({ position: z.number().int().min(1), quantity: z.number().int().min(1) })

export type LineQuantity = z.infer<typeof LineQuantity>

/** What an event of an order's timeline says besides its kind; amounts in minor units. */
export type OrderEventDetails = {
  note?: string | undefined
  reason?: string | undefined
  amount?: number | undefined
  carrier?: string | undefined
  tracking?: string | undefined
  /** Which parcel was sent or has arrived. */
  parcel?: string | undefined
  lines?: LineQuantity[] | undefined
  restock?: boolean | undefined
  /** That it was taken off what the account owes, and did not go back to a card. */
  onAccount?: boolean | undefined
}

/** ISO 3166-1 alpha-2. */
export const Country = z.enum(countries, messages.countryUnknown)

const Address = z
  .string({ error: messages.addressRequired })
  .trim()
  .min(1, messages.addressRequired)
  .max(500, tooLong(500))
/** In the one spelling that it is stored in. */
const Id = z.uuid().toLowerCase()

const Quantity = z
  .number({ error: messages.quantityOutOfRange })
  .int(messages.quantityOutOfRange)
  .min(1, messages.quantityOutOfRange)
  .max(10_000_000, messages.quantityOutOfRange)

/** What the purchase form asks for. */
export const PurchaseForm = z.object({
  orderQuantity: Quantity,
  address: Address,
  phone: Phone,
  country: Country.optional(),
  payBy: PayBy.optional(),
})
export type PurchaseForm = z.infer<typeof PurchaseForm>

/** What may be left empty in a form, and is not sent then. */
const orNothing = (most: number) =>
  z
    .string()
    .trim()
    .max(most, tooLong(most))
    .transform((typed) => typed || undefined)
    .optional()
/** What the form for several products asks for. */
export const DeliveryForm = z.object({
  address: Address,
  phone: Phone,
  country: Country.optional(),
  purchaseOrderNumber: orNothing(40),
  note: orNothing(500),
  payBy: PayBy.optional(),
})
export type DeliveryForm = z.infer<typeof DeliveryForm>

/** One product of an order. */
export const OrderLine = z.strictObject({ toolId: Id, quantity: Quantity })
export const mostLines = 100

/** What goes with every order: where it goes, how it is paid, and what its buyer calls it. */
export const OrderParts = z.strictObject({
  address: Address,
  phone: Phone,
  country: Country.optional().describe('Where it goes, on which tax depends: without it, to the seller’s own.'),
  purchaseOrderNumber: z.string().trim().min(1).max(40, tooLong(40)).optional(),
  note: z.string().trim().min(1).max(500, tooLong(500)).optional(),
  payBy: PayBy.optional().describe('`invoice` needs terms and room below the credit limit.'),
})

/** What POST /order takes: the specification's fields and, better, the product's id; or several lines, each product once. */
export const NewOrder = z
  .strictObject({
    toolId: Id.optional(),
    email: z.string().max(254).optional(),
    name: z.string().max(200).optional(),
    productName: z.string().trim().min(1).max(200).optional(),
    orderQuantity: Quantity.optional(),
    lines: z
      .array(OrderLine)
      .min(1, 'Order at least one product')
      .max(mostLines, `Order ${mostLines} products or fewer at once`)
      .optional(),
    totalAmount: z.number().nonnegative().optional(),
    img: z.string().max(2000).optional(),
    ...OrderParts.shape,
    cartVersion: z
      .number()
      .int()
      .min(1)
      .max(2_000_000_000)
      .optional()
      .describe('The cart that is ordered: what is ordered leaves it. Refused when it is another one by now.'),
  })
  .superRefine(({ lines, toolId, productName, orderQuantity }, context) => {
    const issue = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
    const flat = [toolId, productName, orderQuantity]
    if (!lines && orderQuantity === undefined) issue(['orderQuantity'], messages.quantityOutOfRange)
    if (lines && flat.some((each) => each !== undefined))
      issue(['lines'], 'Give the lines, or one product and its quantity, not both')
    const seen = new Set<string>()
    for (const [n, line] of (lines ?? []).entries()) {
      if (seen.has(line.toolId)) issue(['lines', n, 'toolId'], cartMessages.inAnotherLine)
      seen.add(line.toolId)
    }
  })
export type NewOrder = z.infer<typeof NewOrder>

/** What POST /order/check asks about: lines as they would be ordered, also such as could not be. */
export const OrderCheck = z.strictObject({
  lines: z
    .array(z.strictObject({ toolId: Id, quantity: z.number().min(0).max(10_000_000) }))
    .max(2000, 'Check 2,000 lines or fewer at once'),
  country: Country.optional(),
})
export type OrderCheck = z.infer<typeof OrderCheck>

export const CheckedLine = z.object({
  toolId: z.uuid(),
  quantity: z.number(),
  ok: z.boolean(),
  code: z.enum(['minimum', 'increment', 'available', 'gone']).optional(),
  message: z.string().optional(),
  suggestion: z.number().int().optional().describe('The nearest quantity that could be ordered.'),
  unitPrice: z.number(),
  total: z.number(),
  nextBreak: z
    .object({ from: z.number().int(), unitPrice: z.number(), saves: z.number() })
    .optional()
    .describe('From how many pieces each costs less, and what so many then cost less.'),
})
export type CheckedLine = z.infer<typeof CheckedLine>

/** The tax in a total: `added` to the lines, or contained in their prices. */
export const CheckedTax = z.object({ name: z.string(), amount: z.number(), added: z.boolean() })

/** What POST /order/check answers: each line decided, and what those that are good cost together. */
export const CheckedOrder = z.object({
  currency: z.string(),
  total: z.number(),
  tax: CheckedTax,
  lines: z.array(CheckedLine),
})
export type CheckedOrder = z.infer<typeof CheckedOrder>

export const orderSorts = ['newest', 'oldest', 'total', '-total'] as const
export type OrderSort = (typeof orderSorts)[number]

/** What narrows GET /orders and its CSV; days are those of the shop's own time zone, both inclusive. */
export const OrderDeskFilter = z.object({
  q: listQuery.q,
  state: OrderState.optional(),
  from: Day.optional(),
  to: Day.optional(),
  processing: z.literal('yes').optional().describe('Only those whose payment is on its way.'),
  packed: z.literal('yes').optional().describe('Only those that are packed and have not left.'),
  toship: z.literal('yes').optional().describe('Only those that are paid, or on account, and have not left.'),
  overdue: z.literal('yes').optional().describe('Only those on account whose time to be paid is over.'),
})
export type OrderDeskFilter = z.infer<typeof OrderDeskFilter>
export const OrderDeskQuery = OrderDeskFilter.extend({ ...pageQuery, sort: z.enum(orderSorts).optional() })
export type OrderDeskQuery = z.infer<typeof OrderDeskQuery>

/** How far the list of staff is counted: it may be longer. What words find is counted as far as it is shown. */
export const countedTo = ({ q }: OrderDeskFilter, shown: number): number => (q ? shown : 1000)

/** An order in the list of staff. */
export const DeskOrder = z.object({
  _id: z.uuid(),
  number: z.string(),
  email: z.string(),
  name: z.string(),
  productName: z.string().describe('Of several products the first, with how many more there are.'),
  orderQuantity: z.number().int(),
  totalAmount: z.number(),
  refundedAmount: z.number(),
  currency: z.string(),
  state: OrderState,
  paid: z.boolean(),
  processing: z.boolean(),
  packed: z.boolean(),
  createdAt: z.iso.datetime(),
  heldUntil: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  dueAt: z.iso.datetime().nullable(),
  owedAmount: z.number(),
})
export type DeskOrder = z.infer<typeof DeskOrder>

/** What happened to an order. Notes and names of staff are for staff alone. */
export const OrderEvent = z.object({
  _id: z.uuid(),
  kind: z.enum(orderEventKinds),
  at: z.iso.datetime(),
  by: z
    .string()
    .nullable()
    .describe('Who did it: a name, for staff; for the buyer "you" or "us". Null for what came about by itself.'),
  note: z.string().optional(),
  reason: z.string().optional(),
  amount: z.number().optional(),
  carrier: z.string().optional(),
  tracking: z.string().optional(),
  trackingUrl: z.url().optional(),
  parcel: z.uuid().optional(),
  lines: z.array(LineQuantity).optional(),
  restock: z.boolean().optional(),
  onAccount: z.boolean().optional(),
})
export type OrderEvent = z.infer<typeof OrderEvent>

/** What an order took from the stock, or gave back. */
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

/** What narrows GET /order. */
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
  tax: z.number().describe('Contained in the total, or on top of it where the order has `addedTaxAmount`.'),
  shipped: z.number().int().describe('How many have left the house.'),
  refunded: z.number().int().describe('How many were paid back by name; those that have not left yet stay.'),
})

/**
 * An order on the wire, times in UTC. The specification's order is an order with one line; of several the flat fields
 * describe the first, with the sum of the quantities.
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
  taxAmount: z.number().describe('What of the total is tax.'),
  addedTaxAmount: z.number().describe('What of that comes on top of the lines; 0 where their prices contain it.'),
  price: z.number(),
  refundedAmount: z.number().describe('What has been sent back of the total.'),
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
  dueAt: z.iso.datetime().nullable().describe('By when an order on account is paid.'),
  owedAmount: z.number().describe('What is open of an order on account.'),
})
export type Order = z.infer<typeof Order>
