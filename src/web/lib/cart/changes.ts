import type { CartEntry } from '#features/cart/schema.ts'
import type { CartChange } from './keeper.ts'

type Addition = {
  toolId: string
  quantity: number
  /** What there is: so many together at the most. */
  most: number
  /** What a piece costs when there are so many, as it was seen. */
  priceAt: (quantity: number) => number
}

/** So many of a product more than there are in it. */
export const adding =
  ({ toolId, quantity, most, priceAt }: Addition): CartChange =>
  (lines) => {
    const before = lines.find((line) => line.toolId === toolId)
    const together = Math.max(before?.quantity ?? 0, Math.min(most, (before?.quantity ?? 0) + quantity))
    const entry = { toolId, quantity: together, seenPrice: priceAt(together) }
    return before ? lines.map((line) => (line === before ? entry : line)) : [...lines, entry]
  }

/** The same, and how many of the product came in when it was last made: others may be on their way at the same time. */
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

/** How many of a product are in it. */
export const quantityIn = (lines: readonly CartEntry[], toolId: string): number =>
  lines.find((line) => line.toolId === toolId)?.quantity ?? 0

/** So many of it instead, at the price that is shown. What somebody took out elsewhere stays out. */
export const setting =
  (entry: CartEntry): CartChange =>
  (lines) =>
    lines.map((line) => (line.toolId === entry.toolId ? entry : line))

export const removing =
  (toolId: string): CartChange =>
  (lines) =>
    lines.filter((line) => line.toolId !== toolId)

/** Puts a line back where it was, unless it is in again. */
export const restoring =
  (entry: CartEntry, position: number): CartChange =>
  (lines) =>
    lines.some(({ toolId }) => toolId === entry.toolId) ? lines : lines.toSpliced(position, 0, entry)
