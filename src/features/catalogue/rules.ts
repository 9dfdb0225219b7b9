import type { Minor } from '#shared/money.ts'

/** From this quantity on, each piece costs this price. */
export type PriceBreak = { from: number; price: Minor }

/** The largest quantity of a product that anything can name: of stock, of an order, of a quote. */
export const mostPieces = 10_000_000

/** The smallest quantity that can be ordered, given enough stock: above the minimum if that is no multiple of the increment. */
export const leastQuantity = ({ minimum, increment }: { minimum: number; increment: number }): number =>
  Math.ceil(minimum / increment) * increment

/** Stock for fewer than this many of the smallest orders counts as low. */
export const lowBelow = 5

type Prices = { price: Minor; minimum: number; priceBreaks: readonly PriceBreak[] }

/** What is wrong with a product's price breaks, and at which: each must start higher and cost less than the one before. */
export function priceBreakProblem(
  prices: Prices,
): { index: number; field: 'from' | 'price'; message: string } | undefined {
  let before: PriceBreak = { from: prices.minimum, price: prices.price }
  for (const [index, each] of prices.priceBreaks.entries()) {
    if (each.from <= before.from) return { index, field: 'from', message: `Must be more than ${before.from}` }
    if (each.price >= before.price) return { index, field: 'price', message: 'Must be less than the previous price' }
    before = each
  }
  return undefined
}
