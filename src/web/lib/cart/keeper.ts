import type { Cart, CartEntry, CartTool, NewCart } from '#features/cart/schema.ts'
import { newKey } from '#web/lib/idempotency.ts'
import { ApiProblem } from '#web/lib/problem.ts'

/** A change of the cart's lines: reapplied to the newer cart when another tab or device changed it first. */
export type CartChange = (lines: readonly CartEntry[]) => readonly CartEntry[]

export type CartState = {
  /** The cart as last seen on the server; undefined until first read. */
  saved: Cart | undefined
  /** The cart's lines with the pending changes applied. */
  lines: readonly CartEntry[]
  unsaved: boolean
  /** Why the changes could not be saved. They stay pending. */
  problem: unknown
}

/** A product as last seen; `gone` means that it is no longer for sale. */
export type KnownTool = { tool: CartTool; gone: boolean }

type Parts = {
  read: () => Promise<Cart>
  /** Replaces the cart; a repeat with the same key takes effect once. */
  write: (cart: NewCart, key: string) => Promise<Cart>
}

/** A cart as sent: the number of pending changes it includes, and the key to resend it with. */
type Attempt = { cart: NewCart; key: string; changes: number }

export type CartKeeper = ReturnType<typeof createCartKeeper>

/**
 * An account's cart in one tab. Changes show at once, are sent one after the other, and stay pending until saved. When
 * another tab or device was first, they are reapplied to its result without asking.
 */
export function createCartKeeper({ read, write }: Parts) {
  const listeners = new Set<() => void>()
  const tools = new Map<string, KnownTool>()
  let pending: CartChange[] = []
  /** A write that may or may not have arrived: it is resent unchanged before anything else. */
  let doubtful: Attempt | undefined
  let saving: Promise<void> | undefined
  let state: CartState = { saved: undefined, lines: [], unsaved: false, problem: undefined }

  const linesOf = (saved: Cart | undefined): readonly CartEntry[] =>
    pending.reduce<readonly CartEntry[]>((lines, change) => change(lines), saved?.lines.map(entryOf) ?? [])

  function show({ saved = state.saved, problem = undefined }: { saved?: Cart | undefined; problem?: unknown } = {}) {
    for (const { toolId, tool, code } of saved?.lines ?? []) tools.set(toolId, { tool, gone: code === 'gone' })
    state = { saved, lines: linesOf(saved), unsaved: pending.length > 0, problem }
    for (const listener of listeners) listener()
  }

  /** Takes over the server's cart, which already includes the first `changes` pending changes. */
  function settle(saved: Cart, changes: number) {
    pending = pending.slice(changes)
    doubtful = undefined
    show({ saved })
  }

  const attempt = (): Attempt => ({
    cart: { version: state.saved?.version ?? 0, lines: [...state.lines] },
    key: newKey(),
    changes: pending.length,
  })

  async function saveAll(): Promise<void> {
    if (!state.saved) show({ saved: await read() })
    for (let tries = 0; pending.length > 0; tries += 1) {
      const sent = doubtful ?? attempt()
      try {
        settle(await write(sent.cart, sent.key), sent.changes)
      } catch (error) {
        if (statusOf(error) !== 409 || tries === mostTries) throw refused(error, sent)
        // Another tab or device was first: its cart includes none of these changes.
        settle(await read(), 0)
      }
    }
  }

  function refused(error: unknown, sent: Attempt): unknown {
    const status = statusOf(error)
    doubtful = status === 0 || status >= 500 ? sent : undefined
    // Changes that the shop will never accept are dropped.
    if (status === 422) pending = pending.slice(sent.changes)
    return error
  }

  async function save(): Promise<void> {
    // Deferred, so that `saving` is set before this can finish.
    await Promise.resolve()
    try {
      await saveAll()
    } catch (problem) {
      show({ problem })
      throw problem
    } finally {
      // In the same tick as the last check for pending changes: a change from now on starts a new save.
      saving = undefined
    }
  }

  const run = (): Promise<void> => (saving ??= save())

  /** Rereads the cart and sends unsaved changes. @throws ApiProblem */
  async function load(): Promise<void> {
    const saved = await read()
    // A cart older than what was saved meanwhile is stale.
    if (!saving && saved.version >= (state.saved?.version ?? 0)) show({ saved })
    if (pending.length > 0) await run()
  }

  return {
    state: () => state,
    /** The last known state of a product that is or was in the cart. */
    tool: (id: string): KnownTool | undefined => tools.get(id),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load,
    /** Rereads the cart and ignores failures: the cart page shows the problem. */
    renew: () => void load().catch(() => undefined),
    /** Applies a change. @throws ApiProblem when it is not saved: it stays pending, unless it can never be saved. */
    async change(change: CartChange): Promise<void> {
      pending.push(change)
      show()
      // A save under way sent the changes made before it, and continues until none are left.
      await run()
    },
    /** Resends unsaved changes. @throws ApiProblem */
    retry: run,
  }
}

const mostTries = 5

/** Whether a retry may succeed later: no answer came, or the shop had trouble. */
export const mayPass = (problem: unknown): boolean =>
  problem instanceof ApiProblem && (problem.status === 0 || problem.status === 429 || problem.status >= 500)

const statusOf = (error: unknown): number => (error instanceof ApiProblem ? error.status : 0)

const entryOf = ({ toolId, quantity, seenPrice }: CartEntry): CartEntry => ({ toolId, quantity, seenPrice })
