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
const Quantity = z
  .number({ error: messages.quantityOutOfRange })
  .int(messages.quantityOutOfRange)
  .min(1, messages.quantityOutOfRange)
  .max(10_000_000, messages.quantityOutOfRange)

/** What the purchase form asks for. */
export const PurchaseForm = z.object({ orderQuantity: Quantity, address: Address, phone: Phone })
export type PurchaseForm = z.infer<typeof PurchaseForm>

/** What POST /order takes: the specification's fields and, better, the product's id. */
export const NewOrder = z.strictObject({
  toolId: z.uuid().optional(),
  email: z.string().max(254).optional(),
  name: z.string().max(200).optional(),
  productName: z.string().trim().min(1).max(200).optional(),
  orderQuantity: Quantity,
  totalAmount: z.number().nonnegative().optional(),
  address: Address,
  phone: Phone,
  img: z.string().max(2000).optional(),
})
export type NewOrder = z.infer<typeof NewOrder>

/** What narrows GET /order. */
export const OrderQuery = z.object({ email: Email, ...pageQuery })
export type OrderQuery = z.infer<typeof OrderQuery>

export const OrderPlaced = z.object({ success: z.literal(true), _id: z.uuid() })

/** An order on the wire: the specification's order is an order with one line. Times are UTC. */
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
  unitPrice: z.number(),
  totalAmount: z.number(),
  price: z.number(),
  currency: z.string(),
  address: z.string(),
  phone: z.string(),
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
