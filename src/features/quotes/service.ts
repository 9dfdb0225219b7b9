import { messages } from '#content/messages.ts'
import { mailboxOf } from '#features/accounts/limits.ts'
import { findToolByName } from '#features/catalogue/store.ts'
import { actingIn } from '#features/accounts/acting.ts'
import { recordAudit } from '#platform/audit/record.ts'
import type { SendMail } from '#platform/mail/queue.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { networkOf } from '#platform/http/client-address.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Page } from '#shared/list.ts'
import { toMajor, toMinor } from '#shared/money.ts'
import { quoteReceivedMail } from './mails.ts'
import { requireQuoteReader, requireQuoteStaff } from './policy.ts'
import type { NewQuote, Quote, QuoteQuery } from './schema.ts'
import { insertQuote, listQuotes, lockQuote, setAnswered, type QuoteRow } from './store.ts'

export type Quotes = ReturnType<typeof createQuotes>

const perAddress = { name: 'quote', count: 5, seconds: 3600 }
/** Whoever asks from many addresses in somebody else's name is not to flood their mailbox. */
const perMailbox = { name: 'quote mail', count: 3, seconds: 24 * 3600 }

type Parts = {
  db: Database
  clock: Clock
  currency: string
  limiter: RateLimiter
  sendMail: SendMail
  /** Makes ready what `sendMail` needs, which it cannot within a transaction. */
  ready: () => Promise<void>
}

/** Requests for a quote: anyone may send some, admins see them. */
export function createQuotes({ db, clock, currency, limiter, sendMail, ready }: Parts) {
  /** Whether their mailbox has room for another message of this kind today. */
  async function mayWriteTo(email: string): Promise<boolean> {
    try {
      await limiter.use(perMailbox, mailboxOf(email))
      return true
    } catch (error) {
      if (error instanceof Failure && error.kind === 'too-many') return false
      throw error
    }
  }

  const toWire = ({ id, name, email, phone, productName, price, quantity, ...times }: QuoteRow): Quote => ({
    _id: id,
    name,
    email,
    phone,
    productName,
    price: toMajor(price, currency),
    quantity,
    createdAt: times.createdAt.toISOString(),
    answeredAt: times.answeredAt?.toISOString() ?? null,
  })

  return {
    /**
     * Keeps a request, and writes to the address in it that it came.
     * @returns the request's id.
     * @throws Failure 'too-many' for the sixth in an hour from one address, 'unprocessable' for a price the currency cannot carry.
     */
    async add(clientAddress: string, input: NewQuote): Promise<string> {
      const price = toMinor(input.price, currency)
      if (!price) {
        throw new Failure('unprocessable', messages.priceInvalid, {
          errors: [{ path: 'price', message: messages.priceInvalid }],
        })
      }
      await limiter.use(perAddress, networkOf(clientAddress))
      const row = { ...input, price, id: newId(), createdAt: clock.now() }
      const isWrittenTo = await mayWriteTo(row.email)
      const product = isWrittenTo ? (await findToolByName(db, row.productName))?.name : undefined
      await ready()
      await inTransaction(db, async (tx) => {
        await insertQuote(tx, row)
        const about = `quote:${row.id}`
        const mail = quoteReceivedMail({ ...row, product })
        if (isWrittenTo) await sendMail(mail, { kind: 'quote-received', event: `${about}:received`, about }, tx)
      })
      return row.id
    },

    /** @throws Failure 'forbidden', 'bad-request' for a foreign cursor. */
    async list(actor: Actor, query: QuoteQuery): Promise<Page<Quote>> {
      requireQuoteReader(actor)
      const { items, ...page } = await listQuotes(db, query)
      return { ...page, items: items.map(toWire) }
    },

    /**
     * Notes that a request was answered, or was not after all. Once more changes nothing: the first to answer stays.
     * @throws Failure 'forbidden', 'not-found'.
     */
    mark(actor: Actor, id: string, isAnswered: boolean): Promise<Quote> {
      return actingIn(db, actor, requireQuoteStaff, async (tx) => {
        const quote = await lockQuote(tx, id)
        if (!quote) throw new Failure('not-found', 'There is no such quote request.')
        if ((quote.answeredAt !== null) === isAnswered) return toWire(quote)
        const at = clock.now()
        const answered = isAnswered ? { answeredAt: at, answeredBy: actor.id } : { answeredAt: null, answeredBy: null }
        await setAnswered(tx, id, answered)
        const action = isAnswered ? 'quote.answered' : 'quote.reopened'
        await recordAudit(tx, { at, actor, action, subject: { type: 'quote', id, label: null } })
        return toWire({ ...quote, ...answered })
      })
    },
  }
}
