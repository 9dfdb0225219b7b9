import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#content/messages.ts'
import { users } from '#features/accounts/tables.ts'
import { deleteTool } from '#features/catalogue/store.ts'
import { tools } from '#features/catalogue/tables.ts'
import { Problem } from '#platform/http/problem.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { minor } from '#shared/money.ts'
import type { NewOrder } from './placing-schema.ts'
import { Order, OrderPlaced } from './schema.ts'
import { orders } from './tables.ts'

type Buyer = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await shop.signedIn({ name: 'Rafiq Uddin' })
})
afterAll(() => shop.close())

const send = async (order: unknown, headers: Record<string, string> = {}) =>
  shop.app.request('/api/order', json('POST', order, { ...buyer.headers, ...headers }))
/** Retries an order that waited too long for its turn, as the answer says to: a slow machine may not reach the last in time. */
const sendUntilTold = async (order: unknown): Promise<Response> => {
  const answer = await send(order)
  return answer.status === 503 ? sendUntilTold(order) : answer
}
const problemOf = async (answer: Response) => Problem.parse(await answer.json())
const read = async (id: string) =>
  Order.parse(await (await shop.app.request(`/api/order/${id}`, { headers: buyer.headers })).json())
const ordersOf = (userId: string) => shop.db.$count(orders, eq(orders.userId, userId))

test('an order takes the stock, and keeps what the buyer was told', async () => {
  const tool = await makeTool(shop.db, { name: 'WX-850 Gold', price: 10_140, availableQuantity: 50 })
  const answer = await send(orderOf(tool, { orderQuantity: 20, email: buyer.actor.email, totalAmount: 2028 }))
  expect(answer.status).toBe(201)
  const { _id } = OrderPlaced.parse(await answer.json())
  await shop.db
    .update(tools)
    .set({ name: 'Renamed', price: minor(1) })
    .where(eq(tools.id, tool.id))

  const order = await read(_id)
  expect(order).toMatchObject({
    email: buyer.actor.email,
    name: 'Rafiq Uddin',
    user: 'Rafiq Uddin',
    toolId: tool.id,
    productName: 'WX-850 Gold',
    partNumber: tool.partNumber,
    orderQuantity: 20,
    unitPrice: 101.4,
    totalAmount: 2028,
    price: 2028,
    currency: 'usd',
    paid: false,
    state: 'placed',
    createdAt: '2025-06-02T10:00:00.000Z',
    heldUntil: '2025-06-04T10:00:00.000Z',
    paidAt: null,
  })
  expect(order.number).toMatch(/^WW-2025-\d{6}$/)
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 30, ledger: 30 })
})

test("the specification's own body finds the product by its name", async () => {
  await makeTool(shop.db, { name: 'SX-600 Bronze' })
  const tool = await makeTool(shop.db, { name: 'SX-600 Bronze' })
  const gone = await makeTool(shop.db, { name: 'SX-600 Bronze' })
  await deleteTool(shop.db, gone.id, shop.clock.now())
  await makeTool(shop.db)
  const { toolId: _, ...rest } = orderOf(tool)
  const { email, name } = buyer.actor
  const answer = await send({ ...rest, email, name, productName: 'SX-600 Bronze', totalAmount: 101.4, img: tool.img })
  const { _id } = OrderPlaced.parse(await answer.json())
  expect((await read(_id)).toolId).toBe(tool.id)
})

describe('an order that breaks a rule changes nothing', () => {
  test.each<[string, Partial<NewOrder> & Record<string, unknown>, number, string | RegExp]>([
    ['below the minimum', { orderQuantity: 4 }, 422, messages.quantityOutOfRange],
    ['above the stock', { orderQuantity: 51 }, 422, messages.quantityOutOfRange],
    ['between two steps', { orderQuantity: 49 }, 422, 'Order in steps of 5.'],
    ['a fraction of a piece', { orderQuantity: 5.5 }, 422, messages.quantityOutOfRange],
    ['no address', { address: ' ' }, 422, messages.addressRequired],
    ['no telephone', { phone: '' }, 422, messages.phoneRequired],
    ['a field that does not exist', { paid: true }, 422, /paid/],
    ["another user's id", { user_id: '0199f0a0-0000-7000-8000-000000000001' }, 422, /user_id/],
    ['its own price', { price: 0.01 }, 422, /price/],
    ['no product', { toolId: undefined }, 422, /product/],
    ["another's e-mail", { email: 'somebody@example.com' }, 403, /signed in/],
    ['its own total', { totalAmount: 0.01 }, 409, 'The price has changed: the total is now $507.00.'],
    ['a total with more decimals than the currency has', { totalAmount: 507.001 }, 409, /now \$507\.00/],
    ['a product that never existed', { toolId: '0199f0a0-0000-7000-8000-000000000001' }, 404, /tool/],
  ])('%s', async (_, changes, status, detail) => {
    const tool = await makeTool(shop.db, { minimumOrderQuantity: 5, orderIncrement: 5 })
    const before = await ordersOf(buyer.actor.id)
    const answer = await send({ ...orderOf(tool, { orderQuantity: 5 }), ...changes })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    const problem = await problemOf(answer)
    expect(problem.detail).toEqual(typeof detail === 'string' ? detail : expect.stringMatching(detail))
    if (status === 409) expect(problem).toMatchObject({ totalAmount: 507, unitPrice: 101.4 })
    expect(await ordersOf(buyer.actor.id)).toBe(before)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  })

  test('a deleted product', async () => {
    const tool = await makeTool(shop.db)
    await deleteTool(shop.db, tool.id, shop.clock.now())
    expect((await send(orderOf(tool))).status).toBe(404)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  })

  test('a total above the limit of one card payment', async () => {
    const tool = await makeTool(shop.db, { price: 50_000_000 })
    const answer = await send(orderOf(tool, { orderQuantity: 2 }))
    expect(answer.status).toBe(422)
    expect((await problemOf(answer)).detail).toContain('$999,999.99')
    expect((await send(orderOf(tool, { orderQuantity: 1 }))).status).toBe(201)
  })

  test('but a total of exactly that limit is accepted', async () => {
    const tool = await makeTool(shop.db, { price: 99_999_999 })
    const wrong = await send(orderOf(tool, { totalAmount: 1 }))
    expect([wrong.status, (await problemOf(wrong))['totalAmount']]).toEqual([409, 999_999.99])
    expect((await send(orderOf(tool, { totalAmount: 999_999.99 }))).status).toBe(201)
    const tooMuch = await makeTool(shop.db, { price: 100_000_000 })
    expect((await send(orderOf(tooMuch))).status).toBe(422)
  })

  test('a total above the limit of a currency that the provider counts more finely', async () => {
    const rupees = await openTestShop({ currency: 'pkr' })
    const { headers } = await rupees.signedIn()
    const tool = await makeTool(rupees.db, { price: 500_000 })
    const order = (orderQuantity: number) =>
      rupees.app.request('/api/order', json('POST', orderOf(tool, { orderQuantity }), headers))
    expect((await order(1)).status).toBe(201)
    const much = await order(2)
    expect(much.status).toBe(422)
    expect((await problemOf(much)).detail).toContain('999,999 at most')
    await rupees.close()
  })

  test('a missing product, reported at its field', async () => {
    const problem = await problemOf(await send({ ...orderOf({ id: '' }), toolId: undefined }))
    expect(problem.errors).toMatchObject([{ path: 'toolId' }])
  })

  test('a wrong quantity, even when the request names the user’s own e-mail', async () => {
    const tool = await makeTool(shop.db)
    const answer = await send(orderOf(tool, { orderQuantity: 51, email: buyer.actor.email.toUpperCase() }))
    const { detail, errors } = await problemOf(answer)
    expect([answer.status, detail]).toEqual([422, messages.quantityOutOfRange])
    expect(errors).toEqual([{ path: 'orderQuantity', message: detail }])
  })

  test('a tool that changes at every attempt, given up after three tries', async () => {
    const tool = await makeTool(shop.db)
    // Every attempt to take its stock finds that somebody was quicker, although a read shows it unchanged.
    await shop.db.execute(sql`create sequence tries`)
    await shop.db.execute(sql`
      create function be_quicker() returns trigger language plpgsql as
      $$ begin perform nextval('tries'); return null; end $$`)
    await shop.db.execute(
      sql.raw(`
      create trigger quicker before update on stock_level for each row when (old.tool_id = '${tool.id}') execute function be_quicker()`),
    )
    const answers = [await send(orderOf(tool, { totalAmount: 101.4 })), await send(orderOf(tool))]
    const { rows } = await shop.db.execute(sql`select last_value::int as tries from tries`)
    await shop.db.execute(sql`drop function be_quicker() cascade`)
    await shop.db.execute(sql`drop sequence tries`)
    expect(rows).toEqual([{ tries: 6 }])
    for (const answer of answers)
      expect(await problemOf(answer)).toMatchObject({
        status: 409,
        detail: expect.stringContaining('changed while you were ordering'),
      })
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  })

  test('a user who was removed after the call was authorised', async () => {
    const tool = await makeTool(shop.db)
    const { actor, subject } = await shop.signedIn()
    const place = (key?: string) => shop.shop.orders.place(subject, orderOf(tool), key)
    await place('before')
    await shop.db.update(users).set({ removedAt: shop.clock.now() }).where(eq(users.id, actor.id))
    for (const key of [undefined, 'after', 'before']) await expect(place(key)).rejects.toMatchObject({ status: 401 })
    expect(await ordersOf(actor.id)).toBe(1)
    const { minimumOrderQuantity: ordered } = tool
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50 - ordered, ledger: 50 - ordered })
  })

  test('a caller who is not signed in', async () => {
    const tool = await makeTool(shop.db)
    const answer = await shop.app.request('/api/order', json('POST', orderOf(tool)))
    expect(answer.status).toBe(401)
  })
})

describe('simultaneous orders', () => {
  test('sell a stock of 50 to 50 of 120 buyers and tell the other 70', async () => {
    const tool = await makeTool(shop.db, { availableQuantity: 50 })
    const answers = await Promise.all(Array.from({ length: 120 }, () => sendUntilTold(orderOf(tool))))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(50)
    expect(statuses.filter((status) => status === 422)).toHaveLength(70)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 0, ledger: 0 })
    const placed = await Promise.all(
      answers.filter(({ ok }) => ok).map(async (answer) => OrderPlaced.parse(await answer.json())),
    )
    const numbers = await Promise.all(placed.map(async ({ _id }) => (await read(_id)).number))
    expect(new Set(numbers).size).toBe(50)
  })
})

test('an id in capitals names the same product, also in a line', async () => {
  const tool = await makeTool(shop.db)
  const shouted = tool.id.toUpperCase()
  const { toolId: _id, orderQuantity: _quantity, ...delivery } = orderOf(tool)
  expect((await send({ ...orderOf(tool), toolId: shouted })).status).toBe(201)
  expect((await send({ ...delivery, lines: [{ toolId: shouted, quantity: 1 }] })).status).toBe(201)
  const twice = [tool.id, shouted].map((toolId) => ({ toolId, quantity: 1 }))
  expect((await send({ ...delivery, lines: twice })).status).toBe(422)
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 48, ledger: 48 })
})
