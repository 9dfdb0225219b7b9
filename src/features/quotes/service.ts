import { messages } from '#content/messages.ts'
import type { Database } from '#platform/db/database.ts'
import { networkOf } from '#platform/http/client-address.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Page } from '#shared/list.ts'
import { toMajor, toMinor } from '#shared/money.ts'
import { requireQuoteReader } from './policy.ts'
import type { NewQuote, Quote, QuoteQuery } from './schema.ts'
import { insertQuote, listQuotes, type QuoteRow } from './store.ts'

export type Quotes = ReturnType<typeof createQuotes>

const perAddress = { name: 'quote', count: 5, seconds: 3600 }

type Parts = { db: Database; clock: Clock; currency: string; limiter: RateLimiter }

/** Requests for a quote: anyone may send some, admins see them. */
export function createQuotes({ db, clock, currency, limiter }: Parts) {
  const toWire = ({ id, name, email, phone, productName, price, quantity, createdAt }: QuoteRow): Quote => ({
    _id: id,
    name,
    email,
    phone,
    productName,
    price: toMajor(price, currency),
    quantity,
    createdAt: createdAt.toISOString(),
  })

  return {
    /**
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
      await insertQuote(db, row)
      return row.id
    },

    /** @throws Failure 'forbidden', 'bad-request' for a foreign cursor. */
    async list(actor: Actor, query: QuoteQuery): Promise<Page<Quote>> {
      requireQuoteReader(actor)
      const { items, ...page } = await listQuotes(db, query)
      return { ...page, items: items.map(toWire) }
    },
  }
}
