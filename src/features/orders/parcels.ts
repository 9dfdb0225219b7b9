import type { OrderEventKind } from './schema.ts'

/** A parcel is on its way until it was delivered by itself, or all together. */
export function parcelsOnTheirWay(events: readonly { kind: OrderEventKind; parcel?: string | undefined }[]): number {
  const open = new Set<string>()
  for (const { kind, parcel } of events) {
    if (kind === 'shipped' && parcel) open.add(parcel)
    if (kind !== 'delivered') continue
    if (parcel) open.delete(parcel)
    else open.clear()
  }
  return open.size
}
