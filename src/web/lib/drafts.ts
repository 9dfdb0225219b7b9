import type { z } from 'zod'

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
type Kept = { owner: string; value: unknown }

const prefix = 'draft:'

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

  return {
    keep(name: string, owner: string, value: unknown): void {
      attempt((storage) => storage.setItem(prefix + name, JSON.stringify({ owner, value } satisfies Kept)))
    },
    /** Returns undefined when there is no draft of that shape. Another user's draft is removed. */
    read<Schema extends z.ZodType>(schema: Schema, name: string, owner: string): z.output<Schema> | undefined {
      const kept = attempt((storage): Partial<Kept> => JSON.parse(storage.getItem(prefix + name) ?? '{}'))
      if (kept?.owner === undefined) return undefined
      if (kept.owner === owner) return schema.safeParse(kept.value).data
      drop(name)
      return undefined
    },
    drop,
    dropAll(): void {
      const names = attempt((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index))) ?? []
      for (const name of names) if (name?.startsWith(prefix)) drop(name.slice(prefix.length))
    },
  }
}

export const drafts: Drafts = createDrafts(() => window.sessionStorage)
