import type { Order } from '#features/orders/schema.ts'

const mark = '#again='

/** Path of the page for reviewing lines before ordering them: those of an earlier order or a saved list. */
export function listPath(from: { order?: string; list?: string } = {}): string {
  const query = new URLSearchParams(from)
  return query.size > 0 ? `/dashboard/quick-order?${query}` : '/dashboard/quick-order'
}

/**
 * Path for repeating an order. For one product it is the purchase page with the earlier order filled in; the order is in the
 * fragment, which no server or cache sees: the page itself is the same for everyone.
 */
export const orderAgainPath = ({ _id, toolId, lines }: Pick<Order, '_id' | 'toolId' | 'lines'>): string =>
  lines.length > 1 ? listPath({ order: _id }) : `/tool/${toolId}${mark}${_id}`

/** The order id or saved list id in a request for the list page. */
export function linesAskedBy(request: Request): { order: string | null; list: string | null } {
  const { searchParams } = new URL(request.url)
  return { order: searchParams.get('order'), list: searchParams.get('list') }
}

/** The id of the order to fill in, from a URL fragment. */
export const orderAgainIn = (hash: string): string | undefined =>
  hash.startsWith(mark) ? hash.slice(mark.length) : undefined
