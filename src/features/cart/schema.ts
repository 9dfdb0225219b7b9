import { z } from 'zod'
import { cartMessages } from '#content/cart.ts'
import { messages } from '#content/messages.ts'
import { Tool } from '#features/catalogue/schema.ts'
import {
  CheckedLine,
  CheckedTax,
  Country,
  mostLines,
  OrderLine,
  requireEachOnce,
} from '#features/orders/placing-schema.ts'

const Version = z.number().int().min(0).max(2_000_000_000)

const price = z.number().min(0, messages.priceInvalid).max(1_000_000_000, messages.priceInvalid)

/** What a buyer puts in: a quantity of a product, at the unit price in major units that they saw. */
const CartEntry = OrderLine.extend({ seenPrice: price })
export type CartEntry = z.infer<typeof CartEntry>

/** Body of PUT /cart: the whole cart, and the version it replaces. A cart that was never written has version 0. */
export const NewCart = z
  .strictObject({
    version: Version,
    lines: z.array(CartEntry).max(mostLines, { error: cartMessages.full, abort: true }),
  })
  .superRefine(({ lines }, context) => requireEachOnce(lines, context, ['lines']))
export type NewCart = z.infer<typeof NewCart>

/** The fields of a product that its line in the cart shows. */
export const CartTool = Tool.pick({
  name: true,
  part_number: true,
  img: true,
  price: true,
  price_breaks: true,
  minimum_order_quantity: true,
  order_increment: true,
  category: true,
  available_quantity: true,
})
export type CartTool = z.infer<typeof CartTool>

const CartLine = CheckedLine.extend({
  seenPrice: z.number(),
  changes: z
    .array(z.enum(['price', ...CheckedLine.shape.code.unwrap().options]))
    .describe('What has changed since it was added, or keeps it from being ordered.'),
  tool: CartTool.describe('The product as it is now or, if it is gone, as it last was.'),
})
export type CartLine = z.infer<typeof CartLine>

/** Query of GET /cart: the destination, on which tax depends. */
export const CartQuery = z.object({ country: Country.optional() })

/** Answer of GET and PUT /cart: lines judged as in POST /order/check; the total covers only those that could be ordered. */
export const Cart = z.object({
  version: Version,
  currency: z.string(),
  total: z.number(),
  tax: CheckedTax,
  lines: z.array(CartLine),
})
export type Cart = z.infer<typeof Cart>
