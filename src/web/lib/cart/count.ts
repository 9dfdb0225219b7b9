import type { Cart } from '#features/cart/schema.ts'

/** How many products are in whose cart, and of which version: what the header shows without asking for the cart. */
export type CartCount = { owner: string; count: number; version: number }

const key = 'cart'
const listeners = new Set<() => void>()
// Of this tab alone, and gone with it; the others hear of a change as it happens.
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('wattwork-cart')
tabs?.addEventListener('message', ({ data }: MessageEvent<CartCount>) => take(data))

let kept: CartCount | undefined

function read(): CartCount | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    // Storage may be closed to us: the count then lasts as long as the page.
    return undefined
  }
}

function write(count: CartCount): void {
  kept = count
  try {
    sessionStorage.setItem(key, JSON.stringify(count))
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

/** What was last known of somebody's cart; undefined when nothing is. */
export function countOf(owner: string): CartCount | undefined {
  kept ??= read()
  return kept?.owner === owner ? kept : undefined
}

/** Tells this tab and all others what is in a cart now. */
export function tellCount(owner: string, { version, lines }: Cart): void {
  const count = { owner, version, count: lines.length }
  if (take(count)) tabs?.postMessage(count)
}

/** Keeps it unless as new a count of that cart is known: tabs tell of what they did one after the other in any order. */
function take(count: CartCount): boolean {
  const known = countOf(count.owner)
  if (known && known.version >= count.version) return false
  write(count)
  return true
}

export function onCount(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
