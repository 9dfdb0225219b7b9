import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { tools } from '#features/catalogue/tables.ts'
import { DeskOrder } from '#features/orders/desk-schema.ts'
import { OrderPlaced } from '#features/orders/schema.ts'
import { orders } from '#features/orders/tables.ts'
import { Quote } from '#features/quotes/schema.ts'
import { insertQuote, changeQuote } from '#features/quotes/store.ts'
import { newId } from '#platform/ids.ts'
import { minor } from '#shared/money.ts'
import { makeFailedMail, makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { StaffDay } from './schema.ts'

type Caller = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let admin: Caller
let buyer: Caller
beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signedIn({ role: 'admin' })
  buyer = await shop.signedIn()
})
afterAll(() => shop.close())

const read = async <S extends z.ZodType>(path: string, schema: S): Promise<z.infer<S>> =>
  schema.parse(await (await shop.app.request(`/api${path}`, { headers: admin.headers })).json())
const today = () => read('/staff/day', StaffDay)

let before: StaffDay
beforeEach(async () => {
  before = await today()
})

/** What waits now and did not before. */
async function added(): Promise<Partial<StaffDay>> {
  const counts = Object.entries(await today()).filter(([name, count]) => Reflect.get(before, name) !== count)
  return Object.fromEntries(counts.map(([name, count]) => [name, Number(count) - Number(Reflect.get(before, name))]))
}

async function placed(changes: Partial<typeof orders.$inferInsert> = {}): Promise<string> {
  const tool = await makeTool(shop.db)
  const answer = await shop.app.request('/api/order', json('POST', orderOf(tool), buyer.headers))
  const { _id } = OrderPlaced.parse(await answer.json())
  if (Object.keys(changes).length > 0) await shop.db.update(orders).set(changes).where(eq(orders.id, _id))
  return _id
}

test('counts paid orders, and how many of them are packed', async () => {
  await placed()
  const now = shop.clock.now()
  await placed({ state: 'paid', paidAt: now })
  const packed = await placed({ state: 'paid', paidAt: now, packedAt: now })
  await placed({ state: 'shipped', paidAt: now, packedAt: now })
  // No provider took money for them.
  expect(await added()).toEqual({ toShip: 2, packed: 1, disagreements: 3 })
  const listed = await read('/orders?state=paid', z.array(DeskOrder))
  expect(listed).toHaveLength((await today()).toShip)
  expect((await read('/orders?packed=yes', z.array(DeskOrder))).map(({ _id }) => _id)).toEqual([packed])
})

test('counts unpaid orders with a payment on its way, and the order list can show just those', async () => {
  const id = await placed({ paymentProcessing: true })
  await placed({ paymentProcessing: true, state: 'cancelled' })
  expect(await added()).toEqual({ processing: 1 })
  expect((await read('/orders?processing=yes', z.array(DeskOrder))).map(({ _id }) => _id)).toEqual([id])
})

test('counts unanswered requests of the last thirty days, and the request list can show just those', async () => {
  const ask = async (createdAt: Date) => {
    const row = { id: newId(), name: 'Karim', email: 'a@example.com', phone: '+880 1', productName: 'WX-850' }
    await insertQuote(shop.db, { ...row, price: minor(950), quantity: 100, createdAt })
    return row.id
  }
  // The shop's clock says June 2, 16:00 in Dhaka: thirty days before is May 3, which began at 18:00 UTC on May 2.
  await ask(new Date('2025-05-02T17:59:59Z'))
  const first = await ask(new Date('2025-05-02T18:00:00Z'))
  const answered = await ask(shop.clock.now())
  await changeQuote(shop.db, answered, { answeredAt: shop.clock.now(), answeredBy: admin.actor.id })
  expect(await added()).toEqual({ quotes: 1 })
  const { quotesFrom } = await today()
  expect(quotesFrom).toBe('2025-05-03')
  const listed = await read(`/quote?answered=no&from=${quotesFrom}`, z.array(Quote))
  expect(listed.map(({ _id }) => _id)).toEqual([first])
})

test('counts products with fewer than five of the smallest orders left', async () => {
  await makeTool(shop.db, { minimumOrderQuantity: 10, availableQuantity: 50 })
  expect(await added()).toEqual({})
  await makeTool(shop.db, { minimumOrderQuantity: 10, orderIncrement: 8, availableQuantity: 80 })
  expect(await added()).toEqual({})
  await makeTool(shop.db, { minimumOrderQuantity: 10, availableQuantity: 49 })
  await makeTool(shop.db, { minimumOrderQuantity: 10, orderIncrement: 8, availableQuantity: 79 })
  await makeTool(shop.db, { minimumOrderQuantity: 1, availableQuantity: 0 })
  await makeTool(shop.db, { minimumOrderQuantity: 2_000_000_000, availableQuantity: 0 })
  expect(await added()).toEqual({ lowStock: 4 })
  const gone = await makeTool(shop.db, { availableQuantity: 0 })
  await shop.db.update(tools).set({ deletedAt: shop.clock.now() }).where(eq(tools.id, gone.id))
  expect(await added()).toEqual({ lowStock: 4 })
})

test('counts failed mail', async () => {
  await makeFailedMail(shop.db)
  await makeFailedMail(shop.db, { state: 'queued' })
  expect(await added()).toEqual({ failedMails: 1 })
})

test('stops counting at one more than a thousand', async () => {
  await shop.db.execute(sql`
    insert into mail_message (id, kind, recipient, subject, state, created_at, queued_at)
    select gen_random_uuid(), 'order-shipped', 'a@example.com', 'S', 'failed', now(), now() from generate_series(1, 1100)`)
  expect((await today()).failedMails).toBe(1001)
})
