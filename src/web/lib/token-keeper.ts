import { decodeClaims, userOf, type SessionUser } from './claims.ts'
import type { TokenStore } from './storage.ts'

export type TokenKeeper = {
  /** The stored token, expired or not; undefined when nobody is signed in. */
  token(): string | undefined
  /** The signed-in user: the same object until the token changes. */
  user(): SessionUser | undefined
  /** Whether the last session was found to be over, without a sign-out or a new session since. */
  ended(): boolean
  /** When to renew the stored token, in UTC milliseconds. */
  dueAt(): number | undefined
  /**
   * A valid token, renewed first if it is about to expire.
   * @throws what `issue` throws, if the stored token has expired already.
   */
  fresh(): Promise<string | undefined>
  /** Requests a new token; concurrent callers share one request. Without a session the stored token is removed. */
  renew(): Promise<string | undefined>
  keep(token: string): void
  drop(): void
  /** Call it when another tab has changed the stored token. */
  reread(): void
  subscribe(listener: () => void): () => void
}

type Parts = {
  store: TokenStore
  /** Gets a token from the server for the session's cookie; undefined when there is no session. */
  issue: (email: string | undefined) => Promise<string | undefined>
  now?: () => number
}

/** How long before it expires a token is renewed, so that no call is made with an expired one. */
const renewBeforeMs = 60_000

/** Manages the access token in one tab: stores it, renews it before it expires, drops it. */
export function createTokenKeeper({ store, issue, now = Date.now }: Parts): TokenKeeper {
  const listeners = new Set<() => void>()
  let seen: { token: string | undefined; user: SessionUser | undefined } = { token: undefined, user: undefined }
  let renewal: { since: number; answer: Promise<string | undefined> } | undefined
  // Counts sign-ins and sign-outs, so that a renewal that finishes after one does not undo it.
  let changes = 0
  let ended = false

  function look() {
    const token = store.read()
    if (token !== seen.token) seen = { token, user: token === undefined ? undefined : userOf(token) }
    return seen
  }
  const user = () => look().user
  const token = () => (user() ? seen.token : undefined)
  const endsAt = (kept: string) => (decodeClaims(kept)?.exp ?? 0) * 1000

  function changed(change: () => void) {
    changes += 1
    change()
    for (const listener of listeners) listener()
  }
  function keep(next: string) {
    ended = false
    changed(() => store.write(next))
  }
  function drop() {
    ended = false
    changed(() => store.remove())
  }
  function end() {
    ended ||= token() !== undefined
    changed(() => store.remove())
  }

  async function ask() {
    const begun = changes
    const next = await issue(user()?.email)
    if (begun !== changes) return token()
    if (next === undefined) end()
    else keep(next)
    return next
  }
  function renew() {
    // A renewal begun before a sign-in or sign-out says nothing about the session after it.
    if (renewal?.since === changes) return renewal.answer
    const own = {
      since: changes,
      answer: ask().finally(() => {
        if (renewal === own) renewal = undefined
      }),
    }
    renewal = own
    return own.answer
  }

  async function fresh() {
    const kept = token()
    if (kept === undefined || endsAt(kept) - renewBeforeMs > now()) return kept
    try {
      return await renew()
    } catch (error) {
      if (endsAt(kept) > now()) return kept
      throw error
    }
  }

  return {
    token,
    user,
    ended: () => ended,
    dueAt() {
      const kept = token()
      return kept === undefined ? undefined : endsAt(kept) - renewBeforeMs
    },
    fresh,
    renew,
    keep,
    drop,
    reread: () => changed(() => undefined),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
