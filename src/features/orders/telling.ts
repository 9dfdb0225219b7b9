import { erasedEmail } from '#features/accounts/personal-data.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { workThrough } from '#platform/jobs/one-at-a-time.ts'
import { createSoon } from '#platform/jobs/soon.ts'
import type { Log } from '#platform/log/log.ts'
import type { SendMails } from '#platform/mail/queue.ts'
import type { Clock } from '#shared/clock.ts'
import { addWords, wordsOfOrder } from './desk-words.ts'
import { claimUntold, listUntold, noteExpiring, noteOverdue, putOffUntold, type OrderEventRow } from './events.ts'
import { orderMail } from './mails.ts'
import { findOrders, type OrderWithLines } from './store.ts'

export type Telling = ReturnType<typeof createTelling>

type Parts = {
  db: Database
  clock: Clock
  publicUrl: string
  /** How long an unpaid order keeps its stock. */
  holdHours: number
  sendMails: SendMails
  /** Prepares what `sendMails` needs, which it cannot do within a transaction. */
  ready: () => Promise<void>
  log: Log
}

const batch = 100
const notTold = 'nobody could be told of an order event; it is tried again later'
const neverTold = 'nobody could be told of an order event, and it is not tried again'
/** Buyers who order at about the same time are told together: one at a time would cost as much again as the order. */
const pauseMs = 200

/**
 * Tells people, and the staff's search, what happened to orders. The timelines serve as the outbox: an event is committed with its
 * cause, and the mark that it was told with the mail, so that nothing is told twice and nothing is lost.
 */
export function createTelling({ db, clock, publicUrl, holdHours, sendMails, ready, log }: Parts) {
  /** @returns how many events there were. */
  const tellThese = (most: number, only?: string): Promise<number> =>
    inTransaction(db, async (tx) => {
      const events = await claimUntold(tx, most, clock.now(), only)
      const found = await findOrders(tx, [...new Set(events.map(({ orderId }) => orderId))])
      await addWords(
        tx,
        events
          .map((event) => ({ orderId: event.orderId, text: wordsOfEvent(event, found.get(event.orderId)) }))
          .filter(({ text }) => text),
      )
      const mails = events.flatMap((event) => {
        const order = found.get(event.orderId)
        // An erased person has no address left to write to.
        const isThere = order && order.order.email !== erasedEmail(order.order.userId)
        const mail = isThere ? orderMail({ event, publicUrl, ...order }) : undefined
        const about = `order:${event.orderId}`
        return mail ? { mail, letter: { kind: `order-${event.kind}`, event: `order-event:${event.id}`, about } } : []
      })
      await sendMails(mails, tx)
      return events.length
    })

  async function tell(): Promise<void> {
    await ready()
    await workThrough({
      batch,
      perform: tellThese,
      list: (most) => listUntold(db, most, clock.now()),
      putOff: (id) => putOffUntold(db, id, clock.now()),
      onFailed: (id, error, isLast) => log.error(isLast ? neverTold : notTold, { eventId: id, error }),
    })
  }

  const soon = createSoon(tell, {
    pauseMs,
    onError: (error) => log.warn('order events could not be processed; they are tried again later', { error }),
  })

  return {
    /** Tells people of all events that nobody was told of yet. */
    tell,

    /** The same, soon and in the background; whatever it does not get to, the scheduled task does. */
    soon: soon.ask,
    stop: soon.stop,

    /** Reminds buyers, once per order, of unpaid orders that expire soon and of orders on account that are overdue. */
    async remind(): Promise<void> {
      const now = clock.now()
      const before = new Date(now.getTime() + reminderMs(holdHours))
      await noteExpiring(db, { now, before })
      await noteOverdue(db, now)
      await tell()
    },
  }
}

/** The words by which staff find an order once this event has happened. */
function wordsOfEvent({ kind, details }: OrderEventRow, order: OrderWithLines | undefined): string {
  if (kind === 'placed') return order ? wordsOfOrder(order) : ''
  return (kind === 'shipped' && details.tracking) || ''
}

/** How long before expiry a buyer is reminded, in milliseconds: a quarter of the hold time, but at most twelve hours. */
const reminderMs = (holdHours: number): number => Math.min(holdHours / 4, 12) * 3_600_000
