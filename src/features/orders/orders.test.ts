import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sessions } from '#features/accounts/tables.ts'
import { stockMovements } from '#features/inventory/tables.ts'
import type { Log } from '#platform/log/log.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { testLog } from '#testing/log.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { Order, OrderPlaced } from './schema.ts'
import { orders } from './tables.ts'

type Caller = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let buyer: Caller
let other: Caller
let admin: Caller
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await shop.signedIn()
  other = await shop.signedIn()
  admin = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())

async function place(by: Caller, tool: { id: string }): Promise<string> {
  const answer = await shop.app.request('/api/order', json('POST', orderOf(tool), by.headers))
  return OrderPlaced.parse(await answer.json())._id
}

const get = async (path: string, by?: Caller) => shop.app.request(`/api${path}`, by && { headers: by.headers })
const cancel = async (id: string, by: Caller) =>
  shop.app.request(`/api/order/${id}/cancel`, json('POST', {}, by.headers))

describe('orders of an e-mail', () => {
  const list = async (email: string, by: Caller) =>
    z.array(Order).parse(await (await get(`/order?email=${encodeURIComponent(email)}`, by)).json())

  test('are listed newest first, to their owner and to an admin', async () => {
    const tool = await makeTool(shop.db)
    const placed = [await place(buyer, tool), await place(buyer, tool), await place(buyer, tool)]
    await place(other, tool)
    for (const caller of [buyer, admin]) {
      expect((await list(buyer.actor.email, caller)).map(({ _id }) => _id)).toEqual(placed.toReversed())
    }
    expect(await list(buyer.actor.email.toUpperCase(), buyer)).toHaveLength(3)
    expect(await list('nobody@example.com', admin)).toEqual([])
  })

  test('are listed exactly as each is shown on its own', async () => {
    const reader = await shop.signedIn()
    const id = await place(reader, await makeTool(shop.db))
    const alone: unknown = await (await get(`/order/${id}`, reader)).json()
    expect(await list(reader.actor.email, reader)).toEqual([alone])
  })

  test('are paged, with a total count', async () => {
    const reader = await shop.signedIn()
    const tool = await makeTool(shop.db)
    const placed = [await place(reader, tool), await place(reader, tool), await place(reader, tool)]
    const idsOf = async (answer: Response) =>
      z
        .array(Order)
        .parse(await answer.json())
        .map(({ _id }) => _id)
    const first = await get(`/order?email=${reader.actor.email}&limit=2`, reader)
    expect(first.headers.get('x-total-count')).toBe('3')
    expect(await idsOf(first)).toEqual(placed.toReversed().slice(0, 2))
    const [, next = ''] = /<\/api(.*)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? []
    const last = await get(next, reader)
    expect(last.headers.get('x-total-count')).toBe('3')
    expect([await idsOf(last), last.headers.get('link')]).toEqual([placed.slice(0, 1), null])
    expect((await get(next, other)).status).toBe(403)
    expect((await get(`/order?email=${reader.actor.email}&cursor=nonsense`, reader)).status).toBe(400)
  })

  test('are refused to anybody else', async () => {
    expect((await get(`/order?email=${buyer.actor.email}`, other)).status).toBe(403)
    expect((await get(`/order?email=${buyer.actor.email}`)).status).toBe(401)
    expect((await get('/order', buyer)).status).toBe(400)
    expect((await get('/order?email=nonsense', buyer)).status).toBe(400)
  })

  test('are refused for an ended session', async () => {
    const reader = await shop.signedIn()
    await shop.db.delete(sessions).where(eq(sessions.id, reader.subject.session))
    const { email } = reader.actor
    for (const query of [{ email }, { email, limit: 1 }])
      await expect(shop.shop.orders.list(reader.subject, query)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })
})

describe('one order', () => {
  test('that has ended is not shown as being paid', async () => {
    const id = await place(buyer, await makeTool(shop.db))
    const processing = async () => Order.parse(await (await get(`/order/${id}`, buyer)).json()).processing
    await shop.db.update(orders).set({ paymentProcessing: true }).where(eq(orders.id, id))
    expect(await processing()).toBe(true)
    await shop.db.update(orders).set({ state: 'expired' }).where(eq(orders.id, id))
    expect(await processing()).toBe(false)
  })

  test('is there for its owner and an admin, and not there for others', async () => {
    const id = await place(buyer, await makeTool(shop.db))
    expect((await get(`/order/${id}`, buyer)).status).toBe(200)
    expect((await get(`/order/${id}`, admin)).status).toBe(200)
    expect((await get(`/order/${id}`)).status).toBe(401)
    const [hidden, missing] = [await get(`/order/${id}`, other), await get(`/order/${crypto.randomUUID()}`, other)]
    expect([hidden.status, missing.status]).toEqual([404, 404])
    expect(await hidden.json()).toEqual(await missing.json())
    expect((await get('/order/7', buyer)).status).toBe(404)
  })
})

test('cached answers are kept when no order expires', async () => {
  await shop.shop.orders.expireDue()
  await get('/tool')
  await shop.shop.orders.expireDue()
  expect(shop.shop.cache.respond('/api/tool', new Headers())).toBeDefined()
})

/** The orders that could not expire: the log of all tests may also say other things. */
const stuckIn = (said: Parameters<Log['error']>[]) =>
  said.filter(([message]) => message === 'an order could not expire').map(([, fields]) => fields?.['orderId'])

test('an order that cannot expire does not hold up the next', async () => {
  const tool = await makeTool(shop.db)
  const [stuck, next] = [await place(buyer, tool), await place(buyer, tool)]
  await shop.db.execute(
    sql`alter table stock_movement add constraint stuck check (order_id <> ${sql.raw(`'${stuck}'`)} or reason <> 'expired')`,
  )
  const failed = vi.spyOn(testLog, 'error').mockReturnValue()
  shop.clock.advance({ hours: 48 })
  await shop.shop.orders.expireDue()
  expect(stuckIn(failed.mock.calls)).toEqual([stuck])
  const states = async () =>
    (await Promise.all([stuck, next].map((id) => get(`/order/${id}`, buyer).then((answer) => answer.json())))).map(
      ({ state }) => state,
    )
  expect(await states()).toEqual(['placed', 'expired'])
  await shop.db.execute(sql`alter table stock_movement drop constraint stuck`)
  failed.mockRestore()
  await shop.shop.orders.expireDue()
  expect(await states()).toEqual(['expired', 'expired'])
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
})

test('a whole batch of orders that cannot expire does not hold up the next', async () => {
  const [scarce, plenty] = [await makeTool(shop.db, { availableQuantity: 1000 }), await makeTool(shop.db)]
  const stuck: string[] = []
  for (let n = 0; n < 200; n += 1) stuck.push(await place(buyer, scarce))
  const next = await place(buyer, plenty)
  await shop.db.execute(
    sql`alter table stock_movement add constraint stuck check (tool_id <> ${sql.raw(`'${scarce.id}'`)} or reason <> 'expired')`,
  )
  const failed = vi.spyOn(testLog, 'error').mockReturnValue()
  shop.clock.advance({ hours: 48 })
  await shop.shop.orders.expireDue()
  expect(stuckIn(failed.mock.calls).toSorted()).toEqual(stuck.toSorted())
  expect(await (await get(`/order/${next}`, buyer)).json()).toMatchObject({ state: 'expired' })
  expect(await stockOf(shop.db, scarce.id)).toEqual({ available: 800, ledger: 800 })
  await shop.db.execute(sql`alter table stock_movement drop constraint stuck`)
  failed.mockRestore()
  await shop.shop.orders.expireDue()
  expect(await stockOf(shop.db, scarce.id)).toEqual({ available: 1000, ledger: 1000 })
})

describe('cancelling', () => {
  test('returns the stock once, however often it is requested', async () => {
    const tool = await makeTool(shop.db)
    const id = await place(buyer, tool)
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(id, buyer)))
    for (const answer of answers) expect(Order.parse(await answer.json())).toMatchObject({ state: 'cancelled' })
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
    const ledger = await shop.db
      .select({ quantity: stockMovements.quantity, reason: stockMovements.reason, orderId: stockMovements.orderId })
      .from(stockMovements)
      .where(eq(stockMovements.toolId, tool.id))
      .orderBy(asc(stockMovements.id))
    expect(ledger).toEqual([
      { quantity: 50, reason: 'opening', orderId: null },
      { quantity: -1, reason: 'order', orderId: id },
      { quantity: 1, reason: 'cancelled', orderId: id },
    ])
  })

  test("is refused for somebody else's order, but allowed without limit for an admin", async () => {
    const counted = { name: 'cancel', count: 60, seconds: 3600 }
    for (let n = 0; n < 60; n++) await shop.shop.limiter.use(counted, admin.actor.id)
    const tool = await makeTool(shop.db)
    const id = await place(buyer, tool)
    expect((await cancel(id, other)).status).toBe(404)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 49, ledger: 49 })
    expect((await cancel(id, admin)).status).toBe(200)
  })

  test('does not count towards the limit when there is nothing left to cancel', async () => {
    const caller = await shop.signedIn()
    const id = await place(caller, await makeTool(shop.db))
    expect((await cancel(id, caller)).status).toBe(200)
    const counted = { name: 'cancel', count: 60, seconds: 3600 }
    for (let n = 1; n < 60; n++) await shop.shop.limiter.use(counted, caller.actor.id)
    expect((await cancel(id, caller)).status).toBe(200)
  })

  test('is refused once an order has expired', async () => {
    const id = await place(buyer, await makeTool(shop.db))
    shop.clock.advance({ hours: 48 })
    await shop.shop.orders.expireDue()
    const late = await cancel(id, buyer)
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({ detail: 'This order is expired: only an unpaid order can be cancelled.' })
  })
})

test('an order number has the year in Dhaka', async () => {
  const hours = (Date.parse('2025-12-31T19:00:00Z') - shop.clock.now().getTime()) / 3_600_000
  shop.clock.advance({ hours })
  const caller = await shop.signedIn()
  const id = await place(caller, await makeTool(shop.db))
  const { number } = Order.parse(await (await get(`/order/${id}`, caller)).json())
  shop.clock.advance({ hours: -hours })
  expect(number).toMatch(/^WW-2026-/)
})
