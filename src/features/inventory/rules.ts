import { leastQuantity } from '#features/catalogue/rules.ts'

/** Of more movements than these a list says only that there are more. */
export const mostCounted = 10_000

/**
 * The stock after each of a product's movements.
 * @param stock after the first of them.
 * @param movements newest first, with none left out between.
 */
export function stockAfterEach(stock: number, movements: readonly { quantity: number }[]): number[] {
  let after = stock
  return movements.map(({ quantity }) => {
    const now = after
    after -= quantity
    return now
  })
}

/** So many products one account may wait for. */
export const mostWaitsOfOne = 100

/** Whether there is less of a product than the smallest order: then buyers may ask to be told when it is back. */
export const isOut = ({
  availableQuantity,
  minimumOrderQuantity: minimum,
  orderIncrement: increment,
}: Level): boolean => availableQuantity < leastQuantity({ minimum, increment })
type Level = { availableQuantity: number; minimumOrderQuantity: number; orderIncrement: number }
