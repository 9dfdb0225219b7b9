import type { CartEntry } from '#features/cart/schema.ts'
import { mostLines } from '#features/orders/placing-schema.ts'
import type { QuickTool } from '#features/quick-order/schema.ts'
import { adding, quantityIn } from '#web/lib/cart/changes.ts'
import type { CartChange } from '#web/lib/cart/keeper.ts'
import { offerOf, unitPriceOf } from '#web/lib/offer.ts'

export type Ready = { id: number; tool: QuickTool; quantity: number }

/** The rows that still fit into an order, in sequence: a product that is already in the cart needs no room. */
export function fitting(ready: readonly Ready[], lines: readonly CartEntry[]): Ready[] {
  const inCart = new Set(lines.map(({ toolId }) => toolId))
  let room = mostLines - inCart.size
  return ready.filter(({ tool }) => inCart.has(tool._id) || room-- > 0)
}

/**
 * The outcome of adding rows, from the lines before and after: the rows of which something was added, and the rows whose
 * full quantity could not be added.
 */
export function outcomeOf(
  put: readonly Ready[],
  before: readonly CartEntry[],
  after: readonly CartEntry[],
): { added: Ready[]; short: Ready[] } {
  const more = ({ tool }: Ready) => quantityIn(after, tool._id) - quantityIn(before, tool._id)
  return { added: put.filter((row) => more(row) > 0), short: put.filter((row) => more(row) < row.quantity) }
}

/** Adds all rows in one change. */
export const addingAll =
  (ready: readonly Ready[], currency: string): CartChange =>
  (lines) =>
    ready.reduce<readonly CartEntry[]>((all, { tool, quantity }) => {
      const offer = offerOf(tool, currency)
      const most = Math.floor(tool.available_quantity / offer.increment) * offer.increment
      const priceAt = (pieces: number) => unitPriceOf(tool, pieces, currency)
      return adding({ toolId: tool._id, quantity, most, priceAt })(all)
    }, lines)
