import { leastQuantity } from '#features/catalogue/rules.ts'

/** When there are more movements than this, a list only says that there are more. */
export const mostCounted = 10_000

/**
 * The stock after each of a product's movements.
 * @param stock after the first of them.
 * @param movements newest first, without gaps.
 */
export function stockAfterEach(stock: number, movements: readonly { quantity: number }[]): number[] {
  let after = stock
  return movements.map(({ quantity }) => {
    const now = after
    after -= quantity
    return now
  })
}

/** How many products one account may wait for. */
export const mostWaitsOfOne = 100

/** Whether there is less stock than the smallest order needs: then buyers may ask to be told when the product is back. */
export const isOut = ({
  availableQuantity,
  minimumOrderQuantity: minimum,
  orderIncrement: increment,
}: Level): boolean => availableQuantity < leastQuantity({ minimum, increment })
type Level = { availableQuantity: number; minimumOrderQuantity: number; orderIncrement: number }
