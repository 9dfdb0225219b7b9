const count = (pieces: number): string => pieces.toLocaleString('en-US')

/** The message to a buyer who tries to add more than there is. */
export const allInOrder = (available: number): string =>
  `Your order already has as many as possible of the ${count(available)} available.`

/** The same for several products. */
export const allOfSeveralInOrder = (products: number): string =>
  `Your order already has as many as possible of ${count(products)} products.`

/** The message to a buyer who tries to order lines with changes they have not seen. */
export const openChanges = (lines: number): string =>
  lines === 1
    ? 'Check one product first: accept the change shown with it, or remove it.'
    : `Check ${count(lines)} products first: accept the change shown with each, or remove it.`

/** The message to a buyer whose order was refused because of some of its lines. */
export const refusedLines = (lines: number): string =>
  lines === 1 ? 'One line cannot be ordered as it is.' : `${count(lines)} lines cannot be ordered as they are.`

/** Messages about a cart. */
export const cartMessages = {
  full: 'An order can have 100 products at most. Place this order first.',
  elsewhere: 'Your order was changed in another window or on another device. Load it again.',
  changed:
    'Your order was changed in another window or on another device. Nothing was ordered: check it and order again.',
  unsaved: 'The shop cannot be reached. Your changes are kept in this window and will be sent again.',
  noLongerSold: 'This product is no longer sold.',
  inAnotherLine: 'This product is already in another line',
} as const
