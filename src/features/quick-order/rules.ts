import { mostCandidates } from './schema.ts'

/** A product that a part number or a name may mean. */
export type Named = { id: string; partKey: string; nameKey: string; isSold: boolean }

export type Match =
  | { how: 'yours' | 'part' | 'name'; toolIds: [string] }
  | { how: 'several'; toolIds: string[] }
  | { how: 'gone'; toolIds: [string] }
  | { how: 'unknown'; toolIds: [] }

/**
 * Which product somebody means: their own earlier choice comes first, then a part number, then a name; a product that is no longer
 * sold only if no other matches.
 */
export function matchOf(keys: readonly string[], own: Named | undefined, named: readonly Named[]): Match {
  if (own?.isSold) return { how: 'yours', toolIds: [own.id] }
  const byPart = named.filter(({ partKey }) => keys.includes(partKey))
  const byName = named.filter(({ nameKey }) => keys.includes(nameKey))
  for (const [how, all] of [
    ['part', byPart],
    ['name', byName],
  ] as const) {
    const [first, ...others] = all.filter(({ isSold }) => isSold)
    if (first && others.length === 0) return { how, toolIds: [first.id] }
    if (first) return { how: 'several', toolIds: [first, ...others].slice(0, mostCandidates).map(({ id }) => id) }
  }
  const gone = own ?? byPart[0] ?? byName[0]
  return gone ? { how: 'gone', toolIds: [gone.id] } : { how: 'unknown', toolIds: [] }
}
