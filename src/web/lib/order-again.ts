import type { Order } from '#features/orders/schema.ts'

const mark = '#again='

/**
 * The purchase page with an earlier order filled in. The order stands behind the #, which no server and no cache sees:
 * the page itself is the same for everyone.
 */
export const orderAgainPath = ({ _id, toolId }: Pick<Order, '_id' | 'toolId'>): string => `/tool/${toolId}${mark}${_id}`

/** The id of the order that an address asks to be filled in. */
export const orderAgainIn = (hash: string): string | undefined =>
  hash.startsWith(mark) ? hash.slice(mark.length) : undefined
