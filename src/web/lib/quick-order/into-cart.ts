import type { CartEntry } from '#features/cart/schema.ts'
import { mostLines } from '#features/orders/placing-schema.ts'
import type { QuickTool } from '#features/quick-order/schema.ts'
import { adding, quantityIn } from '#web/lib/cart/changes.ts'
import type { CartChange } from '#web/lib/cart/keeper.ts'
import { offerOf, unitPriceOf } from '#web/lib/offer.ts'

export type Ready = { id: number; tool: QuickTool; quantity: number }

/** Those that still find room in an order, in their order: a product that is in it already needs none. */
export function fitting(ready: readonly Ready[], lines: readonly CartEntry[]): Ready[] {
  const inCart = new Set(lines.map(({ toolId }) => toolId))
  let room = mostLines - inCart.size
  return ready.filter(({ tool }) => inCart.has(tool._id) || room-- > 0)
}

/**
 * What came of putting them in, by what was in the order before and is after: the rows of which something was added, and
 * those of whose products there were not as many as they say.
 */
export function outcomeOf(
  put: readonly Ready[],
  before: readonly CartEntry[],
  after: readonly CartEntry[],
): { added: Ready[]; short: Ready[] } {
  const more = ({ tool }: Ready) => quantityIn(after, tool._id) - quantityIn(before, tool._id)
  return { added: put.filter((row) => more(row) > 0), short: put.filter((row) => more(row) < row.quantity) }
}

/** Puts them all in at once. */
export const addingAll =
  (ready: readonly Ready[], currency: string): CartChange =>
  (lines) =>
    ready.reduce<readonly CartEntry[]>((all, { tool, quantity }) => {
      const offer = offerOf(tool, currency)
      const most = Math.floor(tool.available_quantity / offer.increment) * offer.increment
      const priceAt = (pieces: number) => unitPriceOf(tool, pieces, currency)
      return adding({ toolId: tool._id, quantity, most, priceAt })(all)
    }, lines)
