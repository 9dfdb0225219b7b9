import { actingIn } from '#features/accounts/acting.ts'
import { movementsOfOrder } from '#features/inventory/of-order.ts'
import type { Database, Reads } from '#platform/db/database.ts'
import { once } from '#platform/http/once.ts'
import { isStaff, type Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import type { Page } from '#shared/list.ts'
import { recordOrderAct } from './audited.ts'
import { csvHead, csvRows } from './csv.ts'
import { linesOfOrders, listDesk } from './desk-store.ts'
import { listEvents, recordEvent } from './events.ts'
import { lockOrder } from './lifecycle.ts'
import { mayReadOrder, noSuchOrder, requireStaff } from './policy.ts'
import type { DeskOrder, OrderDeskFilter, OrderDeskQuery, OrderNote, OrderStock } from './desk-schema.ts'
import type { OrderEvent } from './schema.ts'
import { findOrder, type OrderRow } from './store.ts'
import { deskOrderToWire, eventToWire } from './wire.ts'

export type OrderDesk = ReturnType<typeof createOrderDesk>

/** How many orders a CSV export reads at a time, so that its memory is bounded however long it is. */
const csvBatch = 500

/** The staff's view of all orders, and everybody's view of an order's timeline. */
export function createOrderDesk({ db, reads, clock }: { db: Database; reads: Reads; clock: Clock }) {
  /** An order that the actor may not see is reported as missing. */
  async function visible(actor: Actor, id: string): Promise<OrderRow> {
    const found = await findOrder(db, id)
    if (!found || !mayReadOrder(actor, found.order)) throw noSuchOrder()
    return found.order
  }

  /** The users with a CSV export under way. */
  const exporting = new Set<string>()

  async function* csv(actor: Actor, filter: OrderDeskFilter, confirm: () => Promise<void>): AsyncGenerator<string> {
    exporting.add(actor.id)
    try {
      yield csvHead
      let cursor: string | undefined
      do {
        // An export can take minutes, and the reader may lose their rights meanwhile.
        await confirm()
        const page = await listDesk(reads, { ...filter, limit: csvBatch, cursor }, clock.now())
        const ids = page.items.map(({ id }) => id)
        yield csvRows(page.items, await linesOfOrders(reads, ids))
        cursor = page.nextCursor
      } while (cursor)
    } finally {
      exporting.delete(actor.id)
    }
  }

  return {
    /** The orders that match, newest first by default. @throws Failure 'forbidden', 'bad-request' for a foreign cursor. */
    async list(actor: Actor, query: OrderDeskQuery): Promise<Page<DeskOrder>> {
      requireStaff(actor)
      const { items, ...page } = await listDesk(reads, query, clock.now())
      return { ...page, items: items.map(deskOrderToWire) }
    },

    /**
     * The same as CSV (RFC 4180), in chunks. @param confirm checks again that the reader is still allowed.
     * @throws Failure 'forbidden', 'too-many' for a second export at the same time, and between chunks what `confirm` throws.
     */
    csv(actor: Actor, filter: OrderDeskFilter, confirm: () => Promise<void>): AsyncGenerator<string> {
      requireStaff(actor)
      if (exporting.has(actor.id))
        throw new Failure('too-many', 'Your last export is still running. Wait until it is done.')
      return csv(actor, filter, confirm)
    },

    /** The order's timeline, oldest first. @throws Failure 'not-found', also for somebody else's order. */
    async events(actor: Actor, id: string): Promise<OrderEvent[]> {
      const order = await visible(actor, id)
      const asStaff = isStaff(actor)
      const events = await listEvents(db, id, asStaff)
      return events.map((event) => eventToWire(event, order, asStaff))
    },

    /** The order's stock movements, oldest first. @throws Failure 'forbidden', 'not-found'. */
    async stock(actor: Actor, id: string): Promise<OrderStock[]> {
      requireStaff(actor)
      await visible(actor, id)
      const movements = await movementsOfOrder(db, id)
      return movements.map(({ id: _id, at, name: productName, ...rest }) => ({
        _id,
        at: at.toISOString(),
        productName,
        ...rest,
      }))
    },

    /** Adds a staff-only note to the timeline, once per key. @throws Failure 'not-found', 'forbidden'. */
    async note(actor: Actor, id: string, { note }: OrderNote, key?: string): Promise<void> {
      await actingIn(db, actor, requireStaff, async (tx) => {
        const order = await lockOrder(tx, id)
        if (!order) throw noSuchOrder()
        const at = clock.now()
        await once(tx, { caller: actor.id, key, request: { order: id, note }, at }, async () => {
          await recordEvent(tx, { orderId: id, kind: 'note', at, actorId: actor.id, details: { note } })
          await recordOrderAct(tx, 'order.noted', order, { at, actor })
        })
      })
    },
  }
}
