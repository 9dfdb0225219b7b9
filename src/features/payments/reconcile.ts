import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { Clock } from '#shared/clock.ts'
import { isNews, refundStateOf } from './rules.ts'
import type { ProviderDispute, ProviderRefund } from './provider-answers.ts'
import type { PaymentProvider } from './provider.ts'
import type { Events } from './receive-events.ts'
import type { Settlement } from './settlement.ts'
import {
  claimDisputes,
  claimRefunds,
  claimUnfinished,
  findPosition,
  findRefund,
  knownDisputes,
  knownRefunds,
  movePosition,
} from './store.ts'
import type { PositionKind } from './tables.ts'

type Parts = {
  db: Database
  clock: Clock
  provider: PaymentProvider
  settlement: Settlement
  events: Events
  log: Log
}

type Item = { id: string; intentId?: string }

/** How long something is left alone before the provider is asked about it again, and how much at once. */
// mutant(number): a millisecond more
const checkAfterMs = 60_000
const checkBatch = 100

/** The period that is read again: an item may appear at the provider later than it was made. In milliseconds. */
const overlapMs = 3_600_000
/** How far back the first reading goes: the provider keeps its events for this long. */
const firstMs = 30 * 24 * 3_600_000

/** Asks the provider about everything unfinished, and for everything the shop was not told of: no webhook has to arrive. */
export function createReconcile({ db, clock, provider, settlement, events, log }: Parts) {
  const { moneyBack } = settlement

  /** An item that fails is asked about later, and holds up no other. @returns whether it succeeded. */
  const tried = ({ id, intentId }: Item, what: string, asking: Promise<unknown>): Promise<boolean> =>
    asking.then(
      () => true,
      (error: unknown) => {
        log.warn(`${what} could not be checked`, { id, intentId, error })
        return false
      },
    )

  /** Asks about the rows one after the other. */
  async function each<T extends Item>(
    rows: readonly T[],
    until: Date,
    what: string,
    ask: (row: T) => Promise<unknown>,
  ): Promise<void> {
    for (const row of rows) {
      if (clock.now() >= until || provider.isDown()) break
      await tried(row, what, ask(row))
    }
  }

  async function checkRefund(id: string): Promise<void> {
    const refund = await findRefund(db, id)
    if (refund?.state === 'requested') return moneyBack.sendRefund(id)
    const told = refund?.providerRefundId && (await provider.retrieveRefund(refund.providerRefundId))
    if (told) await moneyBack.learnRefunds(told.intentId, [told])
  }

  /**
   * Reads a list of the provider, starting an hour before the last reading began. @param read returns whether all of it was
   * recorded: if not, it is read again.
   */
  async function listSince(kind: PositionKind, until: Date, read: (since: Date) => Promise<boolean>): Promise<void> {
    const now = clock.now()
    if (now >= until || provider.isDown()) return
    const from = (await findPosition(db, kind)) ?? new Date(now.getTime() - firstMs)
    try {
      if (await read(new Date(from.getTime() - overlapMs))) await movePosition(db, kind, now)
    } catch (error) {
      log.warn('a list could not be read from the payment provider', { kind, error })
    }
  }

  async function learnNewRefunds(found: readonly ProviderRefund[]): Promise<boolean> {
    const known = found.length > 0 ? await knownRefunds(db, idsOf(found)) : new Map()
    const news = found.filter(({ id, status }) => {
      const state = known.get(id)
      return state === undefined || isNews(refundStateOf(status), state)
    })
    let isWhole = true
    for (const [intentId, ofIntent] of Map.groupBy(news, (refund) => refund.intentId)) {
      const learning = moneyBack.learnRefunds(intentId, ofIntent)
      if (!(await tried({ id: intentId, intentId }, 'new refunds of a payment', learning))) isWhole = false
    }
    return isWhole
  }

  async function learnNewDisputes(found: readonly ProviderDispute[]): Promise<boolean> {
    const known = found.length > 0 ? await knownDisputes(db, idsOf(found)) : new Map()
    let isWhole = true
    for (const dispute of found) {
      if (known.get(dispute.id) === dispute.status) continue
      if (!(await tried(dispute, 'a new dispute', moneyBack.learnDispute(dispute)))) isWhole = false
    }
    return isWhole
  }

  async function keepUnheard(since: Date): Promise<boolean> {
    await events.keepUnheard(await provider.listEvents(since))
    return true
  }

  return {
    checkRefund,

    async reconcile(): Promise<void> {
      if (provider.isDown()) return
      const now = clock.now()
      const claim = { before: new Date(now.getTime() - checkAfterMs), now, limit: checkBatch }
      // What a slow provider leaves undone is left to the next run.
      const until = new Date(now.getTime() + checkAfterMs)
      await each(await claimUnfinished(db, claim), until, 'a payment', ({ intentId }) => settlement.settle(intentId))
      await each(await claimRefunds(db, claim), until, 'a refund', ({ id }) => checkRefund(id))
      await listSince('refunds', until, async (since) => learnNewRefunds(await provider.listRefunds({ since })))
      await listSince('disputes', until, async (since) => learnNewDisputes(await provider.listDisputes({ since })))
      await listSince('events', until, keepUnheard)
      await each(await claimDisputes(db, claim), until, 'a dispute', ({ id }) => moneyBack.askDispute(id))
      await events.tryDue(until)
    },
  }
}

const idsOf = (all: readonly { id: string }[]): string[] => all.map(({ id }) => id)
