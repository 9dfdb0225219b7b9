import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordedBy } from '#testing/audit.ts'
import { WholeQuote } from './schema.ts'
import { quoteEvents } from './tables.ts'
import { openQuoteShop, type Headers, type QuoteShop } from './testing.ts'

let shop: QuoteShop
beforeAll(async () => {
  shop = await openQuoteShop()
})
afterAll(() => shop.close())

const historyFor = async (id: string, headers: Headers) =>
  WholeQuote.parse(await (await shop.app.request(`/api/quote/${id}`, { headers })).json()).events

test('the history and the audit log tell what each offer came to and until when it was valid', async () => {
  const buyer = await shop.signedIn()
  const id = await shop.ask(buyer.actor.email, buyer.headers)
  const entries = await recordedBy(shop.db, async () => {
    await shop.offer(id, '2025-06-10')
    await shop.offer(id, '2025-06-12', 79.5)
    await shop.post(`/${id}/message`, { message: 'Our last price.' }, shop.staff.headers)
  })
  const offers = [
    { kind: 'offered', total: 800, validUntil: '2025-06-10T17:59:59.000Z' },
    { kind: 'offered', total: 795, validUntil: '2025-06-12T17:59:59.000Z' },
  ]
  for (const { headers } of [buyer, shop.staff]) {
    const events = await historyFor(id, headers)
    expect(events).toMatchObject([...offers, { kind: 'message' }])
    expect(Object.keys(events[2] ?? {})).not.toContain('total')
  }
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    ['quote.offered', { total: 800, currency: 'usd', validUntil: '2025-06-10' }],
    ['quote.offered', { total: 795, currency: 'usd', validUntil: '2025-06-12' }],
    ['quote.message', null],
  ])
})

test('an offer from before the history had figures is listed without them', async () => {
  const buyer = await shop.signedIn()
  const id = await shop.ask(buyer.actor.email, buyer.headers)
  await shop.offer(id, '2025-06-10')
  await shop.db.update(quoteEvents).set({ details: {} }).where(eq(quoteEvents.quoteId, id))
  const [offered] = await historyFor(id, buyer.headers)
  expect([offered?.kind, offered?.total, offered?.validUntil]).toEqual(['offered', undefined, undefined])
})
