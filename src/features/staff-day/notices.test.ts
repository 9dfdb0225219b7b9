import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeUser, setRole } from '#features/accounts/store.ts'
import { tools } from '#features/catalogue/tables.ts'
import { stockMovements } from '#features/inventory/tables.ts'
import { recordEvent } from '#features/orders/events.ts'
import { orders } from '#features/orders/tables.ts'
import { disputes, payments, refunds } from '#features/payments/tables.ts'
import { addEvent, insertQuote } from '#features/quotes/store.ts'
import { newId } from '#platform/ids.ts'
import { insertMessages, markFailed } from '#platform/mail/store.ts'
import { minor } from '#shared/money.ts'
import { makeFailedMail, makeTool, orderOf } from '#testing/factories.ts'
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
async function staff(ofOrders: string, ofQuotes: string, more: object = {}): Promise<Person> {
  const person = await shop.signedIn({ role: 'admin', name: 'Karim' })
  expect((await put(person, { orders: ofOrders, quotes: ofQuotes, ...more })).status).toBe(200)
  return person
}
async function order(): Promise<void> {
  const tool = await makeTool(shop.db, { price: 10_000 })
  await shop.shop.orders.place(buyer.subject, orderOf(tool, { orderQuantity: 2 }), undefined)
}
const quote = (more: Partial<Parameters<typeof insertQuote>[1]> = {}) =>
  insertQuote(shop.db, {
    id: newId(),
    name: 'Nusrat',
    email: 'a@example.com',
    phone: '+880 1',
    productName: 'WX-850',
    price: minor(950),
    quantity: 1200,
    createdAt: shop.clock.now(),
    ...more,
  })
/** The mails to somebody since the last look. */
async function toldTo(person: Person): Promise<string[]> {
  await shop.shop.staffNotices.tell()
  const theirs = shop.mails.filter(({ to }) => to === person.actor.email)
  shop.mails.length = 0
  return theirs.flatMap(({ subject, details = [] }) => [subject, ...details.map(({ value }) => value)])
}

test('nobody is mailed before choosing to be, and the choice can be read back', async () => {
  const person = await shop.signedIn({ role: 'admin' })
  const read = async () =>
    StaffNotices.parse(await (await shop.app.request('/api/staff/notices', { headers: person.headers })).json())
  expect(await read()).toEqual({ orders: 'off', quotes: 'off', stock: 'off', failures: 'off' })
  await order()
  shop.clock.advance({ seconds: 60 })
  expect(await toldTo(person)).toEqual([])
  const chosen = { orders: 'daily', quotes: 'at-once', stock: 'off', failures: 'daily' }
  await put(person, chosen)
  expect(await read()).toEqual(chosen)
  expect((await put(person, { orders: 'hourly', quotes: 'off' })).status).toBe(422)
  expect(await read()).toEqual(chosen)
  expect((await put(person, { stock: 'daily' })).status).toBe(200)
  expect(await read()).toEqual({ ...chosen, stock: 'daily' })
})

test('a choice counts from when it is made, and keeps what is due from earlier choices', async () => {
  const person = await staff('at-once', 'off')
  shop.clock.advance({ seconds: 1 })
  await order()
  await quote()
  await put(person, { quotes: 'at-once' })
  shop.clock.advance({ seconds: 60 })
  expect((await toldTo(person))[0]).toBe('1 new order')
})

test('immediate notices report each event since the choice once, after a short delay', async () => {
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
    '1 request or reply about a quote',
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

test('daily notices come at eight in Dhaka, with the whole previous day in one', async () => {
  // 2025-06-02 is a Monday; eight in Dhaka is two in UTC.
  const person = await staff('daily', 'off')
  shop.clock.advance({ seconds: 60 })
  await order()
  await quote()
  shop.clock.advance({ hours: 24 })
  expect(await toldTo(person)).toEqual(['1 new order', expect.any(String)])
  expect(await toldTo(person)).toEqual([])
})

test('daily notices also cover low stock and failures', async () => {
  const person = await staff('off', 'off', { stock: 'daily', failures: 'daily' })
  shop.clock.advance({ seconds: 1 })
  const tool = await makeTool(shop.db, { name: 'AF-92', availableQuantity: 5, minimumOrderQuantity: 1 })
  await shop.db
    .update(stockMovements)
    .set({ createdAt: new Date(0) })
    .where(eq(stockMovements.toolId, tool.id))
  await shop.shop.orders.place(buyer.subject, orderOf(tool, { orderQuantity: 2 }), undefined)
  await makeFailedMail(shop.db, { subject: 'Payment received', failedAt: shop.clock.now() })
  shop.clock.advance({ hours: 24 })
  expect(await toldTo(person)).toEqual([
    '1 product is running low',
    'AF-92: 3 left',
    '1 thing went wrong',
    'Not delivered to nusrat@example.com: Payment received',
  ])
  expect(await toldTo(person)).toEqual([])
})

test('many events are counted, and the first twenty listed', async () => {
  const person = await staff('at-once', 'off')
  shop.clock.advance({ seconds: 1 })
  for (let n = 0; n < 21; n += 1) await order()
  shop.clock.advance({ seconds: 60 })
  const told = await toldTo(person)
  expect(told[0]).toBe('More than 20 new orders')
  expect(told).toHaveLength(21)
  for (let n = 0; n < 20; n += 1) await order()
  shop.clock.advance({ seconds: 60 })
  expect((await toldTo(person))[0]).toBe('20 new orders')
})

describe('notices of low stock', () => {
  /** Listed long ago, with this stock. Five of the smallest orders are enough. */
  async function listed(name: string, availableQuantity: number, orderIncrement = 1) {
    const tool = await makeTool(shop.db, { name, availableQuantity, minimumOrderQuantity: 1, orderIncrement })
    await shop.db
      .update(stockMovements)
      .set({ createdAt: new Date(0) })
      .where(eq(stockMovements.toolId, tool.id))
    return tool
  }
  const buy = (tool: Parameters<typeof orderOf>[0], orderQuantity: number) =>
    shop.shop.orders.place(buyer.subject, orderOf(tool, { orderQuantity }), undefined)

  test('report a product once, when it falls below the limit, with what is left', async () => {
    const [fan, supply, low] = [await listed('AF-140', 9), await listed('WX-550', 5), await listed('DA-36', 4)]
    const inThrees = await listed('SC-10', 16, 3)
    const person = await staff('off', 'off', { stock: 'at-once' })
    shop.clock.advance({ seconds: 1 })
    await buy(fan, 4)
    await buy(supply, 1)
    await buy(low, 1)
    await buy(inThrees, 3)
    shop.clock.advance({ seconds: 60 })
    expect(await toldTo(person)).toEqual(['2 products are running low', 'SC-10: 13 left', 'WX-550: 4 left'])
    await buy(fan, 5)
    await buy(supply, 1)
    shop.clock.advance({ seconds: 60 })
    expect(await toldTo(person)).toEqual(['1 product is running low', 'AF-140: none left'])
    shop.clock.advance({ seconds: 60 })
    expect(await toldTo(person)).toEqual([])
  })

  test('leave out what was restocked, is no longer sold or was low before the choice', async () => {
    const [back, gone, before] = [await listed('Back', 6), await listed('Gone', 6), await listed('Before', 6)]
    await buy(before, 3)
    shop.clock.advance({ seconds: 30 })
    const person = await staff('off', 'off', { stock: 'at-once' })
    shop.clock.advance({ seconds: 1 })
    const returned = await buy(back, 3)
    await buy(gone, 3)
    await shop.db.update(tools).set({ deletedAt: shop.clock.now() }).where(eq(tools.id, gone.id))
    shop.clock.advance({ seconds: 30 })
    await shop.shop.orders.cancel(buyer.actor, returned)
    expect(await toldTo(person)).toEqual([])
    shop.clock.advance({ seconds: 60 })
    expect(await toldTo(person)).toEqual([])
  })
})

describe('notices of failures', () => {
  async function failedMail(kind: string, subject: string): Promise<void> {
    const mail = { to: 'nusrat@example.com', subject, paragraphs: [] }
    const message = { mail, kind, event: undefined, about: undefined, expiresAt: undefined }
    const [written] = await insertMessages(shop.db, [message], shop.clock.now())
    await markFailed(shop.db, written?.id ?? '', shop.clock.now(), 'no such mailbox')
  }

  test('report undelivered mail, but not mail to staff, which would never end', async () => {
    await failedMail('order-paid', 'From before')
    const person = await staff('off', 'off', { failures: 'at-once' })
    shop.clock.advance({ seconds: 1 })
    await failedMail('order-paid', 'Payment received')
    await failedMail('staff-failures', '1 thing went wrong')
    shop.clock.advance({ seconds: 60 })
    expect(await toldTo(person)).toEqual([
      '1 thing went wrong',
      'Not delivered to nusrat@example.com: Payment received',
    ])
    shop.clock.advance({ seconds: 60 })
    expect(await toldTo(person)).toEqual([])
  })

  test('report failed refunds and disputes with their order', async () => {
    const person = await staff('off', 'off', { failures: 'at-once' })
    shop.clock.advance({ seconds: 1 })
    const tool = await makeTool(shop.db, { price: 10_000 })
    const orderId = await shop.shop.orders.place(buyer.subject, orderOf(tool, { orderQuantity: 1 }), undefined)
    const [placed] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
    const now = shop.clock.now()
    const times = { createdAt: now, changedAt: now, checkedAt: now }
    const paymentId = newId()
    const about = { paymentId, orderId, amount: minor(2500), currency: 'usd', reason: 'Broken' }
    await shop.db
      .insert(payments)
      .values({ id: paymentId, ...about, intentId: `pi_${orderId}`, state: 'succeeded', ...times })
    await shop.db.insert(refunds).values([
      { ...about, state: 'failed', ...times },
      { ...about, state: 'succeeded', ...times },
    ])
    const dispute = { ...about, amount: minor(10_000), status: 'needs_response', openedAt: now, ...times }
    await shop.db.insert(disputes).values({ id: `dp_${orderId}`, ...dispute, state: 'open' })
    await recordEvent(shop.db, { orderId, kind: 'dispute-opened', at: now, details: { amount: 10_000 } })
    shop.clock.advance({ seconds: 60 })
    expect(await toldTo(person)).toEqual([
      '2 things went wrong',
      `Dispute over $100.00: ${placed?.number}`,
      `Refund of $25.00 failed: ${placed?.number}`,
    ])
    // The bank takes its next step.
    await shop.db.update(disputes).set({ status: 'under_review', changedAt: shop.clock.now() })
    shop.clock.advance({ seconds: 60 })
    expect(await toldTo(person)).toEqual([])
  })
})

test.each([
  ['was removed', ({ actor }: Person) => removeUser(shop.db, actor.id, shop.clock.now())],
  ['is no longer an admin', ({ actor }: Person) => setRole(shop.db, actor.email, 'user')],
])('a person who %s gets no mail', async (_, end) => {
  const person = await staff('at-once', 'at-once')
  await end(person)
  shop.clock.advance({ seconds: 1 })
  await order()
  shop.clock.advance({ seconds: 60 })
  expect(await toldTo(person)).toEqual([])
})

test('the pieces of a quote for several products are not attributed to the first one', async () => {
  const person = await staff('off', 'at-once')
  shop.clock.advance({ seconds: 1 })
  const line = (quantity: number) => ({ toolId: newId(), productName: 'WX-850', partNumber: '', quantity })
  await quote({ productName: 'WX-850 + 1 more', quantity: 2500, lines: [line(500), line(2000)] })
  shop.clock.advance({ seconds: 60 })
  expect((await toldTo(person))[1]).toBe('WX-850 + 1 more, 2,500 pieces in all, Nusrat')
})

test('notices of quotes include what buyers did with them, but not what staff did', async () => {
  const person = await staff('off', 'at-once')
  shop.clock.advance({ seconds: 1 })
  await quote()
  const { rows } = await shop.db.execute<{ id: string }>(sql`select id from quote order by id desc limit 1`)
  const quoteId = rows[0]?.id ?? ''
  const at = shop.clock.now()
  for (const [kind, byStaff] of [
    ['message', false],
    ['message', true],
    ['declined', false],
  ] as const)
    await addEvent(shop.db, { quoteId, kind, at, byStaff })
  shop.clock.advance({ seconds: 60 })
  shop.mails.splice(0)
  await shop.shop.staffNotices.tell()
  const mail = shop.mails.find(({ to }) => to === person.actor.email)
  expect(mail?.details?.map(({ value }) => value)).toEqual([
    '1,200 × WX-850, Nusrat',
    'Nusrat wrote about WX-850',
    'Nusrat declined the quote for WX-850',
  ])
})
