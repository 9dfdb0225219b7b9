import { useEffect, useSyncExternalStore } from 'react'
import { countOf, onCount } from '#web/lib/cart/count.ts'

/** A count older than this is loaded again when the user comes back; in milliseconds. */
const freshMs = 60_000

/**
 * How many products are in a user's cart. It is loaded once per tab, and again when the user comes back from elsewhere;
 * changes made here update it directly.
 */
export default function CartCount({ owner }: { owner: string }) {
  const count = useSyncExternalStore(
    onCount,
    () => countOf(owner)?.count,
    () => undefined,
  )
  useEffect(() => {
    const here = new AbortController()
    let askedAt = Date.now()
    const ask = () => {
      askedAt = Date.now()
      import('#web/lib/cart/own-cart.ts').then(
        ({ cartOf }) => cartOf(owner).renew(),
        () => undefined,
      )
    }
    if (!countOf(owner)) ask()
    addEventListener('focus', () => (Date.now() - askedAt > freshMs ? ask() : undefined), { signal: here.signal })
    return () => here.abort()
  }, [owner])
  return count ? ` (${count})` : null
}
