import type { Minor } from '#shared/money.ts'

/** From so many pieces on, each costs so much. */
export type PriceBreak = { from: number; price: Minor }

/** The least that can be ordered of a product of which there is enough: more than its minimum, where that is no multiple of its step. */
export const leastQuantity = ({ minimum, increment }: { minimum: number; increment: number }): number =>
  Math.ceil(minimum / increment) * increment

/** Fewer than this many of the smallest orders left counts as low. */
export const lowBelow = 5

type Prices = { price: Minor; minimum: number; priceBreaks: readonly PriceBreak[] }

/** What is wrong with a product's price breaks, at which of them: each begins higher and costs less than the one before. */
export function priceBreakProblem(
  prices: Prices,
): { index: number; field: 'from' | 'price'; message: string } | undefined {
  let before: PriceBreak = { from: prices.minimum, price: prices.price }
  for (const [index, each] of prices.priceBreaks.entries()) {
    if (each.from <= before.from) return { index, field: 'from', message: `Must be more than ${before.from}` }
    if (each.price >= before.price) return { index, field: 'price', message: 'Must be less than the price before' }
    before = each
  }
  return undefined
}
