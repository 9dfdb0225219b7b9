import { useEffect, useState } from 'react'
import type { QuickTool } from '#features/quick-order/schema.ts'
import type { WholeQuote } from '#features/quotes/schema.ts'
import { quickOrderMessages } from '#content/quick-order.ts'
import { formatMoney } from '#shared/money.ts'
import { numberIn } from '#shared/number.ts'
import { leastOf, unitPriceOf } from '#web/lib/offer.ts'
import { meaningsOf } from '#web/lib/quick-order/meanings.ts'
import { formatCount } from '#web/ui/format.ts'
import { firstLines, type DraftLine } from './offer-draft.ts'

/** The products as anyone can order them now, by id; null for one that is no longer sold. */
type SoldNow = ReadonlyMap<string, QuickTool | null>

/** The current data of an offer's products, so that staff see the list price while pricing. `learn` adds a product they add. */
export function useSoldNow(quote: WholeQuote) {
  const [sold, setSold] = useState<SoldNow>(new Map())
  useEffect(() => {
    let isOver = false
    soldNow(firstLines(quote)).then(
      (found) => isOver || setSold((now) => new Map([...now, ...found])),
      // An offer can be made without.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [quote])
  return { sold, learn: (tool: QuickTool) => setSold((now) => new Map([...now, [tool._id, tool]])) }
}

async function soldNow(lines: readonly DraftLine[]): Promise<SoldNow> {
  const { tools } = await meaningsOf(lines.map(({ toolId, productName }) => [productName, toolId]))
  return new Map(lines.map(({ toolId }) => [toolId, tools.get(toolId) ?? null]))
}

/** A line with the product's minimum quantity at its list price. */
export function listedLine(tool: QuickTool, currency: string): DraftLine {
  const least = leastOf(tool)
  const { _id: toolId, name: productName } = tool
  return { toolId, productName, quantity: String(least), unitPrice: String(unitPriceOf(tool, least, currency)) }
}

/** The list price per piece at this quantity, and the stock. */
export function soldNowText(tool: QuickTool | null, quantity: string, currency: string): string {
  if (!tool) return quickOrderMessages.notSold
  const typed = numberIn(quantity)
  const price = unitPriceOf(tool, Number.isNaN(typed) ? leastOf(tool) : typed, currency)
  return `List price ${formatMoney(price, currency)}, ${formatCount(tool.available_quantity)} in stock`
}
