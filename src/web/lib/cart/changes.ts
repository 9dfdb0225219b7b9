import type { CartEntry } from '#features/cart/schema.ts'
import type { CartChange } from './keeper.ts'

type Addition = {
  toolId: string
  quantity: number
  /** The stock: the line's quantity never grows beyond it. */
  most: number
  /** The unit price at a quantity, as shown to the buyer. */
  priceAt: (quantity: number) => number
}

/** Adds a quantity of a product to the cart. */
export const adding =
  ({ toolId, quantity, most, priceAt }: Addition): CartChange =>
  (lines) => {
    const before = lines.find((line) => line.toolId === toolId)
    const together = Math.max(before?.quantity ?? 0, Math.min(most, (before?.quantity ?? 0) + quantity))
    const entry = { toolId, quantity: together, seenPrice: priceAt(together) }
    return before ? lines.map((line) => (line === before ? entry : line)) : [...lines, entry]
  }

/** Like `adding`, and also tells how many pieces its last run added: other changes may be under way at the same time. */
export function countingAddition(addition: Addition): { change: CartChange; added: () => number } {
  const add = adding(addition)
  let added = 0
  return {
    change: (lines) => {
      const after = add(lines)
      added = quantityIn(after, addition.toolId) - quantityIn(lines, addition.toolId)
      return after
    },
    added: () => added,
  }
}

/** The quantity of a product in the cart. */
export const quantityIn = (lines: readonly CartEntry[], toolId: string): number =>
  lines.find((line) => line.toolId === toolId)?.quantity ?? 0

/** Sets a line's quantity, at the price shown. A line removed elsewhere stays removed. */
export const setting =
  (entry: CartEntry): CartChange =>
  (lines) =>
    lines.map((line) => (line.toolId === entry.toolId ? entry : line))

export const removing =
  (toolId: string): CartChange =>
  (lines) =>
    lines.filter((line) => line.toolId !== toolId)

/** Puts a removed line back in its place, unless the product is in the cart again. */
export const restoring =
  (entry: CartEntry, position: number): CartChange =>
  (lines) =>
    lines.some(({ toolId }) => toolId === entry.toolId) ? lines : lines.toSpliced(position, 0, entry)
