import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#content/messages.ts'
import { deleteTool } from '#features/catalogue/store.ts'
import { Problem } from '#platform/http/problem.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import type { NewOrder } from './placing-schema.ts'
import { OrderPlaced } from './schema.ts'

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
const problemOf = async (answer: Response) => Problem.parse(await answer.json())

test('a repeated key returns the first order, even when the product is gone', async () => {
  const tool = await makeTool(shop.db)
  const key = { 'idempotency-key': 'retry-1' }
  const first = await (await send(orderOf(tool), key)).json()
  await deleteTool(shop.db, tool.id, shop.clock.now())
  const again = await send(orderOf(tool), key)
  expect(again.status).toBe(201)
  expect(await again.json()).toEqual(first)
})

test('a key is refused for a different order', async () => {
  const tool = await makeTool(shop.db)
  const key = { 'idempotency-key': 'retry-2' }
  await send(orderOf(tool), key)
  const answer = await send(orderOf(tool, { orderQuantity: 2 }), key)
  expect(answer.status).toBe(409)
  expect((await problemOf(answer)).detail).toBe('This Idempotency-Key has already been used for another order.')
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 49, ledger: 49 })
})

test.each<[string, Partial<NewOrder>]>([
  ['quantity', { orderQuantity: 2 }],
  ['address', { address: 'Plot 10, Mirpur, Dhaka' }],
  ['telephone', { phone: '+880 1711 000001' }],
  ['total', { totalAmount: 101.4 }],
])('a key is refused with a different %s', async (what, changes) => {
  const tool = await makeTool(shop.db)
  const key = { 'idempotency-key': `retry-another-${what}` }
  const first = await send(orderOf(tool), key)
  expect((await send(orderOf(tool, changes), key)).status).toBe(409)
  expect(await (await send(orderOf(tool), key)).json()).toEqual(await first.json())
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 49, ledger: 49 })
})

test("a key does not return another user's order when one's own order is refused", async () => {
  const tool = await makeTool(shop.db, { availableQuantity: 1 })
  const key = { 'idempotency-key': 'retry-of-two' }
  const other = await shop.signedIn()
  expect((await send(orderOf(tool), key)).status).toBe(201)
  const refused = await send(orderOf(tool), { ...key, ...other.headers })
  expect([refused.status, (await problemOf(refused)).detail]).toEqual([422, messages.quantityOutOfRange])
})

test('a key belongs to its user', async () => {
  const tool = await makeTool(shop.db)
  const key = { 'idempotency-key': 'retry-3' }
  const other = await shop.signedIn()
  const first = OrderPlaced.parse(await (await send(orderOf(tool), key)).json())
  const second = OrderPlaced.parse(await (await send(orderOf(tool), { ...key, ...other.headers })).json())
  expect(second._id).not.toBe(first._id)
})

test.each(['', 'two words', 'ü', 'x'.repeat(256)])('the key %j is refused', async (key) => {
  const tool = await makeTool(shop.db)
  const headers = new Headers({ ...buyer.headers })
  // A byte string, as it would arrive.
  headers.set('idempotency-key', Buffer.from(key).toString('latin1'))
  const answer = await shop.app.request('/api/order', { ...json('POST', orderOf(tool)), headers })
  expect(answer.status).toBe(400)
  expect((await problemOf(answer)).errors).toMatchObject([{ path: 'idempotency-key' }])
})

test.each([50, 1])(
  'eight requests with one key on a stock of %i get one order and one answer',
  async (availableQuantity) => {
    const tool = await makeTool(shop.db, { availableQuantity })
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(orderOf(tool), key)))
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(bodies).size).toBe(1)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: availableQuantity - 1, ledger: availableQuantity - 1 })
  },
)

test('a repeated request writes nothing and uses up no order number', async () => {
  const tool = await makeTool(shop.db)
  const key = { 'idempotency-key': 'again-and-again' }
  const next = async () => {
    const { rows } = await shop.db.execute<{ n: string }>(sql`select last_value as n from order_number_seq`)
    return rows[0]?.n
  }
  const first = OrderPlaced.parse(await (await send(orderOf(tool), key)).json())
  const before = await next()
  for (let n = 0; n < 3; n += 1) expect(await (await send(orderOf(tool), key)).json()).toEqual(first)
  expect(await next()).toBe(before)
})
