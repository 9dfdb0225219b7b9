import { z } from 'zod'
import { messages, tooLong } from '#content/messages.ts'
import { Email, Phone } from '#features/accounts/schema.ts'
import { pageQuery } from '#shared/list.ts'

export const orderStates = ['placed', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded'] as const
export const OrderState = z.enum(orderStates)
export type OrderState = z.infer<typeof OrderState>

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
export const PurchaseForm = z.object({ orderQuantity: Quantity, address: Address, phone: Phone })
export type PurchaseForm = z.infer<typeof PurchaseForm>

/** One product of an order. */
const OrderLine = z.strictObject({ toolId: Id, quantity: Quantity })
export const mostLines = 100

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
    address: Address,
    phone: Phone,
    img: z.string().max(2000).optional(),
    purchaseOrderNumber: z.string().trim().min(1).max(40, tooLong(40)).optional(),
    note: z.string().trim().min(1).max(500, tooLong(500)).optional(),
  })
  .superRefine(({ lines, toolId, productName, orderQuantity }, context) => {
    const issue = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
    const flat = [toolId, productName, orderQuantity]
    if (!lines && orderQuantity === undefined) issue(['orderQuantity'], messages.quantityOutOfRange)
    if (lines && flat.some((each) => each !== undefined))
      issue(['lines'], 'Give the lines, or one product and its quantity, not both')
    const seen = new Set<string>()
    for (const [n, line] of (lines ?? []).entries()) {
      if (seen.has(line.toolId)) issue(['lines', n, 'toolId'], 'This product is in another line already')
      seen.add(line.toolId)
    }
  })
export type NewOrder = z.infer<typeof NewOrder>

/** What POST /order/check asks about: lines as they would be ordered, also such as could not be. */
export const OrderCheck = z.strictObject({
  lines: z
    .array(z.strictObject({ toolId: Id, quantity: z.number().min(0).max(10_000_000) }))
    .max(2000, 'Check 2,000 lines or fewer at once'),
})
export type OrderCheck = z.infer<typeof OrderCheck>

const CheckedLine = z.object({
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

/** What POST /order/check answers: each line judged, and what those that are good cost together. */
export const CheckedOrder = z.object({ currency: z.string(), total: z.number(), lines: z.array(CheckedLine) })
export type CheckedOrder = z.infer<typeof CheckedOrder>

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
  price: z.number(),
  currency: z.string(),
  address: z.string(),
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
})
export type Order = z.infer<typeof Order>
