import { catalogueMessages } from '#content/catalogue.ts'
import { refusals } from '#content/refusals.ts'
import { mostWaits } from '#content/messages.ts'
import { actingIn, anybody } from '#features/accounts/acting.ts'
import { findTool } from '#features/catalogue/store.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { ScheduledTask } from '#platform/jobs/jobs.ts'
import { workThrough } from '#platform/jobs/one-at-a-time.ts'
import { createSoon } from '#platform/jobs/soon.ts'
import type { Log } from '#platform/log/log.ts'
import type { SendMail } from '#platform/mail/queue.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { backInStockMail } from './mails.ts'
import { isOut, mostWaitsOfOne } from './rules.ts'
import {
  claimFulfilled,
  countWaits,
  deleteWait,
  insertWait,
  isWaiting,
  listFulfilled,
  putOffWait,
} from './wait-store.ts'

export type Waiting = ReturnType<typeof createWaiting>

type Parts = {
  db: Database
  clock: Clock
  publicUrl: string
  sendMail: SendMail
  /** Prepares what `sendMail` needs and cannot do within a transaction. */
  ready: () => Promise<void>
  log: Log
}

const batch = 100
const notTold = 'a buyer could not be told of stock; it is tried again later'
const neverTold = 'a buyer could not be told of stock, and it is not tried again'
/** Stock moves with every order: waiting buyers are looked up once per pause, however many moves there were. */
const pauseMs = 1000

/** Buyers who wait for a product. They are told once when there is enough of it again, whatever the reason. */
export function createWaiting({ db, clock, publicUrl, sendMail, ready, log }: Parts) {
  const tellThese = (most: number, only?: string): Promise<number> =>
    inTransaction(db, async (tx) => {
      const fulfilled = await claimFulfilled(tx, most, clock.now(), only)
      for (const each of fulfilled) {
        // Removed accounts get no mail.
        if (each.removedAt) continue
        const letter = { kind: 'back-in-stock', event: `back-in-stock:${each.id}`, about: `tool:${each.toolId}` }
        await sendMail(backInStockMail(each, publicUrl), letter, tx)
      }
      return fulfilled.length
    })

  async function tell(): Promise<void> {
    await ready()
    await workThrough({
      batch,
      perform: tellThese,
      list: (most) => listFulfilled(db, most, clock.now()),
      putOff: (id) => putOffWait(db, id, clock.now()),
      onFailed: (id, error, isLast) => log.error(isLast ? neverTold : notTold, { waitId: id, error }),
    })
  }

  const soon = createSoon(tell, {
    pauseMs,
    onError: (error) => log.warn('back-in-stock mails could not be queued; they are tried again later', { error }),
  })

  return {
    /** Tells everybody who waits for a product that is in stock again. */
    tell,
    /** The same, soon and in the background; the scheduled task does what it does not get to. */
    soon: soon.ask,
    stop: soon.stop,

    isWaiting: (actor: Actor, toolId: string): Promise<boolean> => isWaiting(db, actor.id, toolId),

    /**
     * Does nothing for somebody who waits already.
     * @throws Failure 'not-found' when the product is deleted, 'conflict' while there is enough of it, or when the account
     * already waits for the most products allowed.
     */
    async begin(actor: Actor, toolId: string): Promise<void> {
      await actingIn(db, actor, anybody, async (tx) => {
        const tool = await findTool(tx, toolId)
        if (!tool) throw new Failure('not-found', refusals.noSuchTool)
        if (!isOut(tool)) throw new Failure('conflict', catalogueMessages.inStockNow)
        if (await isWaiting(tx, actor.id, toolId)) return
        // The actor's row is locked, so no concurrent call counts at the same time.
        if ((await countWaits(tx, actor.id)) >= mostWaitsOfOne) throw new Failure('conflict', mostWaits(mostWaitsOfOne))
        await insertWait(tx, actor.id, toolId, clock.now())
      })
    },

    /** Does nothing for somebody who does not wait, or for a deleted product. */
    end: (actor: Actor, toolId: string): Promise<void> =>
      actingIn(db, actor, anybody, (tx) => deleteWait(tx, actor.id, toolId)),
  }
}

/** The scheduled task for buyers who wait. */
export const waitingTasks = (waiting: Waiting): ScheduledTask[] => [
  { name: 'tell-of-stock', cron: '* * * * *', run: waiting.tell },
]
