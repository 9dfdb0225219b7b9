import { leastQuantity, type PriceBreak } from '#features/catalogue/rules.ts'
import { minor, type Minor } from '#shared/money.ts'

/** A product's price and the quantities it is sold in: the minimum of an order, and the increment it must be a multiple of. */
export type Offer = { price: Minor; priceBreaks: readonly PriceBreak[]; minimum: number; increment: number }

/** Why a quantity of a product cannot be ordered. */
export type QuantityProblem = 'minimum' | 'increment' | 'available'

/** The unit price at a quantity. */
export function unitPriceFor(quantity: number, { price, priceBreaks }: Offer): Minor {
  return priceBreaks.reduce((unitPrice, each) => (quantity >= each.from ? each.price : unitPrice), price)
}

/** Quantity times unit price: call this rather than multiply the two elsewhere. */
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

/** The next price break: from which quantity, at what unit price, and what that quantity saves over the current unit price. */
export function nextBreak(
  quantity: number,
  offer: Offer,
): { from: number; unitPrice: Minor; saves: Minor } | undefined {
  const next = offer.priceBreaks.find(({ from }) => from > quantity)
  if (!next) return undefined
  const saved = minor(unitPriceFor(quantity, offer) - next.price)
  return { from: next.from, unitPrice: next.price, saves: totalAt(next.from, saved) }
}

/** Why a quantity cannot be ordered from the available stock; undefined if it can. */
export function quantityProblem(
  quantity: number,
  { minimum, increment }: Pick<Offer, 'minimum' | 'increment'>,
  available: number,
): QuantityProblem | undefined {
  // Only whole numbers can be a multiple of the increment.
  if (!Number.isSafeInteger(quantity)) return 'increment'
  if (quantity < minimum) return 'minimum'
  if (quantity % increment !== 0) return 'increment'
  return quantity > available ? 'available' : undefined
}

/** Whether a quantity is within the minimum and the stock and only lies between two steps. */
export const isBetweenSteps = (
  quantity: number,
  offer: Pick<Offer, 'minimum' | 'increment'>,
  available: number,
): boolean =>
  Number.isSafeInteger(quantity) && quantity <= available && quantityProblem(quantity, offer, available) === 'increment'

/** The orderable quantity nearest to the wanted one, the larger of two equally near; undefined when there is none. */
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
