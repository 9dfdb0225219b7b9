import type { Order } from '#features/orders/schema.ts'

const mark = '#again='

/** Where lines are looked at before they are ordered: those of an earlier order, or of a saved list. */
export function listPath(from: { order?: string; list?: string } = {}): string {
  const query = new URLSearchParams(from)
  return query.size > 0 ? `/dashboard/quick-order?${query}` : '/dashboard/quick-order'
}

/**
 * One product: the purchase page with an earlier order filled in. The order stands behind the #, which no server and no cache sees:
 * the page itself is the same for everyone.
 */
export const orderAgainPath = ({ _id, toolId, lines }: Pick<Order, '_id' | 'toolId' | 'lines'>): string =>
  lines.length > 1 ? listPath({ order: _id }) : `/tool/${toolId}${mark}${_id}`

/** What a request for the list brings along: the id of an order, or of a saved list. */
export function linesAskedBy(request: Request): { order: string | null; list: string | null } {
  const { searchParams } = new URL(request.url)
  return { order: searchParams.get('order'), list: searchParams.get('list') }
}

/** The id of the order that an address asks to be filled in. */
export const orderAgainIn = (hash: string): string | undefined =>
  hash.startsWith(mark) ? hash.slice(mark.length) : undefined
