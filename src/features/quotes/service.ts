import { actingIn } from '#features/accounts/acting.ts'
import { recordAudit } from '#platform/audit/record.ts'
import type { Reads } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import { isStaff, type Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'
import { messages } from '#content/messages.ts'
import type { Page } from '#shared/list.ts'
import { createAsking, type Asker, type Asking } from './asking.ts'
import { createQuoteLinks } from './link.ts'
import { noSuchQuote, requireQuoteStaff } from './policy.ts'
import { isOpen, stateAt } from './rules.ts'
import type { Acceptance, NewOffer, NewQuote, Quote, QuoteQuery, WholeQuote } from './schema.ts'
import { createQuoteSteps, type By } from './steps.ts'
import {
  changeQuote,
  findQuote,
  isOwnQuote,
  listEvents,
  listQuotes,
  lockQuote,
  withAnswerers,
  withOwnOrders,
  type QuoteRow,
} from './store.ts'
import { toWire, wholeToWire } from './wire.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import type { Orders } from '#features/orders/service.ts'

export type Quotes = ReturnType<typeof createQuotes>

type Parts = Omit<Asking, 'links'> & { reads: Reads; tax: TaxRules; secret: string; orders: Orders; log: Log }

/** Who asks for a quote: an account, nobody, or whoever has the link to it. */
export type Caller = { actor?: Actor | undefined; link?: string | undefined }

/** The most quotes on a page for whoever names no limit: each has up to a hundred lines, twice. */
const mostQuotes = 100

/** Quotes: anyone asks for one, staff offer, and what was offered becomes an order. */
export function createQuotes(parts: Parts) {
  const { db, reads, clock, currency, secret } = parts
  const links = createQuoteLinks(secret)
  const ask = createAsking({ ...parts, links })
  const steps = createQuoteSteps({ ...parts, links })
  const at = () => ({ currency, now: clock.now() })

  /** The caller's role for a quote. @throws Failure 'not-found' if they may not see it, 'unauthenticated' without token or link. */
  async function partyOf(id: string, { actor, link }: Caller): Promise<By & { isOwn: boolean }> {
    const isHolder = link !== undefined && links.opens(id, link, clock.now())
    if (actor && isStaff(actor)) return { party: 'staff', actor, isOwn: false }
    if (isHolder || (actor && (await isOwnQuote(db, id, actor.id)))) return { party: 'buyer', actor, isOwn: true }
    if (actor || link !== undefined) throw noSuchQuote()
    throw new Failure('unauthenticated', messages.signInFirst)
  }

  return {
    /** @returns the request's id. @throws as asking.ts says. */
    add: (clientAddress: string, input: NewQuote, by?: Asker): Promise<string> => ask(clientAddress, input, by),

    /** A page of all quotes for staff, for anybody else of their own. @throws Failure 'bad-request' for a foreign cursor. */
    async list(actor: Actor, query: QuoteQuery): Promise<Page<Quote>> {
      const asked = { ...query, limit: query.limit ?? mostQuotes }
      const { items, ...page } = await listQuotes(reads, asked, isStaff(actor) ? undefined : actor.id)
      return { ...page, items: items.map((quote) => toWire(quote, at())) }
    },

    /** @throws Failure 'not-found', also for another's. */
    async get(caller: Caller, id: string): Promise<WholeQuote> {
      const { party, actor, isOwn } = await partyOf(id, caller)
      const [found, events] = await Promise.all([findQuote(db, id), listEvents(db, id)])
      if (!found) throw noSuchQuote()
      const forStaff = party === 'staff'
      const [quote = found] = await (forStaff ? withAnswerers(db, [found]) : withOwnOrders(db, [found], actor?.id))
      return wholeToWire(quote, events, { ...at(), isStaff: forStaff, isOwn })
    },

    /** Makes an offer, once per key. @throws Failure 'forbidden', 'not-found', 'conflict', 'unprocessable'. */
    offer(actor: Actor, id: string, offer: NewOffer, key?: string): Promise<void> {
      requireQuoteStaff(actor)
      return steps.offer(actor, id, offer, key)
    },

    /** @returns the order's id. @throws Failure 'not-found' for another's, 'conflict', or as placing an order does. */
    async accept(actor: Actor, link: string | undefined, id: string, acceptance: Acceptance): Promise<string> {
      const { party } = await partyOf(id, { actor, link })
      const isTheirs = party === 'buyer' || (await isOwnQuote(db, id, actor.id))
      if (!isTheirs) throw new Failure('conflict', 'Only whoever asked for a quote can accept it.')
      return steps.accept(actor, id, acceptance)
    },

    /** @throws Failure 'not-found', 'conflict'. */
    async end(caller: Caller, id: string, step: 'decline' | 'withdraw', text: string | undefined): Promise<void> {
      await steps.end(await partyOf(id, caller), id, step, text)
    },

    /** Writes a message, once per key. @throws Failure 'not-found', 'too-many'. */
    async write(caller: Caller, id: string, text: string, key?: string): Promise<void> {
      await steps.write(await partyOf(id, caller), id, text, key)
    },

    keepTime: steps.keepTime,

    /**
     * Marks a request as answered by other means, or as unanswered again. Repeating it changes nothing: the first to answer stays.
     * @throws Failure 'forbidden', 'not-found', 'conflict' to mark one as unanswered that has ended: there is nothing to answer.
     */
    mark(actor: Actor, id: string, isAnswered: boolean): Promise<Quote> {
      return actingIn(db, actor, requireQuoteStaff, async (tx) => {
        const quote = await lockQuote(tx, id)
        if (!quote) throw noSuchQuote()
        const seen = async (row: QuoteRow) => toWire((await withAnswerers(tx, [row]))[0] ?? row, at())
        if ((quote.answeredAt !== null) === isAnswered) return seen(quote)
        const now = clock.now()
        const state = stateAt(quote, now)
        if (!isAnswered && !isOpen(state)) {
          throw new Failure('conflict', `This quote is ${state}: there is nothing to answer.`)
        }
        const answered: Pick<QuoteRow, 'answeredAt' | 'answeredBy'> = isAnswered
          ? { answeredAt: now, answeredBy: actor.id }
          : { answeredAt: null, answeredBy: null }
        await changeQuote(tx, id, answered)
        const action = isAnswered ? 'quote.answered' : 'quote.reopened'
        await recordAudit(tx, { at: now, actor, action, subject: { type: 'quote', id, label: quote.number } })
        return seen({ ...quote, ...answered })
      })
    },
  }
}
