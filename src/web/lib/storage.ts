/** Stores the access token. The specification's order: local storage, then session storage, then memory. */
export type TokenStore = {
  read(): string | undefined
  write(token: string): void
  remove(): void
}

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The specification's "stored access token". The constant inline script of the page reads the same key. */
export const tokenKey = 'accessToken'

/**
 * A store that keeps the token in the first place that accepts it, and nowhere else.
 * @param places getters, because merely accessing a blocked storage throws; every call may throw too.
 */
export function createTokenStore(places: readonly (() => Place)[]): TokenStore {
  let memory: string | undefined

  function removeAll() {
    memory = undefined
    for (const place of places) attempt(() => place().removeItem(tokenKey))
  }

  return {
    read() {
      for (const place of places) {
        const kept = attempt(() => place().getItem(tokenKey))
        if (kept) return kept
      }
      return memory
    },
    write(token) {
      removeAll()
      for (const place of places) {
        if (attempt(() => (place().setItem(tokenKey, token), true))) return
      }
      memory = token
    },
    remove: removeAll,
  }
}

/** A storage may be full or blocked by the browser's settings: it is then treated as absent. */
export function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
