import { actingIn } from '#features/accounts/acting.ts'
import type { Agreement } from '#features/orders/place-order.ts'
import type { Orders } from '#features/orders/service.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import { madeBefore, once, type Attempt } from '#platform/http/once.ts'
import type { Log } from '#platform/log/log.ts'
import type { Actor } from '#shared/actor.ts'
import { dayMs } from '#shared/days.ts'
import { Failure } from '#shared/errors.ts'
import { toMajor } from '#shared/money.ts'
import { lastMomentOf, offeredLines } from './offering.ts'
import { noSuchQuote, requireQuoteStaff } from './policy.ts'
import { createRecording, type Recording } from './recording.ts'
import { mayTake, offerTotal, stateAt, transitions, type Party, type QuoteStep } from './rules.ts'
import { mostMessages, type Acceptance, type NewOffer } from './schema.ts'
import {
  countMessages,
  findAsker,
  findQuote,
  lockQuote,
  readEnded,
  readEnding,
  wasLastStepByStaff,
  type QuoteRow,
} from './store.ts'

/** Who takes a step: an account, the shop's staff, or whoever has the link. */
export type By = { party: Exclude<Party, 'time'>; actor: Actor | undefined }

type Parts = Recording & {
  db: Database
  orders: Orders
  limiter: RateLimiter
  ready: () => Promise<void>
  log: Log
}

/** Limited, since people read each message. */
const messageLimit = { name: 'quote message', count: 20, seconds: 3600 }

/** The steps of a quote's life, each in one transaction under the quote's lock, together with the mail about it. */
export function createQuoteSteps(parts: Parts) {
  const { db, clock, currency, orders, limiter, ready, log } = parts
  const { note, tell } = createRecording(parts)

  /** Runs `work` in a transaction of staff, or of whoever the quote belongs to. */
  const inTheirs = <T>({ party, actor }: By, work: (tx: Database) => Promise<T>): Promise<T> => {
    if (actor) return actingIn(db, actor, party === 'staff' ? requireQuoteStaff : () => undefined, work)
    return retryConflicts(() => inTransaction(db, work))
  }

  const attemptOf = (
    { actor }: By,
    request: { quote: string; offer?: NewOffer; text?: string },
    key: string | undefined,
  ): Attempt => ({ caller: actor?.id ?? `quote ${request.quote}`, key, request, at: clock.now() })

  /** The same, once for each key. */
  const onceInTheirs = (by: By, attempt: Attempt, work: (tx: Database) => Promise<void>) =>
    inTheirs(by, (tx) => once(tx, attempt, () => work(tx)))

  /** @throws Failure 'conflict' when the party may not take this step in the quote's current state. */
  function requireStep(quote: QuoteRow, step: QuoteStep, party: Party): void {
    const state = stateAt(quote, clock.now())
    if (!mayTake(step, state, party)) throw new Failure('conflict', notNow(state))
  }

  /** Runs `work` on each quote that is still offered; one that fails is tried again next time and does not hold up the others. */
  async function each(
    offered: AsyncIterable<{ id: string }>,
    what: string,
    work: (tx: Database, quote: QuoteRow) => Promise<void>,
  ): Promise<void> {
    const one = async (tx: Database, id: string) => {
      const quote = await lockQuote(tx, id)
      if (quote?.state === 'offered') await work(tx, quote)
    }
    for await (const { id } of offered) {
      await retryConflicts(() => inTransaction(db, (tx) => one(tx, id))).catch((error: unknown) =>
        log.error(`a quote ${what}`, { quoteId: id, error }),
      )
    }
  }

  return {
    /**
     * Offers prices and quantities until a day; a new offer replaces the previous one.
     * @throws Failure 'unauthenticated', 'forbidden', 'not-found', 'conflict' where the quote takes no offer any more or has a newer
     * one than was replaced, 'unprocessable' for lines or a day that cannot be offered.
     */
    async offer(actor: Actor, id: string, offer: NewOffer, key: string | undefined): Promise<void> {
      await ready()
      const by: By = { party: 'staff', actor }
      await onceInTheirs(by, attemptOf(by, { quote: id, offer }, key), async (tx) => {
        const quote = await locked(tx, id)
        requireStep(quote, 'offer', 'staff')
        requireLatest(quote, offer.replaces)
        const lines = await offeredLines(tx, offer, currency)
        const validUntil = lastMomentOf(offer.validUntil, clock.now())
        const at = clock.now()
        const message = offer.message ?? null
        const change = { state: 'offered' as const, offer: lines, message, offeredAt: at, validUntil }
        const total = offerTotal(lines)
        const details = { total, validUntil: validUntil.toISOString() }
        const after = { total: toMajor(total, currency), currency, validUntil: offer.validUntil }
        const noted = { kind: 'offered' as const, text: offer.message, details, after }
        const { now, eventId } = await note(tx, quote, by, { ...noted, ...change })
        await tell(tx, quote.offer ? 'offered-again' : 'offered', now, eventId, offer.message)
      })
    },

    /**
     * Turns an offer into an order, once: at the offer's prices, with the stock taken now.
     * @returns the order's id; the same one for an offer that was accepted before.
     * @throws Failure 'conflict' when the offer no longer stands, or as placing an order does.
     */
    async accept(actor: Actor, id: string, { offeredAt, ...delivery }: Acceptance): Promise<string> {
      const seen = await findQuote(db, id)
      if (!seen) throw noSuchQuote()
      if (seen.orderId) return requireOwn(seen.orderId, actor)
      const { offer } = seen
      if (!offer || !mayTake('accept', stateAt(seen, clock.now()), 'buyer')) throw gone(stateAt(seen, clock.now()))
      const shown = offeredAt ?? seen.offeredAt?.toISOString()
      const agreement: Agreement = {
        prices: new Map(offer.map(({ toolId, unitPrice }) => [toolId, unitPrice])),
        async begin(tx) {
          const quote = await lockQuote(tx, id)
          if (quote?.orderId) return quote.orderId
          const state = quote ? stateAt(quote, clock.now()) : 'withdrawn'
          if (!quote || !mayTake('accept', state, 'buyer')) throw gone(state)
          if (quote.offeredAt?.toISOString() !== shown || shown !== seen.offeredAt?.toISOString()) {
            const extra = { offeredAt: quote.offeredAt?.toISOString() ?? '' }
            throw new Failure('conflict', 'There is a newer offer. Check it, then accept it.', { extra })
          }
          return undefined
        },
        async end(tx, orderId) {
          const quote = await locked(tx, id)
          // The order belongs to whoever accepts the offer; the quote only if it belonged to nobody.
          const userId = (await findAsker(tx, quote)) ?? actor.id
          const change = { state: 'accepted' as const, orderId, userId }
          await note(tx, quote, { party: 'buyer', actor }, { kind: 'accepted', ...change })
        },
      }
      const lines = offer.map(({ toolId, quantity }) => ({ toolId, quantity }))
      return requireOwn(await orders.place(actor, { ...delivery, lines }, undefined, agreement), actor)
    },

    /**
     * Declines or withdraws a quote; repeated, it changes nothing.
     * @throws Failure 'unauthenticated', 'forbidden', 'not-found', 'conflict' where the quote has ended otherwise.
     */
    end: async (by: By, id: string, step: 'decline' | 'withdraw', text: string | undefined): Promise<void> => {
      await ready()
      await inTheirs(by, async (tx) => {
        const quote = await locked(tx, id)
        if (await hasEnded(tx, quote, step, by.party)) return
        requireStep(quote, step, by.party)
        const to = transitions[stateAt(quote, clock.now())][step]?.to
        if (to !== 'declined' && to !== 'withdrawn') throw new Error(`${step} does not end a quote`)
        const { now, eventId } = await note(tx, quote, by, { kind: to, text, state: to })
        if (by.party === 'staff') await tell(tx, to, now, eventId, text)
      })
    },

    /**
     * Writes to the other side.
     * @throws Failure 'unauthenticated', 'forbidden', 'not-found', 'conflict' for a quote that has the most messages already,
     * 'too-many' for a buyer's twenty-first in an hour.
     */
    async write(by: By, id: string, text: string, key: string | undefined): Promise<void> {
      const attempt = attemptOf(by, { quote: id, text }, key)
      if ((await madeBefore(db, attempt)) !== undefined) return
      if (by.party === 'buyer') await limiter.use(messageLimit, id)
      await ready()
      await onceInTheirs(by, attempt, async (tx) => {
        const quote = await locked(tx, id)
        if ((await countMessages(tx, id)) >= mostMessages) throw new Failure('conflict', tooLong)
        const { now, eventId } = await note(tx, quote, by, { kind: 'message', text })
        if (by.party === 'staff') await tell(tx, 'message', now, eventId, text)
      })
    },

    /** Scheduled: expires offers whose time is over, and tells buyers, once, of an offer that ends within a day. */
    async keepTime(): Promise<void> {
      await ready()
      const now = clock.now()
      await each(readEnded(db, now), 'could not expire', async (tx, quote) => {
        if (stateAt(quote, now) !== 'expired') return
        await note(tx, quote, { party: 'time' }, { kind: 'expired', state: 'expired' })
      })
      const soon = readEnding(db, now, new Date(now.getTime() + dayMs))
      await each(soon, 'reminder could not be sent', (tx, quote) =>
        tell(tx, 'expiring', quote, quote.validUntil?.toISOString() ?? ''),
      )
    },
  }

  /** The order of an offer belongs to one account only. @throws Failure 'conflict' for another's. */
  async function requireOwn(orderId: string, actor: Actor): Promise<string> {
    if (await orders.isOwn(actor, orderId)) return orderId
    throw new Failure('conflict', 'This offer was accepted by another account.')
  }
}

/** Whether this party has already ended the quote in this way. */
async function hasEnded(
  tx: Database,
  { id, state }: QuoteRow,
  step: 'decline' | 'withdraw',
  party: Party,
): Promise<boolean> {
  const ended = step === 'decline' ? 'declined' : 'withdrawn'
  return state === ended && (await wasLastStepByStaff(tx, id)) === (party === 'staff')
}

/** @throws Failure 'not-found'. */
async function locked(tx: Database, id: string): Promise<QuoteRow> {
  const quote = await lockQuote(tx, id)
  if (!quote) throw noSuchQuote()
  return quote
}

/** @throws Failure 'conflict' if the offer to replace, null for none, is not the quote's last one. */
function requireLatest({ offer, offeredAt }: QuoteRow, replaces: string | null | undefined): void {
  if (replaces === undefined) return
  const last = offer && offeredAt ? offeredAt.toISOString() : null
  if (replaces === last) return
  const extra = { offeredAt: last ?? '' }
  throw new Failure('conflict', 'Someone else has made an offer meanwhile. Check it, then send yours again.', { extra })
}

const tooLong = 'This quote has reached its limit of messages. Write an e-mail instead.'

const notNow = (state: QuoteRow['state']): string => `This quote is ${state}, so this is no longer possible.`

const gone = (state: QuoteRow['state']): Failure => {
  const sentence =
    state === 'expired' ? 'This offer has expired. Write to us and we will look at it again.' : notNow(state)
  return new Failure('conflict', sentence)
}
