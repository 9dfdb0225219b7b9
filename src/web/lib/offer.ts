import type { Tool } from '#features/catalogue/schema.ts'
import { leastQuantity } from '#features/catalogue/rules.ts'
import { unitPriceFor, type Offer } from '#features/pricing/rules.ts'
import { minor, toMajor, toMinor } from '#shared/money.ts'

/** As much of a tool as tells what it costs, and in which quantities it is sold. */
type OfferedTool = Pick<Tool, 'price' | 'price_breaks' | 'minimum_order_quantity' | 'order_increment'>

type SoldTool = Pick<Tool, 'minimum_order_quantity' | 'order_increment'>

/** The least that can be ordered of a tool: more than its minimum, where that is no multiple of its step. */
export const leastOf = ({ minimum_order_quantity: minimum, order_increment: increment }: SoldTool): number =>
  leastQuantity({ minimum, increment })

/** A tool's price and quantities as the shop's own rules take them, in minor units. */
export function offerOf(tool: OfferedTool, currency: string): Offer {
  // What the shop sends, the currency carries.
  const inMinor = (major: number) => toMinor(major, currency) ?? minor(0)
  return {
    price: inMinor(tool.price),
    priceBreaks: tool.price_breaks.map(({ from, price }) => ({ from, price: inMinor(price) })),
    minimum: tool.minimum_order_quantity,
    increment: tool.order_increment,
  }
}

/** What one of so many pieces costs, in major units. */
export const unitPriceOf = (tool: OfferedTool, pieces: number, currency: string): number =>
  toMajor(unitPriceFor(pieces, offerOf(tool, currency)), currency)
