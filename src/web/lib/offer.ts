import type { Tool } from '#features/catalogue/schema.ts'
import { leastQuantity } from '#features/catalogue/rules.ts'
import { unitPriceFor, type Offer } from '#features/pricing/rules.ts'
import { minor, toMajor, toMinor } from '#shared/money.ts'

/** The fields of a tool that define its prices and order quantities. */
type OfferedTool = Pick<Tool, 'price' | 'price_breaks' | 'minimum_order_quantity' | 'order_increment'>

type SoldTool = Pick<Tool, 'minimum_order_quantity' | 'order_increment'>

/** The smallest quantity of a tool that can be ordered: more than its minimum if that is not a multiple of its increment. */
export const leastOf = ({ minimum_order_quantity: minimum, order_increment: increment }: SoldTool): number =>
  leastQuantity({ minimum, increment })

/** A tool's prices and quantities in the form that the shop's pricing rules take, in minor units. */
export function offerOf(tool: OfferedTool, currency: string): Offer {
  // Prices from the shop always fit the currency.
  const inMinor = (major: number) => toMinor(major, currency) ?? minor(0)
  return {
    price: inMinor(tool.price),
    priceBreaks: tool.price_breaks.map(({ from, price }) => ({ from, price: inMinor(price) })),
    minimum: tool.minimum_order_quantity,
    increment: tool.order_increment,
  }
}

/** The unit price at a number of pieces, in major units. */
export const unitPriceOf = (tool: OfferedTool, pieces: number, currency: string): number =>
  toMajor(unitPriceFor(pieces, offerOf(tool, currency)), currency)
