import type { Cart } from '#features/cart/schema.ts'

/** The number of products in an owner's cart and the cart's version: the header shows it without loading the cart. */
export type CartCount = { owner: string; count: number; version: number }

const key = 'cart'
const listeners = new Set<() => void>()
// The count is stored per tab and goes with it; other tabs are notified of changes as they happen.
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('wattwork-cart')
tabs?.addEventListener('message', ({ data }: MessageEvent<CartCount>) => take(data))

let kept: CartCount | undefined

function read(): CartCount | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    // Storage may be blocked: the count then lasts as long as the page.
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

/** The last known count of an owner's cart; undefined when there is none. */
export function countOf(owner: string): CartCount | undefined {
  kept ??= read()
  return kept?.owner === owner ? kept : undefined
}

/** Tells this tab and all others the current count of a cart. */
export function tellCount(owner: string, { version, lines }: Cart): void {
  const count = { owner, version, count: lines.length }
  if (take(count)) tabs?.postMessage(count)
}

/** Stores a count unless one at least as new is known: messages from several tabs arrive in any order. */
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
