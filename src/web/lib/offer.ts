import type { Tool } from '#features/catalogue/schema.ts'
import type { Offer } from '#features/pricing/rules.ts'
import { toMinor } from '#shared/money.ts'

/** A tool's price and quantities as the shop's own rules take them, in minor units. */
export function offerOf(tool: Tool, currency: string): Offer {
  // What the shop sends, the currency carries.
  const minor = (major: number) => toMinor(major, currency) ?? 0
  return {
    price: minor(tool.price),
    priceBreaks: tool.price_breaks.map(({ from, price }) => ({ from, price: minor(price) })),
    minimum: tool.minimum_order_quantity,
    increment: tool.order_increment,
  }
}
