import type { Cart, CartEntry, CartTool, NewCart } from '#features/cart/schema.ts'
import { newKey } from '#web/lib/idempotency.ts'
import { ApiProblem } from '#web/lib/problem.ts'

/** A change of what is in the cart: made again on the cart as it is by then when somebody else changed it first. */
export type CartChange = (lines: readonly CartEntry[]) => readonly CartEntry[]

export type CartState = {
  /** As the server last had it; undefined until it was read. */
  saved: Cart | undefined
  /** What is in it with the changes that are on their way. */
  lines: readonly CartEntry[]
  unsaved: boolean
  /** Why the changes could not be saved; they are kept. */
  problem: unknown
}

/** What is known of a product; `gone` says that it is not for sale any more. */
export type KnownTool = { tool: CartTool; gone: boolean }

type Parts = {
  read: () => Promise<Cart>
  /** Replaces it; the same again with the same key is done once. */
  write: (cart: NewCart, key: string) => Promise<Cart>
}

/** A cart as it is sent: with how many of the changes that wait, and a key to send it again with. */
type Attempt = { cart: NewCart; key: string; changes: number }

export type CartKeeper = ReturnType<typeof createCartKeeper>

/**
 * An account's cart in one tab. Changes show at once, are sent one after the other, and stay until they are saved. When
 * another tab or device was first, they are made again on what it left, without asking.
 */
export function createCartKeeper({ read, write }: Parts) {
  const listeners = new Set<() => void>()
  const tools = new Map<string, KnownTool>()
  let pending: CartChange[] = []
  /** What was sent, and nobody knows whether it arrived: it goes again, as it was, before anything else. */
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

  /** Takes what the server has now; so many of the changes are in it. */
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
        // Somebody else was first: none of it is in what they left.
        settle(await read(), 0)
      }
    }
  }

  function refused(error: unknown, sent: Attempt): unknown {
    const status = statusOf(error)
    doubtful = status === 0 || status >= 500 ? sent : undefined
    // What the shop will never take is not kept.
    if (status === 422) pending = pending.slice(sent.changes)
    return error
  }

  async function save(): Promise<void> {
    // Not at once, so that `saving` is there before this is over.
    await Promise.resolve()
    try {
      await saveAll()
    } catch (problem) {
      show({ problem })
      throw problem
    } finally {
      // With the last look at what is left: a change that comes now begins anew.
      saving = undefined
    }
  }

  const run = (): Promise<void> => (saving ??= save())

  /** Reads it anew, and sends what could not be saved. @throws ApiProblem */
  async function load(): Promise<void> {
    const saved = await read()
    // One that is older than what was saved meanwhile says nothing new.
    if (!saving && saved.version >= (state.saved?.version ?? 0)) show({ saved })
    if (pending.length > 0) await run()
  }

  return {
    state: () => state,
    /** What is known of a product that is, or was, in the cart. */
    tool: (id: string): KnownTool | undefined => tools.get(id),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load,
    /** Reads it anew if it can be read: who looks at the cart sees what was wrong. */
    renew: () => void load().catch(() => undefined),
    /** Makes a change. @throws ApiProblem when it is not saved: then it is kept, unless it can never be. */
    async change(change: CartChange): Promise<void> {
      pending.push(change)
      show()
      // One that is on its way took what was there when it was sent; it goes on until nothing is left.
      await run()
    },
    /** Sends what could not be saved once more. @throws ApiProblem */
    retry: run,
  }
}

const mostTries = 5

/** Whether the same may work later: no answer came, or not from a shop that was well. */
export const mayPass = (problem: unknown): boolean =>
  problem instanceof ApiProblem && (problem.status === 0 || problem.status === 429 || problem.status >= 500)

const statusOf = (error: unknown): number => (error instanceof ApiProblem ? error.status : 0)

const entryOf = ({ toolId, quantity, seenPrice }: CartEntry): CartEntry => ({ toolId, quantity, seenPrice })
