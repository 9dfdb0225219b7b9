import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { doneCalls } from '#platform/http/tables.ts'
import { newId } from '#platform/ids.ts'
import { makeTool } from '#testing/factories.ts'
import { Quote, WholeQuote } from './schema.ts'
import { insertQuote } from './store.ts'
import { quotes } from './tables.ts'
import { openQuoteShop, type Caller, type QuoteShop } from './testing.ts'

let shop: QuoteShop
beforeAll(async () => {
  shop = await openQuoteShop()
})
afterAll(() => shop.close())
beforeEach(() => void shop.mails.splice(0))

const request = { name: 'Daniel Costa', email: 'd@example.com', phone: '+880 1711 000000' }
const delivery = { address: 'Plot 9, Mirpur, Dhaka', phone: '+880 1711 000000' }
const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10)
const asked = async (by?: Caller) => {
  const buyer = by ?? (await shop.signedIn())
  return { id: await shop.ask(buyer.actor.email, buyer.headers), buyer }
}
const read = async (id: string, { headers }: Caller = shop.staff) =>
  WholeQuote.parse(await (await shop.app.request(`/api/quote/${id}`, { headers })).json())

describe('a call repeated after a lost answer', () => {
  test('is answered as before, beyond the limits, and costs nobody their mail', async () => {
    const ask = (key: string, quantity = 10) =>
      shop.post('', { ...request, productName: 'A fan', price: 80, quantity }, { 'idempotency-key': key })
    const made: string[] = []
    for (const key of ['1', '2', '2', '2', '2', '3']) made.push(await (await ask(key)).text())
    expect(new Set(made).size).toBe(3)
    expect(shop.mails).toHaveLength(3)
    for (const key of ['4', '5']) expect((await ask(key)).status).toBe(201)
    expect((await ask('6')).status).toBe(429)
    expect(await (await ask('1')).text()).toBe(made[0])
    expect((await ask('1', 20)).status).toBe(409)
    const callers = (await shop.db.select().from(doneCalls)).map(({ caller }) => caller)
    expect(callers.join(' ')).not.toContain('example.com')
  })

  test('is answered although the product is gone by now', async () => {
    const buyer = await shop.signedIn()
    const { id: toolId } = await makeTool(shop.db)
    const ask = (key: string) =>
      shop.post('', { ...request, lines: [{ toolId, quantity: 10 }] }, { ...buyer.headers, 'idempotency-key': key })
    const first = await (await ask('a')).text()
    await shop.app.request(`/api/tool/${toolId}`, { method: 'DELETE', headers: shop.staff.headers })
    expect(await (await ask('a')).text()).toBe(first)
    expect((await ask('b')).status).toBe(422)
  })

  test('is answered although it was the last message of the hour', async () => {
    const { id, buyer } = await asked()
    const write = async (key: number) =>
      (await shop.post(`/${id}/message`, { message: 'Hello' }, { ...buyer.headers, 'idempotency-key': `m${key}` }))
        .status
    for (let n = 1; n <= 20; n += 1) expect(await write(n)).toBe(204)
    expect([await write(20), await write(21)]).toEqual([204, 429])
    expect((await read(id)).events).toHaveLength(20)
  })

  test('ends a quote once, for the one who ended it', async () => {
    const [{ id, buyer }, other] = [await asked(), await asked()]
    const end = async (step: string, by: Caller) => (await shop.post(`/${id}/${step}`, {}, by.headers)).status
    expect(await end('decline', shop.staff)).toBe(204)
    // What happens to another quote meanwhile is of no matter.
    await shop.post(`/${other.id}/withdraw`, {}, other.buyer.headers)
    expect(await end('decline', shop.staff)).toBe(204)
    expect(shop.mails.filter(({ subject }) => subject.includes('About your request'))).toHaveLength(1)
    expect(await end('decline', buyer)).toBe(409)
    await shop.offer(id, inDays(3))
    expect([await end('withdraw', buyer), await end('withdraw', buyer)]).toEqual([204, 204])
    expect(await end('withdraw', shop.staff)).toBe(409)
    expect((await read(id)).events.map(({ kind }) => kind)).toEqual(['declined', 'offered', 'withdrawn'])
  })
})

describe('an offer', () => {
  const offer = async (id: string, replaces?: string | null) => {
    const [line] = (await read(id)).lines
    const lines = [{ toolId: line?.toolId, quantity: 10, unitPrice: 70 }]
    return shop.post(`/${id}/offer`, { lines, validUntil: inDays(3), replaces }, shop.staff.headers)
  }

  test('is refused while somebody else has made another', async () => {
    const { id, buyer } = await asked()
    expect((await offer(id, null)).status).toBe(204)
    const refused = await offer(id, null)
    const { offer: made } = await read(id)
    expect([refused.status, await refused.json()]).toMatchObject([409, { offeredAt: made?.offeredAt }])
    shop.clock.advance({ seconds: 1 })
    expect((await offer(id, made?.offeredAt)).status).toBe(204)
    expect((await offer(id, made?.offeredAt)).status).toBe(409)
    expect((await offer(id)).status).toBe(204)
    const theirs = shop.mails.filter(({ to }) => to === buyer.actor.email).slice(1)
    expect(theirs.map(({ subject }) => subject.startsWith('A new offer'))).toEqual([false, true, true])
  })

  test('of a day or less has no reminder of its end', async () => {
    const [short, long] = [await asked(), await asked()]
    await shop.offer(short.id, inDays(0))
    await shop.offer(long.id, inDays(2))
    shop.mails.splice(0)
    await shop.shop.quotes.keepTime()
    expect(shop.mails).toEqual([])
    shop.clock.advance({ hours: 36 })
    await shop.shop.quotes.keepTime()
    expect(shop.mails.map(({ to }) => to)).toEqual([long.buyer.actor.email])
  })

  test('stays answered by whoever made it when the buyer accepts it', async () => {
    const { id, buyer } = await asked()
    await shop.offer(id, inDays(3))
    const { answeredAt } = await read(id)
    shop.clock.advance({ hours: 1 })
    expect((await shop.post(`/${id}/accept`, delivery, buyer.headers)).status).toBe(201)
    expect(await read(id)).toMatchObject({ state: 'accepted', answeredAt })
  })

  test('that the buyer accepts after a last question needs no more answer', async () => {
    const { id, buyer } = await asked()
    await shop.offer(id, inDays(3))
    await shop.post(`/${id}/message`, { message: 'By Friday?' }, buyer.headers)
    expect(await read(id)).toMatchObject({ answeredAt: null })
    shop.clock.advance({ hours: 1 })
    const answeredAt = shop.clock.now().toISOString()
    await shop.post(`/${id}/accept`, delivery, buyer.headers)
    expect(await read(id)).toMatchObject({ state: 'accepted', answeredAt, answeredBy: null })
  })

  test('is mailed about each time, however close two messages are', async () => {
    const { id } = await asked()
    shop.mails.splice(0)
    for (const message of ['One.', 'Two.']) await shop.post(`/${id}/message`, { message }, shop.staff.headers)
    expect(shop.mails).toHaveLength(2)
  })
})

test('a page of quotes has at most a hundred, whatever is asked for', async () => {
  const buyer = await shop.signedIn()
  const line = { toolId: newId(), productName: 'A fan', partNumber: 'WW-1', quantity: 1 }
  for (let n = 0; n < 101; n += 1)
    await insertQuote(shop.db, {
      ...request,
      productName: 'A fan',
      quantity: 1,
      price: null,
      lines: [line],
      userId: buyer.actor.id,
      createdAt: shop.clock.now(),
    })
  expect(await shop.db.$count(quotes)).toBeGreaterThan(100)
  for (const query of ['', '?limit=100']) {
    const answer = await shop.app.request(`/api/quote${query}`, { headers: buyer.headers })
    expect(Quote.array().parse(await answer.json())).toHaveLength(100)
    expect(answer.headers.get('x-total-count')).toBe('101')
    expect(answer.headers.get('link')).toContain('cursor=')
  }
})
