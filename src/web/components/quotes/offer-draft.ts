import { site } from '#content/site.ts'
import type { WholeQuote } from '#features/quotes/schema.ts'
import { dayOf } from '#shared/days.ts'
import { numberIn } from '#shared/number.ts'

/** A line of an offer as it is being typed. */
export type DraftLine = { toolId: string; productName: string; quantity: string; unitPrice: string }

/** The last offer, or what was asked for at the price that was asked for. */
export function firstLines({ lines, offer, price }: Pick<WholeQuote, 'lines' | 'offer' | 'price'>): DraftLine[] {
  if (offer) {
    return offer.lines.map(({ toolId, productName, quantity, unitPrice }) => ({
      toolId,
      productName,
      quantity: String(quantity),
      unitPrice: String(unitPrice),
    }))
  }
  const unitPrice = price === null ? '' : String(price)
  return lines.map(({ toolId, productName, quantity }) => ({
    toolId,
    productName,
    quantity: String(quantity),
    unitPrice,
  }))
}

/** What of it can be read comes to so much, in major units. */
export const totalOf = (lines: readonly DraftLine[]): number =>
  lines.reduce((sum, { quantity, unitPrice }) => {
    const total = numberIn(quantity) * numberIn(unitPrice)
    return Number.isFinite(total) ? sum + total : sum
  }, 0)

/** The day so many days on, in the shop's own time zone. */
export const inDays = (now: Date, days: number): string => dayOf(now, site.timeZone, -days)
