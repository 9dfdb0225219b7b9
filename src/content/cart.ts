const count = (pieces: number): string => pieces.toLocaleString('en-US')

/** The message to a buyer who tries to add more than there is. */
export const allInOrder = (available: number): string =>
  `Your order has all that can be had of the ${count(available)} available.`

/** The same for several products. */
export const allOfSeveralInOrder = (products: number): string =>
  `Your order has all that can be had of ${count(products)} products.`

/** The message to a buyer who tries to order lines with changes they have not seen. */
export const openChanges = (lines: number): string =>
  lines === 1
    ? 'Look at one product first: accept what is said at it, or take it out.'
    : `Look at ${count(lines)} products first: accept what is said at each, or take it out.`

/** Messages about a cart. */
export const cartMessages = {
  full: 'An order can have 100 products at most. Order what is in it first.',
  elsewhere: 'Your order was changed in another window or on another device. Load it again.',
  changed:
    'Your order was changed in another window or on another device. Nothing was ordered: check it and order again.',
  unsaved: 'The shop cannot be reached. What you did is kept in this window, and sent again until it arrives.',
  noLongerSold: 'This product is no longer sold.',
  inAnotherLine: 'This product is in another line already',
} as const
