import { cartMessages } from '#content/cart.ts'
import { changesAt } from '#features/cart/rules.ts'
import type { CartEntry, CartLine, CartTool } from '#features/cart/schema.ts'
import { judgeLine, type JudgedLine } from '#features/orders/rules.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import { minor, toMajor } from '#shared/money.ts'
import { offerOf, unitPriceOf } from '#web/lib/offer.ts'
import { taxedSum, type TaxedSum } from '#web/lib/tax.ts'
import type { KnownTool } from './keeper.ts'

/** A line as the page shows it, with what it costs in major units. */
export type LineView = Pick<CartLine, 'changes'> & {
  entry: CartEntry
  tool: CartTool
  ok: boolean
  /** What stands in the way of ordering it. */
  message: string | undefined
  unitPrice: number
  total: number
  /** With what one press agrees to all that has changed: the line as it could be ordered; undefined when it has to go. */
  agreed: CartEntry | undefined
}

const gone: JudgedLine = {
  ok: false,
  code: 'gone',
  message: cartMessages.noLongerSold,
  unitPrice: minor(0),
  total: minor(0),
}

function judge({ quantity }: CartEntry, { tool, gone: isGone }: KnownTool, currency: string): JudgedLine {
  return isGone ? gone : judgeLine(quantity, offerOf(tool, currency), tool.available_quantity)
}

function lineView(entry: CartEntry, known: KnownTool, currency: string) {
  const { tool } = known
  const judged = judge(entry, known, currency)
  const unitPrice = toMajor(judged.unitPrice, currency)
  const changes = changesAt({ ...judged, unitPrice, seenPrice: entry.seenPrice })
  const quantity = judged.ok ? entry.quantity : judged.suggestion
  const view: LineView = {
    entry,
    tool,
    changes,
    ok: judged.ok,
    message: judged.message,
    unitPrice,
    total: toMajor(judged.total, currency),
    agreed: quantity === undefined ? undefined : pricedEntry(entry.toolId, quantity, tool, currency),
  }
  return { judged, view }
}

/** So many of a product at what that costs now. */
export function pricedEntry(toolId: string, quantity: number, tool: CartTool, currency: string): CartEntry {
  return { toolId, quantity, seenPrice: unitPriceOf(tool, quantity, currency) }
}

/**
 * The lines judged as the shop judges them, by what is known of their products, and what those that are good cost together. A
 * product that is not known yet is shown when the shop has answered.
 * @param where it goes, for its tax.
 */
export function viewOf(
  lines: readonly CartEntry[],
  toolOf: (id: string) => KnownTool | undefined,
  currency: string,
  where: { rules?: TaxRules | undefined; country?: string | undefined } = {},
): TaxedSum & { lines: LineView[] } {
  const judged = lines.flatMap((entry) => {
    const known = toolOf(entry.toolId)
    return known ? lineView(entry, known, currency) : []
  })
  const good = judged.flatMap(({ judged: { ok, total }, view }) => (ok ? { total, category: view.tool.category } : []))
  return {
    lines: judged.map(({ view }) => view),
    ...taxedSum(good, { rules: where.rules, country: where.country, currency }),
  }
}
