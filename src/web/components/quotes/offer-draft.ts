import { z } from 'zod'
import { site } from '#content/site.ts'
import type { WholeQuote } from '#features/quotes/schema.ts'
import { dayOf } from '#shared/days.ts'
import { decimalsOf } from '#shared/money.ts'
import { numberIn } from '#shared/number.ts'

const DraftLine = z.object({ toolId: z.string(), productName: z.string(), quantity: z.string(), unitPrice: z.string() })
/** A line of an offer as it is being typed. */
export type DraftLine = z.infer<typeof DraftLine>

/** An offer as it is being typed. */
export const OfferDraft = z.object({
  lines: z.array(DraftLine),
  validUntil: z.string(),
  message: z.string(),
  /** When the offer was made that its writer has seen; null for none. The shop refuses to replace any other. */
  replaces: z.string().nullable(),
})

/** The lines of the last offer, or else what was asked for at the price asked for. */
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

/** The total of the lines that can be read, in major units, and whether that is all of them. */
export function totalOf(lines: readonly DraftLine[], currency: string): { total: number; isWhole: boolean } {
  const totals = lines.map(({ quantity, unitPrice }) => numberIn(quantity) * numberIn(unitPrice, decimalsOf(currency)))
  const readable = totals.filter(Number.isFinite)
  return { total: readable.reduce((sum, each) => sum + each, 0), isWhole: readable.length === lines.length }
}

/** The date so many days from now, in the shop's own time zone. */
export const inDays = (now: Date, days: number): string => dayOf(now, site.timeZone, -days)
