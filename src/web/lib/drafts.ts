import type { z } from 'zod'
import { attempt } from './storage.ts'

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
type Kept = { owner: string; value: unknown }

const prefix = 'draft:'

/** The owner of what everyone in this tab may use, through every sign-in: the links from mails. */
export const anyone = 'anyone'

/** The owner of input that was typed without an account: from the next sign-in on, it belongs to whoever signed in. */
export const visitor = 'visitor'

/** Unsent form input: kept in this tab only, and returned only to the user who typed it. */
export type Drafts = ReturnType<typeof createDrafts>

/** @param place a getter, because merely accessing a blocked storage throws; nothing is kept then. */
export function createDrafts(place: () => Place) {
  const inPlace = <T>(access: (storage: Place) => T): T | undefined => attempt(() => access(place()))
  const drop = (name: string) => inPlace((storage) => storage.removeItem(prefix + name))
  function keep(name: string, owner: string, value: unknown): void {
    inPlace((storage) => storage.setItem(prefix + name, JSON.stringify({ owner, value } satisfies Kept)))
  }
  const find = (name: string) =>
    inPlace((storage): Partial<Kept> | null => JSON.parse(storage.getItem(prefix + name) ?? '{}'))
  const isOf = (owner: string, kept: Partial<Kept>) => kept.owner === owner || kept.owner === anyone

  function dropWhere(isDropped: (name: string) => boolean): void {
    const keys = inPlace((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index))) ?? []
    for (const key of keys) {
      const name = key?.startsWith(prefix) ? key.slice(prefix.length) : undefined
      if (name !== undefined && isDropped(name)) drop(name)
    }
  }

  return {
    keep,
    /** Returns undefined when there is no draft of that shape, or it is another user's. */
    read<Schema extends z.ZodType>(schema: Schema, name: string, owner: string): z.output<Schema> | undefined {
      const kept = find(name)
      return kept && isOf(owner, kept) ? schema.safeParse(kept.value).data : undefined
    },
    drop,
    dropAll: (): void => dropWhere(() => true),
    /** Once this user has signed in: what a visitor typed is theirs, and what other users typed is removed. */
    claim: (user: string): void =>
      dropWhere((name) => {
        const kept = find(name) ?? {}
        if (kept.owner === visitor) keep(name, user, kept.value)
        return kept.owner !== visitor && !isOf(user, kept)
      }),
  }
}

export const drafts: Drafts = createDrafts(() => window.sessionStorage)
