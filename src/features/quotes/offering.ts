import { refusals } from '#content/refusals.ts'
import { site } from '#content/site.ts'
import { findToolsById } from '#features/catalogue/store.ts'
import type { Database } from '#platform/db/database.ts'
import { dayOf, endOfDay } from '#shared/days.ts'
import { Failure, wrongField, type FieldError } from '#shared/errors.ts'
import { priceProblem, toMinor } from '#shared/money.ts'
import { offerTotal } from './rules.ts'
import type { NewOffer } from './schema.ts'
import type { OfferedLine } from './tables.ts'

/** An offer is valid for a year at most. */
const mostDays = 365

const beyondCounting = 'The total of this offer is too large. Check its prices.'

/** The offered lines, with names from the catalogue. @throws Failure 'unprocessable', naming each line that cannot be offered. */
export async function offeredLines(tx: Database, { lines }: NewOffer, currency: string): Promise<OfferedLine[]> {
  const ids = lines.map(({ toolId }) => toolId)
  const tools = new Map((await findToolsById(tx, ids)).map((tool) => [tool.id, tool]))
  const decided = lines.map(({ toolId, quantity, unitPrice }, n): OfferedLine | FieldError => {
    const [tool, price] = [tools.get(toolId), toMinor(unitPrice, currency)]
    if (!tool) return { path: `lines.${n}.toolId`, message: refusals.noSuchTool, code: 'gone' }
    if (!price) return { path: `lines.${n}.unitPrice`, message: priceProblem(unitPrice, currency) }
    const { name: productName, partNumber, category } = tool
    return { toolId, productName, partNumber, category, quantity, unitPrice: price }
  })
  const errors = decided.flatMap((line) => ('path' in line ? [line] : []))
  if (errors[0]) throw new Failure('unprocessable', errors[0].message, { errors })
  const offered = decided.flatMap((line) => ('path' in line ? [] : [line]))
  if (!Number.isSafeInteger(offerTotal(offered))) throw wrongField('lines', beyondCounting)
  return offered
}

/** The end of the last day of an offer. @throws Failure 'unprocessable' for a day that is over, or too far away. */
export function lastMomentOf(day: string, now: Date): Date {
  // Compared as text: for days in the years 1 or 9999, not every time zone has a moment.
  if (day < dayOf(now, site.timeZone)) throw wrongField('validUntil', 'This day has passed.')
  if (day > dayOf(now, site.timeZone, -mostDays)) {
    throw wrongField('validUntil', 'An offer can be valid for a year at most.')
  }
  return endOfDay(day, site.timeZone)
}
