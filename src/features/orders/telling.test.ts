import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Log } from '#platform/log/log.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { testLog } from '#testing/log.ts'
import { payFor, withOrder } from '#testing/orders.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { minor } from '#shared/money.ts'
import { markRefunded, markRefundFailed } from './after-payment.ts'
import { claimUntold, recordEvent } from './events.ts'
import { noteProcessing } from './lifecycle.ts'
import { orderEvents, orderSearch } from './tables.ts'

type Person = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let staff: Person
let buyer: Person
beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn({ role: 'admin' })
  buyer = await shop.signedIn({ name: 'Rafiq Uddin' })
})
beforeEach(async () => {
  await shop.shop.telling.tell()
  shop.mails.length = 0
})
afterAll(() => shop.close())

async function place(quantity = 2): Promise<string> {
  const tool = await makeTool(shop.db, { name: 'WX-850 Gold', partNumber: '', price: 10_000 })
  return shop.shop.orders.place(buyer.subject, orderOf(tool, { orderQuantity: quantity }), undefined)
}
const step = (id: string, name: string, body: unknown) =>
  shop.app.request(`/api/order/${id}/${name}`, json('POST', body, staff.headers))
const subjects = async () => {
  await shop.shop.telling.tell()
  return shop.mails.map(({ subject }) => subject.replace(/WW-\d+-\d+/, 'N'))
}

test('a buyer is notified once of each step of an order', async () => {
  const id = await place()
  expect(await subjects()).toEqual(['Order N received'])
  expect(shop.mails[0]).toMatchObject({
    to: buyer.actor.email,
    action: { label: 'Pay by card', url: `http://localhost:3000/dashboard/payment/${id}` },
  })
  expect(shop.mails[0]).toMatchObject({
    lines: [{ name: 'WX-850 Gold', quantity: 2, amount: '$200.00' }],
    total: { label: 'Total', amount: '$200.00' },
  })
  expect(shop.mails[0]?.paragraphs.join('\n')).toContain('until Wednesday 4 June at 16:00 (Dhaka time)')
  await payFor(shop, id)
  await step(id, 'pack', {})
  await step(id, 'ship', { carrier: 'DHL', tracking: 'JD014', lines: [{ position: 1, quantity: 1 }] })
  await shop.shop.telling.tell()
  expect(shop.mails[2]).toMatchObject({
    action: { label: 'Track the parcel', url: 'https://www.dhl.com/en/express/tracking.html?AWB=JD014' },
  })
  expect(shop.mails[2]?.paragraphs.join('\n')).toMatch(/the first part of your order[^]*The rest will follow/)
  expect(shop.mails[2]?.details?.[0]).toEqual({ label: 'In this parcel', value: '1 × WX-850 Gold' })
  await step(id, 'deliver', {})
  await shop.shop.telling.tell()
  await step(id, 'ship', { carrier: 'Own van' })
  await shop.shop.telling.tell()
  await step(id, 'deliver', {})
  await withOrder(shop, id, async (tx, order) => {
    const refund = { amount: minor(5000), lines: [], restock: false, reason: 'Scratched' }
    await markRefunded(tx, order, refund, { at: shop.clock.now() })
  })
  await withOrder(shop, id, (tx, order) =>
    markRefundFailed(tx, order, { amount: minor(5000), lines: [] }, { at: shop.clock.now() }),
  )
  expect(await subjects()).toEqual([
    'Order N received',
    'Payment received for order N',
    'The first part of order N is on its way',
    'A parcel of order N was delivered',
    'The rest of order N is on its way',
    'Order N was delivered',
    '$50.00 refunded for order N',
    'The refund for order N did not arrive',
  ])
  expect(shop.mails[6]?.paragraphs.join()).toContain('$50.00 of $200.00')
  expect(shop.mails[4]?.paragraphs.join()).not.toContain('The rest will follow')
  expect(shop.mails[4]?.action?.label).toBe('View the order')
})

test('the mail about each parcel says which part of the order it is, also when all are told late', async () => {
  const id = await place(4)
  await payFor(shop, id)
  const ship = (quantity: number) => step(id, 'ship', { carrier: 'DHL', lines: [{ position: 1, quantity }] })
  for (const pieces of [1, 2, 1]) await ship(pieces)
  const whole = await place()
  await payFor(shop, whole)
  await step(whole, 'ship', { carrier: 'DHL' })
  expect((await subjects()).filter((subject) => subject.endsWith('is on its way'))).toEqual([
    'The first part of order N is on its way',
    'Another part of order N is on its way',
    'The rest of order N is on its way',
    'Order N is on its way',
  ])
})

test('a buyer is notified once each of a cancelled, an expiring and an expired order', async () => {
  const cancelled = await place()
  await shop.app.request(`/api/order/${cancelled}/cancel`, json('POST', {}, buyer.headers))
  const forgotten = await place()
  expect(await subjects()).toEqual(['Order N received', 'Order N was cancelled', 'Order N received'])
  shop.clock.advance({ hours: 35 })
  await shop.shop.telling.remind()
  expect(await subjects()).toHaveLength(3)
  shop.clock.advance({ hours: 1 })
  await shop.shop.telling.remind()
  await shop.shop.telling.remind()
  expect((await subjects()).slice(3)).toEqual(['Order N is waiting for payment'])
  shop.clock.advance({ hours: 13 })
  await shop.shop.orders.expireDue()
  await shop.shop.telling.remind()
  expect((await subjects()).slice(4)).toEqual(['Order N has expired'])
  const kinds = await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, forgotten))
  expect(kinds.map(({ kind }) => kind)).toEqual(['placed', 'expiring', 'expired'])
})

test('a buyer whose payment is being processed is not asked to pay', async () => {
  const id = await place()
  await withOrder(shop, id, (tx, order) => noteProcessing(tx, order, true))
  shop.clock.advance({ hours: 40 })
  await shop.shop.telling.remind()
  expect(await subjects()).toEqual(['Order N received'])
  await withOrder(shop, id, (tx, order) => noteProcessing(tx, order, false))
  await shop.shop.telling.remind()
  expect((await subjects()).slice(1)).toEqual(['Order N is waiting for payment'])
})

test('mails show the buyer’s own number, if given, and the delivery address', async () => {
  const tool = await makeTool(shop.db)
  const order = orderOf(tool, { purchaseOrderNumber: 'PO-77', address: 'Gate 3\nMirpur, Dhaka' })
  const id = await shop.shop.orders.place(buyer.subject, order, undefined)
  await payFor(shop, id)
  await step(id, 'ship', { carrier: 'DHL' })
  await shop.shop.telling.tell()
  const said = [
    { label: 'Your order number', value: 'PO-77' },
    { label: 'Ships to', value: 'Gate 3, Mirpur, Dhaka' },
  ]
  expect(shop.mails.map(({ details = [] }) => details.slice(-2))).toEqual([said, said, said])
  shop.mails.length = 0
  await place()
  await shop.shop.telling.tell()
  expect(shop.mails[0]?.details).toHaveLength(1)
})

test('a note is not mailed to anybody', async () => {
  const id = await place()
  await step(id, 'note', { note: 'Late payer' })
  expect(await subjects()).toEqual(['Order N received'])
})

test('simultaneous runs notify of each event once, and a failed run is made up for later', async () => {
  const ids = await Promise.all(Array.from({ length: 3 }, () => place()))
  const failing = inTransaction(shop.db, async (tx) => {
    expect(await claimUntold(tx, 2, shop.clock.now())).toMatchObject([{ kind: 'placed' }, { kind: 'placed' }])
    throw new Error('the mail server')
  })
  await expect(failing).rejects.toThrow('the mail server')
  await Promise.all([shop.shop.telling.tell(), shop.shop.telling.tell()])
  expect(shop.mails).toHaveLength(3)
  expect(await shop.db.$count(orderSearch, eq(orderSearch.orderId, ids[0] ?? ''))).toBe(1)
})

test('more than one batch is sent in a run, the oldest first', async () => {
  const id = await place()
  const at = shop.clock.now()
  await inTransaction(shop.db, async (tx) => {
    for (let n = 0; n < 120; n += 1)
      await recordEvent(tx, { orderId: id, kind: 'refunded', at, details: { amount: 100 + n } })
  })
  await shop.shop.telling.tell()
  expect(shop.mails).toHaveLength(121)
  expect(shop.mails.at(1)?.subject).toContain('$1.00 ')
  expect(shop.mails.at(-1)?.subject).toContain('$2.19 ')
})

/** What was logged about an event: the log of all tests may also say other things. */
const saidOf = (said: Parameters<Log['error']>[], id: string) =>
  said.filter(([, fields]) => fields?.['eventId'] === id).map(([message]) => message)

/** A refund whose mail cannot be composed. */
async function unspeakable(orderId: string): Promise<string> {
  const details = { amount: 100, lines: 5 as never }
  await recordEvent(shop.db, { orderId, kind: 'refunded', at: shop.clock.now(), details })
  const rows = await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(orderEvents.id)
  return rows.at(-1)?.id ?? ''
}
const eventRow = async (id: string) => (await shop.db.select().from(orderEvents).where(eq(orderEvents.id, id)))[0]

test('an event whose mail cannot be composed holds up no others, and is logged once and tried again', async () => {
  const failed = vi.spyOn(testLog, 'error').mockReturnValue()
  const [first, second] = [await place(), await place()]
  const stuck = await unspeakable(first)
  await recordEvent(shop.db, { orderId: second, kind: 'refunded', at: shop.clock.now(), details: { amount: 200 } })
  expect(await subjects()).toEqual(['Order N received', 'Order N received', '$2.00 refunded for order N'])
  expect(await eventRow(stuck)).toMatchObject({ toldAt: null, tellTries: 1 })
  const tries = async () => {
    await shop.shop.telling.tell()
    return (await eventRow(stuck))?.tellTries
  }
  expect(await tries()).toBe(1)
  shop.clock.advance({ seconds: 60 })
  expect(await tries()).toBe(2)
  shop.clock.advance({ seconds: 60 })
  expect(await tries()).toBe(2)
  expect(saidOf(failed.mock.calls, stuck)).toEqual(['nobody could be told of an order event; it is tried again later'])
  await shop.db
    .update(orderEvents)
    .set({ details: { amount: 100 } })
    .where(eq(orderEvents.id, stuck))
  shop.clock.advance({ seconds: 60 })
  expect((await subjects()).slice(3)).toEqual(['$1.00 refunded for order N'])
  failed.mockRestore()
})

test('after twenty tries an event is given up', async () => {
  const failed = vi.spyOn(testLog, 'error').mockReturnValue()
  const stuck = await unspeakable(await place())
  await shop.db.update(orderEvents).set({ tellTries: 18 }).where(eq(orderEvents.id, stuck))
  await shop.shop.telling.tell()
  expect(await eventRow(stuck)).toMatchObject({ toldAt: null, tellTries: 19 })
  shop.clock.advance({ hours: 1 })
  for (const _ of [1, 2]) await shop.shop.telling.tell()
  expect(await eventRow(stuck)).toMatchObject({ toldAt: shop.clock.now(), tellTries: 20 })
  expect(saidOf(failed.mock.calls, stuck)).toEqual([
    'nobody could be told of an order event, and it is not tried again',
  ])
  failed.mockRestore()
})

test('more than a batch of events that fail holds up no others', async () => {
  const failed = vi.spyOn(testLog, 'error').mockReturnValue()
  const id = await place()
  const event = { orderId: id, kind: 'refunded' as const, at: shop.clock.now() }
  const stuck = Array.from({ length: 120 }, () => newId())
  await shop.db
    .insert(orderEvents)
    .values(stuck.map((each) => ({ ...event, id: each, details: { amount: 100, lines: 5 as never } })))
  await place()
  expect(await subjects()).toEqual(['Order N received', 'Order N received'])
  await shop.db.delete(orderEvents).where(inArray(orderEvents.id, stuck))
  failed.mockRestore()
})
