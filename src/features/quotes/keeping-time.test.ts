import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { testLog } from '#testing/log.ts'
import { mostMessages, WholeQuote } from './schema.ts'
import { quoteEvents, quotes } from './tables.ts'
import { openQuoteShop, type Caller, type QuoteShop } from './testing.ts'

let shop: QuoteShop
beforeAll(async () => {
  shop = await openQuoteShop()
})
afterAll(() => shop.close())
beforeEach(() => void shop.mails.splice(0))

type Offered = { id: string; buyer: Caller }

/** A quote of a new buyer, offered until the end of tomorrow. */
async function offered(): Promise<Offered> {
  const buyer = await shop.signedIn()
  const id = await shop.ask(buyer.actor.email, buyer.headers)
  expect((await offer(id)).status).toBe(204)
  return { id, buyer }
}
const dayIn = (hours: number) => new Date(shop.clock.now().getTime() + hours * 3_600_000).toISOString().slice(0, 10)
const offer = (id: string, validUntil = dayIn(24)) => shop.offer(id, validUntil)
async function read({ id, buyer }: Offered): Promise<WholeQuote> {
  return WholeQuote.parse(await (await shop.app.request(`/api/quote/${id}`, { headers: buyer.headers })).json())
}
const kindsOf = async (quote: Offered) => (await read(quote)).events.map(({ kind }) => kind)

/** Gives a quote the most messages it can have, all but one directly: a buyer would need a day to write them. */
async function writtenFull({ id: quoteId, buyer }: Offered): Promise<void> {
  const message = { quoteId, kind: 'message' as const, at: shop.clock.now(), byStaff: false, text: 'Hello' }
  await shop.db.insert(quoteEvents).values(Array.from({ length: mostMessages - 1 }, () => message))
  const write = (by: Caller) => shop.post(`/${quoteId}/message`, { message: 'Hello' }, by.headers)
  expect((await write(buyer)).status).toBe(204)
  for (const by of [buyer, shop.staff]) expect((await write(by)).status).toBe(409)
}

test('an offer must end between today and a year from now', async () => {
  const { id } = await offered()
  const year = 365 * 24
  for (const day of [dayIn(0), dayIn(year)]) expect((await offer(id, day)).status).toBe(204)
  for (const day of ['0001-01-01', '0999-12-31', dayIn(-24), dayIn(year + 24), '9999-12-31']) {
    const answer = await offer(id, day)
    expect([day, answer.status]).toEqual([day, 422])
    expect(await answer.json()).toMatchObject({ errors: [{ path: 'validUntil' }] })
  }
})

test('a quote with the maximum of messages can still expire, be offered again and be accepted', async () => {
  const full = await offered()
  await writtenFull(full)
  shop.clock.advance({ hours: 48 })
  await shop.shop.quotes.keepTime()
  expect((await kindsOf(full)).at(-1)).toBe('expired')
  expect((await offer(full.id)).status).toBe(204)
  const delivery = { address: 'Plot 9, Mirpur, Dhaka', phone: '+880 1711 000000' }
  expect((await shop.post(`/${full.id}/accept`, delivery, full.buyer.headers)).status).toBe(201)
  expect((await read(full)).state).toBe('accepted')
})

test('an expired offer with an unanswered question stays visible to staff', async () => {
  const asked = await offered()
  expect((await shop.post(`/${asked.id}/message`, { message: 'Is it in stock?' }, asked.buyer.headers)).status).toBe(
    204,
  )
  shop.clock.advance({ hours: 48 })
  await shop.shop.quotes.keepTime()
  expect(await read(asked)).toMatchObject({ state: 'expired', answeredAt: null })
})

test('a quote that cannot be reminded of or expire does not hold up others', async () => {
  const [stuck, other] = [await offered(), await offered()]
  const failed = vi.spyOn(testLog, 'error').mockReturnValue()
  const { id: quoteId } = stuck
  await shop.db.execute(
    sql.raw(
      `alter table mail_message add constraint stuck check (kind <> 'quote-expiring' or about <> 'quote:${quoteId}')`,
    ),
  )
  await shop.db.execute(
    sql.raw(`alter table quote add constraint stuck check (id <> '${quoteId}' or state <> 'expired')`),
  )
  shop.mails.splice(0)
  shop.clock.advance({ hours: 24 })
  await shop.shop.quotes.keepTime()
  expect(shop.mails.map(({ to }) => to)).toEqual([other.buyer.actor.email])
  expect(failed).toHaveBeenLastCalledWith('a quote reminder could not be sent', {
    quoteId,
    error: expect.anything(),
  })

  shop.clock.advance({ hours: 24 })
  await shop.shop.quotes.keepTime()
  expect(await kindsOf(other)).toEqual(['offered', 'expired'])
  expect(failed).toHaveBeenLastCalledWith('a quote could not expire', { quoteId, error: expect.anything() })
  await shop.db.execute(sql`alter table quote drop constraint stuck`)
  failed.mockRestore()
  await shop.shop.quotes.keepTime()
  expect(await kindsOf(stuck)).toEqual(['offered', 'expired'])
})

/** Adds 500 copies of an offered quote, which end a second before it. @returns their ids. */
async function copiesOf({ id }: Offered, more: { name?: string } = {}) {
  const copied = Array.from({ length: 500 }, () => newId())
  const [row] = await shop.db.select().from(quotes).where(eq(quotes.id, id))
  if (!row?.validUntil) throw new Error('it was not offered')
  const { number: _number, ...quote } = row
  const validUntil = new Date(row.validUntil.getTime() - 1000)
  await shop.db.insert(quotes).values(copied.map((copy) => ({ ...quote, ...more, id: copy, validUntil })))
  return { copied, validUntil }
}

test('hundreds of quotes that fail each time do not hold up others', async () => {
  await copiesOf(await offered(), { name: 'Stuck' })
  const other = await offered()
  const failed = vi.spyOn(testLog, 'error').mockReturnValue()
  await shop.db.execute(sql`alter table quote add constraint all_stuck check (name <> 'Stuck' or state <> 'expired')`)
  shop.clock.advance({ hours: 48 })
  await shop.shop.quotes.keepTime()
  await shop.db.execute(sql`alter table quote drop constraint all_stuck`)
  await shop.db.delete(quotes).where(eq(quotes.name, 'Stuck'))
  const stuck = failed.mock.calls.filter(([message]) => message === 'a quote could not expire')
  failed.mockRestore()
  expect(stuck).toHaveLength(500)
  expect(await kindsOf(other)).toEqual(['offered', 'expired'])
})

test('a full batch of quotes already reminded of does not hold up others', async () => {
  const quote = await offered()
  const { copied, validUntil } = await copiesOf(quote)
  const told = { kind: 'quote-expiring', recipient: 'a@example.com', subject: 'S', state: 'sent' as const }
  const at = shop.clock.now()
  await shop.db.insert(mailMessages).values(
    copied.map((copy) => ({
      ...told,
      event: `quote:${copy}:expiring:${validUntil.toISOString()}`,
      createdAt: at,
      queuedAt: at,
    })),
  )
  shop.mails.splice(0)
  shop.clock.advance({ hours: 24 })
  for (const _ of [1, 2]) await shop.shop.quotes.keepTime()
  expect(shop.mails.map(({ to }) => to)).toEqual([quote.buyer.actor.email])
})
