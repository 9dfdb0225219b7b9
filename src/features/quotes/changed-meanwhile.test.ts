import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { recordedBy } from '#testing/audit.ts'
import { json } from '#testing/shop.ts'
import { WholeQuote } from './schema.ts'
import { quotes } from './tables.ts'
import { openQuoteShop, type Caller, type QuoteShop } from './testing.ts'

let shop: QuoteShop
beforeAll(async () => {
  shop = await openQuoteShop()
})
afterAll(() => shop.close())

async function offered(buyer: Caller): Promise<string> {
  const id = await shop.ask(buyer.actor.email, buyer.headers)
  expect((await shop.offer(id, '2025-06-03')).status).toBe(204)
  return id
}
const accept = async (id: string, by: Caller): Promise<unknown> =>
  (await shop.post(`/${id}/accept`, { address: 'Plot 9, Dhaka', phone: '+880 1711 000000' }, by.headers)).json()
const read = async (id: string, { headers }: Caller) =>
  WholeQuote.parse(await (await shop.app.request(`/api/quote/${id}`, { headers })).json())

/** Runs `work` after the offer was read and before it is locked. */
function justBeforeTheOrder(work: () => unknown): void {
  const { orders } = shop.shop
  const { place } = orders
  vi.spyOn(orders, 'place').mockImplementationOnce(async (...order) => {
    await work()
    return place(...order)
  })
}

test('accepting an offer that changes meanwhile does not order the old one', async () => {
  const buyer = await shop.signedIn()
  const id = await offered(buyer)
  justBeforeTheOrder(async () => {
    shop.clock.advance({ seconds: 1 })
    await shop.offer(id, '2025-06-03')
  })
  expect(await accept(id, buyer)).toMatchObject({ status: 409, detail: expect.stringContaining('newer offer') })
  justBeforeTheOrder(() => shop.post(`/${id}/withdraw`, {}, buyer.headers))
  expect(await accept(id, buyer)).toMatchObject({ status: 409, detail: expect.stringContaining('is withdrawn') })
  expect(await read(id, buyer)).toMatchObject({ state: 'withdrawn', orderId: null })
})

test('accepting an offer that is accepted meanwhile returns the same order', async () => {
  const buyer = await shop.signedIn()
  const id = await offered(buyer)
  let first: unknown
  justBeforeTheOrder(async () => (first = await accept(id, buyer)))
  expect(await accept(id, buyer)).toEqual(first)
  expect(first).toMatchObject({ _id: (await read(id, buyer)).orderId })
})

test('no reminder is sent for an offer withdrawn while other reminders are sent', async () => {
  for (const buyer of [await shop.signedIn(), await shop.signedIn()]) await offered(buyer)
  // The mail about the first of the two withdraws the other.
  await shop.db.execute(
    sql.raw(`create function take_back() returns trigger language plpgsql as $$ begin
      update quote set state = 'withdrawn' where 'quote:' || id <> new.about and state = 'offered'; return new; end $$`),
  )
  await shop.db.execute(
    sql.raw(`create trigger take_back after insert on mail_message for each row
      when (new.kind = 'quote-expiring') execute function take_back()`),
  )
  shop.clock.advance({ hours: 24 })
  shop.mails.splice(0)
  await shop.shop.quotes.keepTime()
  await shop.db.execute(sql`drop trigger take_back on mail_message`)
  expect(shop.mails).toHaveLength(1)
})

test('staff see who wrote for the buyer, and the audit log leaves it out', async () => {
  const buyer = await shop.signedIn()
  const id = await shop.ask(buyer.actor.email, buyer.headers)
  const write = () => shop.post(`/${id}/message`, { message: 'In black?' }, buyer.headers)
  expect(await recordedBy(shop.db, write)).toEqual([])
  expect((await read(id, shop.staff)).events).toMatchObject([{ kind: 'message', by: expect.any(String) }])
})

test('staff can accept their own request, and cannot write about an unknown quote', async () => {
  const id = await offered(shop.staff)
  expect(await accept(id, shop.staff)).toMatchObject({ _id: expect.any(String) })
  expect((await shop.post(`/${newId()}/message`, { message: 'Hello' }, shop.staff.headers)).status).toBe(404)
})

test('a request made while the account is being erased has no owner', async () => {
  const buyer = await shop.signedIn()
  vi.spyOn(shop.shop.limiter, 'use').mockImplementationOnce(async () => {
    const erased = await shop.app.request('/api/profile', json('DELETE', {}, buyer.headers))
    expect(erased.status).toBe(204)
  })
  const id = await shop.ask(buyer.actor.email, buyer.headers)
  const [row] = await shop.db.select().from(quotes).where(eq(quotes.id, id))
  expect(row).toMatchObject({ email: buyer.actor.email, userId: null })
})
