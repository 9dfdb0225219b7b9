import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#platform/ids.ts'
import { minor } from '#shared/money.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { Quote } from './schema.ts'
import { insertQuote } from './store.ts'

type Caller = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let admin: Caller
beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())

async function askedFor(productName: string, more: { createdAt?: Date; userId?: string } = {}): Promise<string> {
  const id = newId()
  const buyer = { name: 'Karim', email: 'a@example.com', phone: '+880 1', price: minor(950), quantity: 100 }
  await insertQuote(shop.db, { createdAt: shop.clock.now(), ...more, id, ...buyer, productName })
  return id
}
const mark = async (id: string, method: 'POST' | 'DELETE', { headers }: Caller = admin) =>
  shop.app.request(`/api/quote/${id}/answered`, { method, headers })
const marked = async (id: string, method: 'POST' | 'DELETE', by?: Caller) => {
  const answer = await mark(id, method, by)
  expect(answer.status).toBe(200)
  return Quote.parse(await answer.json()).answeredAt
}
const listed = async (query: string) => {
  const answer = await shop.app.request(`/api/quote?${query}`, { headers: admin.headers })
  return z
    .array(Quote)
    .parse(await answer.json())
    .map(({ productName }) => productName)
}
async function audited(id: string): Promise<unknown[]> {
  const answer = await shop.app.request(`/api/audit?subject=${id}`, { headers: admin.headers })
  const subject = z.object({ label: z.stringFormat('number', /^WQ-\d{4}-\d{6}$/) })
  const Entries = z.array(z.object({ action: z.string(), actor: z.object({ email: z.string() }), subject }))
  return Entries.parse(await answer.json()).map(({ action, actor }) => [action, actor.email])
}

test('the first answer is kept, repeating changes nothing, and it can be undone', async () => {
  const id = await askedFor('WX-850')
  const first = await marked(id, 'POST')
  expect(first).toBe(shop.clock.now().toISOString())
  shop.clock.advance({ seconds: 300 })
  const other = await shop.signedIn({ role: 'admin' })
  expect(await marked(id, 'POST', other)).toBe(first)
  expect(await audited(id)).toEqual([['quote.answered', admin.actor.email]])

  expect(await marked(id, 'DELETE', other)).toBeNull()
  expect(await marked(id, 'DELETE', other)).toBeNull()
  expect(await audited(id)).toEqual([
    ['quote.reopened', other.actor.email],
    ['quote.answered', admin.actor.email],
  ])
})

test('staff see who of them answered, and buyers do not', async () => {
  const [buyer, nusrat] = [await shop.signedIn(), await shop.signedIn({ role: 'admin', name: 'Nusrat Jahan' })]
  const id = await askedFor('SG-5', { userId: buyer.actor.id })
  const answer = await mark(id, 'POST', nusrat)
  expect(await answer.json()).toMatchObject({ answeredBy: 'Nusrat Jahan' })
  const seenBy = async ({ headers }: Caller) => {
    const read = async (path: string) => (await shop.app.request(`/api/quote${path}`, { headers })).json()
    const [all, whole] = [z.array(Quote).parse(await read('?q=SG-5')), Quote.parse(await read(`/${id}`))]
    return [...all, whole].map(({ answeredBy }) => answeredBy)
  }
  expect(await seenBy(admin)).toEqual(['Nusrat Jahan', 'Nusrat Jahan'])
  expect(await seenBy(buyer)).toEqual([null, null])
  expect(await (await mark(id, 'DELETE')).json()).toMatchObject({ answeredBy: null })
})

test('a quote that has ended cannot be marked as unanswered', async () => {
  const id = await askedFor('WX-850')
  const decline = json('POST', {}, admin.headers)
  expect((await shop.app.request(`/api/quote/${id}/decline`, decline)).status).toBe(204)
  const refused = await mark(id, 'DELETE')
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ detail: 'This quote is declined: there is nothing to answer.' })
  expect(await marked(id, 'POST')).toBe(shop.clock.now().toISOString())
})

test('an unknown quote is 404, and a customer cannot change anything', async () => {
  for (const id of [newId(), 'nonsense']) expect((await mark(id, 'POST')).status).toBe(404)
  const id = await askedFor('AF-120')
  expect((await mark(id, 'POST', await shop.signedIn())).status).toBe(403)
  expect(await listed('q=AF-120&answered=no')).toEqual(['AF-120'])
})

test('the list can be filtered by answered or not, and by days in the shop’s time zone', async () => {
  // In Dhaka the 2nd of May begins at 18:00 of the 1st, UTC.
  await askedFor('case before', { createdAt: new Date('2025-05-01T17:59:59Z') })
  await askedFor('case after', { createdAt: new Date('2025-05-01T18:00:00Z') })
  await marked(await askedFor('case answered'), 'POST')
  expect(await listed('q=case&answered=yes')).toEqual(['case answered'])
  expect(await listed('q=case&answered=no')).toEqual(['case after', 'case before'])
  expect(await listed('q=case&answered=no&from=2025-05-02')).toEqual(['case after'])
  expect(await listed('q=case&from=2025-05-02')).toEqual(['case answered', 'case after'])
})

test.each(['answered=maybe', 'from=yesterday'])('%s is refused with 400', async (query) => {
  expect((await shop.app.request(`/api/quote?${query}`, { headers: admin.headers })).status).toBe(400)
})
