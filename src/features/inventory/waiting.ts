import { catalogueMessages } from '#content/catalogue.ts'
import { refusals } from '#content/refusals.ts'
import { mostWaits } from '#content/messages.ts'
import { actingIn, anybody } from '#features/accounts/acting.ts'
import { findTool } from '#features/catalogue/store.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { ScheduledTask } from '#platform/jobs/jobs.ts'
import { createSoon } from '#platform/jobs/soon.ts'
import type { Log } from '#platform/log/log.ts'
import type { SendMail } from '#platform/mail/queue.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { backInStockMail } from './mails.ts'
import { isOut, mostWaitsOfOne } from './rules.ts'
import { claimFulfilled, countWaits, deleteWait, insertWait, isWaiting } from './wait-store.ts'

export type Waiting = ReturnType<typeof createWaiting>

type Parts = {
  db: Database
  clock: Clock
  publicUrl: string
  sendMail: SendMail
  /** Makes ready what `sendMail` needs, which it cannot within a transaction. */
  ready: () => Promise<void>
  log: Log
}

const batch = 100
/** Stock moves with every order: whoever waits is looked for once in so long, however many there are. */
const pauseMs = 1000

/** Buyers who wait for a product, and are told once when there is enough of it again, whatever brought it. */
export function createWaiting({ db, clock, publicUrl, sendMail, ready, log }: Parts) {
  const tellSome = (): Promise<number> =>
    inTransaction(db, async (tx) => {
      const fulfilled = await claimFulfilled(tx, batch)
      for (const each of fulfilled) {
        // Who was removed is not written to.
        if (each.removedAt) continue
        const letter = { kind: 'back-in-stock', event: `back-in-stock:${each.id}`, about: `tool:${each.toolId}` }
        await sendMail(backInStockMail(each, publicUrl), letter, tx)
      }
      return fulfilled.length
    })

  async function tell(): Promise<void> {
    await ready()
    while ((await tellSome()) === batch);
  }

  const soon = createSoon(tell, {
    pauseMs,
    onError: (error) => log.warn('who waits for a product is told later', { error }),
  })

  return {
    /** Tells everybody who waits for what is there again. */
    tell,
    /** The same, soon, and without anybody waiting for it; what it does not get to, the scheduled task does. */
    soon: soon.ask,
    stop: soon.stop,

    isWaiting: (actor: Actor, toolId: string): Promise<boolean> => isWaiting(db, actor.id, toolId),

    /**
     * Somebody who waits already goes on waiting.
     * @throws Failure 'not-found' when the product is gone, 'conflict' while there is enough of it, and for who waits for as many
     * products as one may.
     */
    async begin(actor: Actor, toolId: string): Promise<void> {
      await actingIn(db, actor, anybody, async (tx) => {
        const tool = await findTool(tx, toolId)
        if (!tool) throw new Failure('not-found', refusals.noSuchTool)
        if (!isOut(tool)) throw new Failure('conflict', catalogueMessages.inStockNow)
        if (await isWaiting(tx, actor.id, toolId)) return
        // The actor's row is locked, so nobody else counts meanwhile.
        if ((await countWaits(tx, actor.id)) >= mostWaitsOfOne) throw new Failure('conflict', mostWaits(mostWaitsOfOne))
        await insertWait(tx, actor.id, toolId, clock.now())
      })
    },

    /** Who does not wait is no problem, nor is a product that is gone. */
    end: (actor: Actor, toolId: string): Promise<void> =>
      actingIn(db, actor, anybody, (tx) => deleteWait(tx, actor.id, toolId)),
  }
}

/** What is done for who waits by the clock. */
export const waitingTasks = (waiting: Waiting): ScheduledTask[] => [
  { name: 'tell-of-stock', cron: '* * * * *', run: waiting.tell },
]
