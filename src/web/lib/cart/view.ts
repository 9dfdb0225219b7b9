import { cartMessages } from '#content/cart.ts'
import { changesAt } from '#features/cart/rules.ts'
import type { CartEntry, CartLine, CartTool } from '#features/cart/schema.ts'
import { judgeLine, type JudgedLine } from '#features/orders/rules.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import { minor, toMajor } from '#shared/money.ts'
import { offerOf, unitPriceOf } from '#web/lib/offer.ts'
import { taxedSum, type TaxedSum } from '#web/lib/tax.ts'
import type { KnownTool } from './keeper.ts'

/** A line as the page shows it, with its prices in major units. */
export type LineView = Pick<CartLine, 'changes'> & {
  entry: CartEntry
  tool: CartTool
  ok: boolean
  /** Why the line cannot be ordered. */
  message: string | undefined
  unitPrice: number
  total: number
  /** The line as it can be ordered, for accepting all changes with one press; undefined when it must be removed. */
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

/** A cart entry for a quantity of a product at its current price. */
export function pricedEntry(toolId: string, quantity: number, tool: CartTool, currency: string): CartEntry {
  return { toolId, quantity, seenPrice: unitPriceOf(tool, quantity, currency) }
}

/**
 * The lines, judged by the shop's own rules with what is known of their products, and the total of those that can be ordered.
 * A line whose product is not known yet is left out until the shop has answered.
 * @param where the tax rules and the destination country, for the tax.
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
