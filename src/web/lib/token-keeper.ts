import { decodeClaims, userOf, type SessionUser } from './claims.ts'
import type { TokenStore } from './storage.ts'

export type TokenKeeper = {
  /** The kept token, whether or not it has ended; undefined when nobody is signed in. */
  token(): string | undefined
  /** Who is signed in: the same object until the token changes. */
  user(): SessionUser | undefined
  /** Whether the last session was found to be over: neither signed out of nor followed by another. */
  ended(): boolean
  /** UTC milliseconds at which the kept token should be renewed. */
  dueAt(): number | undefined
  /**
   * A token that still lasts, renewed first when it is about to end.
   * @throws what `issue` throws, when the kept token has ended already.
   */
  fresh(): Promise<string | undefined>
  /** Asks for a new token, once however many ask at the same time; without a session the kept one goes. */
  renew(): Promise<string | undefined>
  keep(token: string): void
  drop(): void
  /** Another tab changed what is kept. */
  reread(): void
  subscribe(listener: () => void): () => void
}

type Parts = {
  store: TokenStore
  /** Gets a token from the server for the session's cookie; undefined when there is no session. */
  issue: (email: string | undefined) => Promise<string | undefined>
  now?: () => number
}

/** So early before its end a token is renewed that no call meets it ended. */
const renewBeforeMs = 60_000

/** The life of the access token in one tab: kept, renewed before it ends, dropped. */
export function createTokenKeeper({ store, issue, now = Date.now }: Parts): TokenKeeper {
  const listeners = new Set<() => void>()
  let seen: { token: string | undefined; user: SessionUser | undefined } = { token: undefined, user: undefined }
  let renewal: { since: number; answer: Promise<string | undefined> } | undefined
  // Counts sign-ins and sign-outs, so that a renewal that comes back after one does not undo it.
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
    // One begun before a sign-in or a sign-out tells nothing of the session after it.
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
