import { erasedEmail } from '#features/accounts/personal-data.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { createSoon } from '#platform/jobs/soon.ts'
import type { Log } from '#platform/log/log.ts'
import type { SendMails } from '#platform/mail/queue.ts'
import type { Clock } from '#shared/clock.ts'
import { addWords, wordsOfOrder } from './desk-words.ts'
import { claimUntold, noteExpiring, noteOverdue, type OrderEventRow } from './events.ts'
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
  /** Makes ready what `sendMails` needs, which it cannot within a transaction. */
  ready: () => Promise<void>
  log: Log
}

const batch = 100
/** Those who order at one moment are told together: one at a time would cost as much again as the order. */
const pauseMs = 200

/**
 * Tells people, and the staff's search, what happened to orders. What is to be told stands in the orders' timelines: an event and
 * the note that it was told are each committed with their cause, so that nothing is told twice and nothing is lost.
 */
export function createTelling({ db, clock, publicUrl, holdHours, sendMails, ready, log }: Parts) {
  /** @returns how many events there were. */
  const tellSome = (): Promise<number> =>
    inTransaction(db, async (tx) => {
      const events = await claimUntold(tx, batch, clock.now())
      const found = await findOrders(tx, [...new Set(events.map(({ orderId }) => orderId))])
      await addWords(
        tx,
        events
          .map((event) => ({ orderId: event.orderId, text: wordsOfEvent(event, found.get(event.orderId)) }))
          .filter(({ text }) => text),
      )
      const mails = events.flatMap((event) => {
        const order = found.get(event.orderId)
        // Of a person who was erased nothing is left to write to.
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
    while ((await tellSome()) === batch);
  }

  const soon = createSoon(tell, {
    pauseMs,
    onError: (error) => log.warn('what happened to orders is told later', { error }),
  })

  return {
    /** Tells of everything that nobody was told of yet. */
    tell,

    /** The same, soon, and without anybody waiting for it; what it does not get to, the scheduled task does. */
    soon: soon.ask,
    stop: soon.stop,

    /** Notes of orders whose time is nearly over, to be held or over, to be paid, that their buyers are to be told, once each. */
    async remind(): Promise<void> {
      const now = clock.now()
      const before = new Date(now.getTime() + reminderMs(holdHours))
      await noteExpiring(db, { now, before })
      await noteOverdue(db, now)
      await tell()
    },
  }
}

/** By which words staff find an order once this has happened. */
function wordsOfEvent({ kind, details }: OrderEventRow, order: OrderWithLines | undefined): string {
  if (kind === 'placed') return order ? wordsOfOrder(order) : ''
  return (kind === 'shipped' && details.tracking) || ''
}

/** How long before its end an order's buyer is told: a quarter of its time, and twelve hours at the most. */
const reminderMs = (holdHours: number): number => Math.min(holdHours / 4, 12) * 3_600_000
