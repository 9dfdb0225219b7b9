import type { z } from 'zod'

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
type Kept = { owner: string; value: unknown }

const prefix = 'draft:'

/** The owner of input that was typed without an account. It stays through sign-in, for whoever signs in in this tab. */
export const anyone = 'anyone'

/** Unsent form input: kept in this tab only, and returned only to the user who typed it. */
export type Drafts = ReturnType<typeof createDrafts>

/** @param place a getter, because merely accessing a blocked storage throws; nothing is kept then. */
export function createDrafts(place: () => Place) {
  const attempt = <T>(access: (storage: Place) => T): T | undefined => {
    try {
      return access(place())
    } catch {
      return undefined
    }
  }
  const drop = (name: string) => attempt((storage) => storage.removeItem(prefix + name))
  const find = (name: string) =>
    attempt((storage): Partial<Kept> | null => JSON.parse(storage.getItem(prefix + name) ?? '{}'))
  const isOf = (owner: string, kept: Partial<Kept>) => kept.owner === owner || kept.owner === anyone

  function dropWhere(isDropped: (name: string) => boolean): void {
    const keys = attempt((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index))) ?? []
    for (const key of keys) {
      const name = key?.startsWith(prefix) ? key.slice(prefix.length) : undefined
      if (name !== undefined && isDropped(name)) drop(name)
    }
  }

  return {
    keep(name: string, owner: string, value: unknown): void {
      attempt((storage) => storage.setItem(prefix + name, JSON.stringify({ owner, value } satisfies Kept)))
    },
    /** Returns undefined when there is no draft of that shape, or it is another user's. */
    read<Schema extends z.ZodType>(schema: Schema, name: string, owner: string): z.output<Schema> | undefined {
      const kept = find(name)
      return kept && isOf(owner, kept) ? schema.safeParse(kept.value).data : undefined
    },
    drop,
    dropAll: (): void => dropWhere(() => true),
    /** Removes what other users typed, once this one has signed in. */
    dropOthers: (owner: string): void => dropWhere((name) => !isOf(owner, find(name) ?? {})),
  }
}

export const drafts: Drafts = createDrafts(() => window.sessionStorage)
