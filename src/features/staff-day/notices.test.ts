import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeUser, setRole } from '#features/accounts/store.ts'
import { insertQuote } from '#features/quotes/store.ts'
import { newId } from '#platform/ids.ts'
import { minor } from '#shared/money.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { StaffNotices } from './schema.ts'

type Person = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let buyer: Person
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await shop.signedIn({ name: 'Rafiq Uddin' })
})
afterAll(() => shop.close())

const put = (by: Person, body: unknown) => shop.app.request('/api/staff/notices', json('PUT', body, by.headers))
async function staff(orders: string, quotes: string): Promise<Person> {
  const person = await shop.signedIn({ role: 'admin', name: 'Karim' })
  expect((await put(person, { orders, quotes })).status).toBe(200)
  return person
}
async function order(): Promise<void> {
  const tool = await makeTool(shop.db, { price: 10_000 })
  await shop.shop.orders.place(buyer.subject, orderOf(tool, { orderQuantity: 2 }), undefined)
}
const quote = () =>
  insertQuote(shop.db, {
    id: newId(),
    name: 'Nusrat',
    email: 'a@example.com',
    phone: '+880 1',
    productName: 'WX-850',
    price: minor(950),
    quantity: 1200,
    createdAt: shop.clock.now(),
  })
/** What somebody was written, since they were last looked at. */
async function toldTo(person: Person): Promise<string[]> {
  await shop.shop.staffNotices.tell()
  const theirs = shop.mails.filter(({ to }) => to === person.actor.email)
  shop.mails.length = 0
  return theirs.flatMap(({ subject, details = [] }) => [subject, ...details.map(({ value }) => value)])
}

test('nobody is written before they choose, and what they chose is read back', async () => {
  const person = await shop.signedIn({ role: 'admin' })
  const read = async () =>
    StaffNotices.parse(await (await shop.app.request('/api/staff/notices', { headers: person.headers })).json())
  expect(await read()).toEqual({ orders: 'off', quotes: 'off' })
  await order()
  shop.clock.advance({ seconds: 60 })
  expect(await toldTo(person)).toEqual([])
  await put(person, { orders: 'daily', quotes: 'at-once' })
  expect(await read()).toEqual({ orders: 'daily', quotes: 'at-once' })
  expect((await put(person, { orders: 'hourly', quotes: 'off' })).status).toBe(422)
  expect(await read()).toEqual({ orders: 'daily', quotes: 'at-once' })
})

test('at once: of what came since they chose, each once, when it is settled', async () => {
  const person = await staff('at-once', 'at-once')
  shop.clock.advance({ seconds: 1 })
  await order()
  await quote()
  shop.clock.advance({ seconds: 10 })
  expect(await toldTo(person)).toEqual([])
  shop.clock.advance({ seconds: 11 })
  expect(await toldTo(person)).toEqual([
    '1 new order',
    expect.stringMatching(/^WW-2025-\d+, \$200\.00, Rafiq Uddin$/),
    '1 new request for a quote',
    '1,200 × WX-850, Nusrat',
  ])
  shop.clock.advance({ seconds: 300 })
  expect(await toldTo(person)).toEqual([])
  await order()
  await order()
  shop.clock.advance({ seconds: 60 })
  const [told] = await Promise.all([toldTo(person), shop.shop.staffNotices.tell()])
  expect(told[0]).toBe('2 new orders')
  expect(told).toHaveLength(3)
})

test('daily: at eight in Dhaka, all of the day before in one', async () => {
  // 2025-06-02 is a Monday; eight in Dhaka is two in UTC.
  const person = await staff('daily', 'off')
  shop.clock.advance({ seconds: 60 })
  await order()
  await quote()
  shop.clock.advance({ hours: 24 })
  expect(await toldTo(person)).toEqual(['1 new order', expect.any(String)])
  expect(await toldTo(person)).toEqual([])
})

test('many are counted, and the first twenty named', async () => {
  const person = await staff('at-once', 'off')
  shop.clock.advance({ seconds: 1 })
  for (let n = 0; n < 21; n += 1) await order()
  shop.clock.advance({ seconds: 60 })
  const told = await toldTo(person)
  expect(told[0]).toBe('More than 20 new orders')
  expect(told).toHaveLength(21)
})

test.each([
  ['was removed', ({ actor }: Person) => removeUser(shop.db, actor.id, shop.clock.now())],
  ['is no admin any more', ({ actor }: Person) => setRole(shop.db, actor.email, 'user')],
])('who %s is not written', async (_, end) => {
  const person = await staff('at-once', 'at-once')
  await end(person)
  shop.clock.advance({ seconds: 1 })
  await order()
  shop.clock.advance({ seconds: 60 })
  expect(await toldTo(person)).toEqual([])
})
