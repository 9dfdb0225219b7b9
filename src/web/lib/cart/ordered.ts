import type { CartKeeper } from './keeper.ts'

/** That a cart was ordered, in another window of this browser. */
type Ordered = { owner: string; version: number }

const windows = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('wattwork-ordered')

/** Tells the other windows that this cart was ordered as this one knows it: to them it is only empty. */
export function tellOrdered(owner: string, cart: CartKeeper): void {
  windows?.postMessage({ owner, version: cart.state().saved?.version ?? 0 } satisfies Ordered)
}

/** Calls back with the version of the owner's cart that another window has ordered. @returns a function that ends it. */
export function onOrdered(owner: string, listener: (version: number) => void): () => void {
  const hear = ({ data }: MessageEvent<Ordered>) => {
    if (data.owner === owner) listener(data.version)
  }
  windows?.addEventListener('message', hear)
  return () => windows?.removeEventListener('message', hear)
}
