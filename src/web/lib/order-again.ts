import type { Order } from '#features/orders/schema.ts'

const mark = '#again='

/** Where an order's lines are looked at before they are ordered again. */
const listPath = '/dashboard/quick-order'
const listed = 'again'

/**
 * One product: the purchase page with an earlier order filled in. The order stands behind the #, which no server and no cache sees:
 * the page itself is the same for everyone.
 */
export const orderAgainPath = ({ _id, toolId, lines }: Pick<Order, '_id' | 'toolId' | 'lines'>): string =>
  lines.length > 1 ? `${listPath}?${listed}=${_id}` : `/tool/${toolId}${mark}${_id}`

/** The id of the order whose lines a request for the list brings along. */
export const orderListedBy = (request: Request): string | null => new URL(request.url).searchParams.get(listed)

/** The id of the order that an address asks to be filled in. */
export const orderAgainIn = (hash: string): string | undefined =>
  hash.startsWith(mark) ? hash.slice(mark.length) : undefined
