import { messages } from '#content/messages.ts'
import { refusals } from '#content/refusals.ts'
import { site } from '#content/site.ts'
import { actingIn } from '#features/accounts/acting.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import { createTurns } from '#platform/http/turns.ts'
import type { Log } from '#platform/log/log.ts'
import type { Actor, TokenSubject } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import type { Page } from '#shared/list.ts'
import { toMinor } from '#shared/money.ts'
import { recordOrderAct } from './audited.ts'
import { linesOfOrder } from './after-payment.ts'
import { checkOrder } from './check-order.ts'
import { lockOrder, lockOrderIfFree, releaseOrder } from './lifecycle.ts'
import { listOrdersFor } from './listing.ts'
import { createPlaceOrder, type Agreement, type TakeFromCart } from './place-order.ts'
import { mayCancelOrder, mayReadOrder, noSuchOrder, ownsOrder } from './policy.ts'
import { cancelHindrance, mayBecome, type OrderLimits } from './rules.ts'
import type { CheckedOrder, NewOrder, OrderCheck } from './placing-schema.ts'
import type { Order, OrderQuery } from './schema.ts'
import { findOrder, findUnpaidOrder, listOverdue, type OrderRow, type OrderWithLines } from './store.ts'
import { toWire } from './wire.ts'

export type Orders = ReturnType<typeof createOrders>

/**
 * What prevents an unpaid order from ending: nothing any more (the provider takes no money for it), a payment that is still in
 * progress, or money that has come.
 */
export type PaymentStop = 'stopped' | 'processing' | 'paid'

type Parts = {
  db: Database
  clock: Clock
  /** ISO 4217, lower case. */
  currency: string
  tax: TaxRules
  /** How long an unpaid order keeps its stock. */
  holdHours: number
  limits: OrderLimits
  connections: number
  takeFromCart: TakeFromCart
  /** Stops the payment of an order before the order ends; provided by the payments feature, called outside any transaction. */
  stopPayment: (orderId: string) => Promise<PaymentStop>
  /** Called after each stock change is committed, with the products concerned; without them, any may have changed. */
  onStockChanged: (toolIds?: readonly string[]) => void
  /** Called after an event of an order is committed. */
  onEvent: () => void
  limiter: RateLimiter
  log: Log
}

const expiryBatch = 200
const expiryPatienceMs = 20_000

/** A cancelled order can be placed again: without a limit, one account could fill the database. */
// mutant(word): any name will do
const cancels = { name: 'cancel', count: 60, seconds: 3600, message: refusals.manyCancels }

/** Two thousand lines take some fifty milliseconds of the only thread. */
const checks = { name: 'check order', count: 60, seconds: 60 }

/** The use cases of orders, except for payment. */
export function createOrders(parts: Parts) {
  const { db, clock, currency, tax, stopPayment, onStockChanged, onEvent, limiter, log } = parts
  const ordering = createPlaceOrder(parts)
  /** Allows one check per account at a time, from however many networks they come. */
  const turn = createTurns(1, checks.count, refusals.tooMany)
  const inOwnTransaction = <T>(work: (tx: Database) => Promise<T>) => retryConflicts(() => inTransaction(db, work))

  /** An order that may not be seen is reported as missing. */
  async function visible(id: string, may: (order: OrderRow) => boolean): Promise<OrderWithLines> {
    const found = await findOrder(db, id)
    if (!found || !may(found.order)) throw noSuchOrder()
    return found
  }

  /** An order expires even if the provider is down: late money is dealt with when it comes. */
  async function stopForExpiry(orderId: string, until: Date): Promise<PaymentStop> {
    // mutant(comparison): differs only at the exact moment
    if (clock.now() >= until) return 'stopped'
    return stopPayment(orderId).catch((error: unknown) => {
      log.warn('the payment of an expiring order could not be stopped', { orderId, error })
      return 'stopped'
    })
  }

  async function expire(id: string, until: Date): Promise<boolean> {
    // mutant(boolean): pages would only be rendered once more
    if ((await stopForExpiry(id, until)) !== 'stopped') return false
    return inOwnTransaction(async (tx) => {
      const order = await lockOrderIfFree(tx, id)
      // mutant(boolean): as above
      if (!order || !mayBecome(order.state, 'expired')) return false
      await releaseOrder(tx, order, 'expired', { at: clock.now() })
      return true
    })
  }

  return {
    /**
     * Places an order at the server's own price, or as it was agreed. `key` makes a retry safe.
     * @returns the order's id.
     * @throws Failure 'unauthenticated' for a buyer who may not act any more, 'forbidden' for another's e-mail,
     * 'not-found' for a tool that is gone, 'unprocessable' for quantities (with several lines, naming each that is wrong),
     * 'conflict' for a total that is no longer right (with the new `totalAmount`) or a key of another order.
     */
    async place(buyer: TokenSubject, input: NewOrder, key: string | undefined, agreement?: Agreement): Promise<string> {
      const { id, toolIds } = await ordering.place(buyer, input, key, agreement)
      if (toolIds) {
        onStockChanged(toolIds)
        onEvent()
      }
      return id
    },

    /**
     * What the lines would cost, and which of them could not be ordered, without taking stock.
     * @throws Failure 'too-many' for the sixty-first in a minute.
     */
    async check(actor: Actor, input: OrderCheck): Promise<CheckedOrder> {
      await limiter.use(checks, actor.id)
      return turn(actor.id, () => checkOrder(db, input, { currency, tax }))
    },

    /**
     * Newest first, all or a page.
     * @throws Failure 'unauthenticated' for a reader who may not act any more, 'forbidden' for another's e-mail,
     * 'bad-request' for a foreign cursor.
     */
    async list(reader: TokenSubject, { email, ...query }: OrderQuery): Promise<Page<Order>> {
      const found = await listOrdersFor(db, reader, email, query)
      if (found === 'nobody') throw new Failure('unauthenticated', messages.signInFirst)
      if (found === 'refused') throw new Failure('forbidden', 'You can only see your own orders.')
      const { items, ...page } = found
      return { ...page, items: items.map(toWire) }
    },

    /** @throws Failure 'not-found', also for another's order. */
    async get(actor: Actor, id: string): Promise<Order> {
      return toWire(await visible(id, (order) => mayReadOrder(actor, order)))
    },

    /** The actor's own order, as it is stored. @throws Failure 'not-found'. */
    async own(actor: Actor, id: string): Promise<OrderRow> {
      return (await visible(id, (order) => ownsOrder(actor, order))).order
    },

    /** Whether there is such an order, and it is the actor's own. */
    async isOwn(actor: Actor, id: string): Promise<boolean> {
      const found = await findOrder(db, id)
      return found !== undefined && ownsOrder(actor, found.order)
    },

    /** The actor's newest unpaid order of that total in major units. @throws Failure 'not-found'. */
    async ownUnpaid(actor: Actor, total: number): Promise<OrderRow> {
      const minor = toMinor(total, currency)
      // mutant(condition → false): every order has a total
      const found = minor === undefined ? undefined : await findUnpaidOrder(db, actor.id, minor)
      if (!found) throw noSuchOrder()
      return found.order
    },

    /**
     * Cancels an unpaid order and releases its stock. Cancelling it again changes nothing.
     * @throws Failure 'not-found', 'conflict' when money has come or is on its way, 'too-many' for the buyer's sixty-first in
     * an hour, or what the provider throws.
     */
    async cancel(actor: Actor, id: string): Promise<Order> {
      const found = await visible(id, (order) => mayCancelOrder(actor, order))
      const { order } = found
      if (order.state === 'cancelled') return toWire(found)
      const isOpen = mayBecome(order.state, 'cancelled')
      if (isOpen && ownsOrder(actor, order)) await limiter.use(cancels, actor.id)
      // Even for an order that takes no card any more: a payment may have been started before.
      if (isOpen && (await stopPayment(id)) === 'processing') {
        throw new Failure('conflict', 'A payment for this order is being processed. Try again in a minute.')
      }
      const mayCancel = (now: Actor) => {
        if (!mayCancelOrder(now, order)) throw noSuchOrder()
      }
      const released = await actingIn(db, actor, mayCancel, async (tx) => {
        const locked = await lockOrder(tx, id)
        // mutant(condition → false): orders are never deleted
        if (!locked) throw noSuchOrder()
        if (locked.state === 'cancelled') return undefined
        await requireCancellable(tx, locked, ownsOrder(actor, locked) ? 'buyer' : 'staff')
        const at = clock.now()
        if (!ownsOrder(actor, locked)) await recordOrderAct(tx, 'order.cancelled', locked, { at, actor })
        return releaseOrder(tx, locked, 'cancelled', { at, actorId: actor.id })
      })
      if (released) {
        onStockChanged(released)
        onEvent()
      }
      return toWire(await visible(id, (now) => mayCancelOrder(actor, now)))
    },

    /**
     * Expires unpaid orders whose time is over and releases their stock. One that cannot expire is tried again on the next run and
     * does not hold up the others, however many of them there are.
     */
    async expireDue(): Promise<void> {
      let changed = false
      // Limits the wait for the provider for all orders together: a slow one would hold up every order after it.
      const until = new Date(clock.now().getTime() + expiryPatienceMs)
      const left: string[] = []
      let due: string[]
      do {
        due = await listOverdue(db, clock.now(), expiryBatch, left)
        for (const orderId of due) {
          const expired = await expire(orderId, until).catch((error: unknown) => {
            log.error('an order could not expire', { orderId, error })
            return false
          })
          if (expired) changed = true
          else left.push(orderId)
        }
      } while (due.length === expiryBatch && clock.now() < until)
      if (!changed) return
      onStockChanged()
      onEvent()
    },
  }
}

/** @throws Failure 'conflict' for an order that has its money, was sent, at least in part, or that its buyer cancels once packed. */
async function requireCancellable(tx: Database, order: OrderRow, by: 'buyer' | 'staff'): Promise<void> {
  const hindrance = cancelHindrance({ ...order, lines: await linesOfOrder(tx, order.id) }, by)
  if (!hindrance) return
  const reasons = {
    state: `This order is ${order.state}: only an unpaid order can be cancelled.`,
    sent: 'Part of this order has already been sent, so it can only be credited.',
    packed: `This order is already packed. To cancel it, write to ${site.email} or call ${site.phone}.`,
  }
  throw new Failure('conflict', reasons[hindrance])
}
