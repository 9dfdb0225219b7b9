import { refusals } from '#content/refusals.ts'
import { actingIn } from '#features/accounts/acting.ts'
import { recordStock } from '#features/catalogue/audited.ts'
import { findTool, type ToolRow } from '#features/catalogue/store.ts'
import type { Database, Reads } from '#platform/db/database.ts'
import { keyedRequest, requireSame, type KeyedRequest } from '#platform/http/idempotency-key.ts'
import type { Actor } from '#shared/actor.ts'
import { isoTime, type Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { mostListed, type Page, type PageQuery } from '#shared/list.ts'
import { findRequest, listMovements } from './movement-store.ts'
import { requireStockKeeper } from './policy.ts'
import type { StockEntry, StockMovement } from './schema.ts'
import { adjustStock } from './stock.ts'

export type Inventory = ReturnType<typeof createInventory>

type Parts = {
  db: Database
  reads: Reads
  clock: Clock
  /** The numbers of these orders, by id. The inventory knows no orders. */
  orderNumbers: (db: Database, ids: string[]) => Promise<Map<string, string>>
  onStockChanged: (toolIds: readonly string[]) => void
}

/** The stock of a product as staff see and manage it. */
export function createInventory({ db, reads, clock, orderNumbers, onStockChanged }: Parts) {
  /** @throws Failure 'not-found' when it never existed or is deleted. */
  async function find(from: Database, toolId: string): Promise<ToolRow> {
    const tool = await findTool(from, toolId)
    if (!tool) throw new Failure('not-found', refusals.noSuchTool)
    return tool
  }

  /** @returns the stock after the entry. */
  async function enterOne(tx: Database, actor: Actor, toolId: string, entry: Entry): Promise<number> {
    const { request } = entry
    const note = entry.note || undefined
    const tool = await find(tx, toolId)
    if (request && (await isRepeated(tx, actor, request))) return tool.availableQuantity
    const act = { at: clock.now(), actor }
    const received = entry.received !== undefined
    const reason = received ? ('receipt' as const) : ('correction' as const)
    const cause = { reason, actorId: actor.id, at: act.at, note, request }
    const step = await adjustStock(tx, toolId, adjustmentOf(entry), cause)
    await recordStock(tx, act, { _id: tool.id, name: tool.name }, { ...step, received, note })
    return step.to
  }

  return {
    /**
     * A product's stock movements, newest first: the newest 1,000, or a page.
     * @throws Failure 'forbidden', 'not-found', 'bad-request' for a foreign cursor.
     */
    async movements(
      actor: Actor,
      toolId: string,
      { limit = mostListed, cursor }: PageQuery,
    ): Promise<Page<StockMovement>> {
      requireStockKeeper(actor)
      await find(db, toolId)
      const { items, ...page } = await listMovements(reads, toolId, { limit, cursor })
      const numbers = await orderNumbers(db, [...new Set(items.flatMap(({ orderId }) => orderId ?? []))])
      return {
        ...page,
        items: items.map(({ id, at, orderId, ...row }) => {
          const number = orderId === null ? undefined : numbers.get(orderId)
          return { _id: id, at: isoTime(at), ...row, order: orderId && number ? { id: orderId, number } : null }
        }),
      }
    },

    /**
     * Enters goods received, a count, or a change. With a key, a repeated request changes nothing; a count that matched the stock
     * leaves no trace, so its repetition is carried out again.
     * @returns the stock after the entry, or the current stock for a repeated request.
     * @throws Failure 'forbidden', 'not-found', 'unprocessable' below zero, 'conflict' when the key belongs to another request.
     */
    async enter(actor: Actor, toolId: string, entry: StockEntry, key: string | undefined): Promise<number> {
      requireStockKeeper(actor)
      const { received, counted, change, note } = entry
      const request = keyedRequest(key, [toolId, received, counted, change, note])
      const available = await actingIn(db, actor, requireStockKeeper, (tx) =>
        enterOne(tx, actor, toolId, { ...entry, request }),
      )
      onStockChanged([toolId])
      return available
    },
  }
}

type Entry = StockEntry & { request: KeyedRequest | undefined }

function adjustmentOf({ received, counted, change = 0 }: StockEntry) {
  if (counted !== undefined) return { to: counted, field: 'counted' }
  return received === undefined ? { by: change, field: 'change' } : { by: received, field: 'received' }
}

/** Actions of one account wait for the lock on its row, so a request never runs twice at once. @throws Failure 'conflict'. */
async function isRepeated(tx: Database, { id }: Actor, request: KeyedRequest): Promise<boolean> {
  const earlier = await findRequest(tx, id, request.key)
  if (earlier) requireSame(earlier.hash, request, 'entry')
  return earlier !== undefined
}
