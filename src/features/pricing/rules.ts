import { leastQuantity, type PriceBreak } from '#features/catalogue/rules.ts'
import { minor, type Minor } from '#shared/money.ts'

/** What a product costs, and in which quantities it is sold: the least of an order, and of what it has to be a multiple. */
export type Offer = { price: Minor; priceBreaks: readonly PriceBreak[]; minimum: number; increment: number }

/** Why so many of a product cannot be ordered. */
export type QuantityProblem = 'minimum' | 'increment' | 'available'

/** What a piece costs when so many are ordered. */
export function unitPriceFor(quantity: number, { price, priceBreaks }: Offer): Minor {
  return priceBreaks.reduce((unitPrice, each) => (quantity >= each.from ? each.price : unitPrice), price)
}

/** What so many pieces cost at a price each: nothing else in the shop multiplies the two. */
export function totalAt(quantity: number, unitPrice: Minor): Minor {
  return minor(quantity * unitPrice)
}

/** What a line of an order costs. */
export function priceLine(quantity: number, offer: Offer): { unitPrice: Minor; total: Minor } {
  const unitPrice = unitPriceFor(quantity, offer)
  return { unitPrice, total: totalAt(quantity, unitPrice) }
}

/** What an order costs. */
export function sumOf(lines: readonly { total: Minor }[]): Minor {
  return minor(lines.reduce((sum, { total }) => sum + total, 0))
}

/** The quantity from which a piece costs less than it does now, and what so many then cost less than at the price of now. */
export function nextBreak(
  quantity: number,
  offer: Offer,
): { from: number; unitPrice: Minor; saves: Minor } | undefined {
  const next = offer.priceBreaks.find(({ from }) => from > quantity)
  if (!next) return undefined
  const saved = minor(unitPriceFor(quantity, offer) - next.price)
  return { from: next.from, unitPrice: next.price, saves: totalAt(next.from, saved) }
}

/** What stands in the way of ordering so many of what there is, or undefined. */
export function quantityProblem(
  quantity: number,
  { minimum, increment }: Pick<Offer, 'minimum' | 'increment'>,
  available: number,
): QuantityProblem | undefined {
  // A broken number is no multiple of anything.
  if (!Number.isSafeInteger(quantity)) return 'increment'
  if (quantity < minimum) return 'minimum'
  if (quantity % increment !== 0) return 'increment'
  return quantity > available ? 'available' : undefined
}

/** Whether a quantity is neither too small nor more than there is, and only lies between two steps. */
export const isBetweenSteps = (
  quantity: number,
  offer: Pick<Offer, 'minimum' | 'increment'>,
  available: number,
): boolean =>
  Number.isSafeInteger(quantity) && quantity <= available && quantityProblem(quantity, offer, available) === 'increment'

/** The quantity nearest to what was wanted that can be ordered, the larger of two; undefined when there is none. */
export function nearestQuantity(
  wanted: number,
  offer: Pick<Offer, 'minimum' | 'increment'>,
  available: number,
): number | undefined {
  const { increment } = offer
  const least = leastQuantity(offer)
  const most = Math.floor(available / increment) * increment
  if (most < least) return undefined
  return Math.min(most, Math.max(least, Math.round(wanted / increment) * increment))
}
