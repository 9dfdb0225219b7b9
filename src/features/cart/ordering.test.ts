import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#features/orders/tables.ts'
import { newId } from '#platform/ids.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json } from '#testing/shop.ts'
import type { Cart } from './schema.ts'
import { entryOf, openCartShop, problem, type CartOwner, type CartShop } from './testing.ts'

let shop: CartShop
let buyer: CartOwner
beforeAll(async () => {
  shop = await openCartShop()
})
beforeEach(async () => {
  buyer = await shop.cartOwner()
})
afterAll(() => shop.close())

const order = async (body: object, key?: string) =>
  shop.app.request('/api/order', json('POST', body, { ...buyer.headers, ...(key && { 'idempotency-key': key }) }))
const { address, phone } = orderOf({ id: '' })
const all = ({ lines }: Cart) => lines.map(({ toolId, quantity }) => ({ toolId, quantity }))

test('ordered lines leave the cart and the others stay', async () => {
  const [a, b, c] = await Promise.all([makeTool(shop.db), makeTool(shop.db), makeTool(shop.db)])
  await buyer.put(0, [entryOf(a, 2), entryOf(b), entryOf(c)])
  const other = await shop.cartOwner()
  await other.put(0, [entryOf(a), entryOf(c)])
  const cart = await buyer.get()
  const lines = all(cart).slice(0, 2)
  const answer = await order({ lines, totalAmount: 304.2, address, phone, cartVersion: cart.version })
  expect(answer.status).toBe(201)
  expect(await buyer.get()).toMatchObject({ version: 2, lines: [{ toolId: c.id }] })
  expect(await other.get()).toMatchObject({ version: 1, lines: [{ toolId: a.id }, { toolId: c.id }] })
})

test('an order from the purchase page leaves the cart alone', async () => {
  const tool = await makeTool(shop.db)
  await buyer.put(0, [entryOf(tool)])
  expect((await order(orderOf(tool))).status).toBe(201)
  expect(await buyer.get()).toMatchObject({ version: 1, lines: [{ toolId: tool.id }] })
})

test('ordering a cart that changed meanwhile is refused and changes nothing', async () => {
  const tool = await makeTool(shop.db, { availableQuantity: 50 })
  await buyer.put(0, [entryOf(tool, 2)])
  await buyer.put(1, [entryOf(tool, 3)])
  const stale = { lines: [{ toolId: tool.id, quantity: 2 }], address, phone, cartVersion: 1 }
  const answer = await problem(await order(stale))
  expect(answer).toMatchObject({ status: 409, errors: [{ path: 'cartVersion', code: 'cart' }] })
  expect(await buyer.get()).toMatchObject({ version: 2, lines: [{ quantity: 3, tool: { available_quantity: 50 } }] })
  expect(await shop.db.$count(orders, eq(orders.userId, buyer.actor.id))).toBe(0)
})

test('an order refused for its lines or total leaves the cart as it was', async () => {
  const tool = await makeTool(shop.db)
  await buyer.put(0, [entryOf(tool, 60)])
  const of60 = { lines: [{ toolId: tool.id, quantity: 60 }], address, phone, cartVersion: 1 }
  expect(await problem(await order(of60))).toMatchObject({ status: 422, errors: [{ path: 'lines.0.quantity' }] })
  await buyer.put(1, [entryOf(tool, 2)])
  const wrong = { lines: [{ toolId: tool.id, quantity: 2 }], totalAmount: 200, address, phone, cartVersion: 2 }
  expect(await problem(await order(wrong))).toMatchObject({ status: 409, totalAmount: 202.8 })
  expect(await buyer.get()).toMatchObject({ version: 2, lines: [{ quantity: 2 }] })
})

test('two windows that order one cart at once create one order', async () => {
  const tool = await makeTool(shop.db)
  await buyer.put(0, [entryOf(tool, 2)])
  const body = { lines: [{ toolId: tool.id, quantity: 2 }], address, phone, cartVersion: 1 }
  const answers = await Promise.all([order(body, newId()), order(body, newId())])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await buyer.get()).toMatchObject({ version: 2, lines: [] })
})

test('a repeated order returns the first one, even when the cart has changed since', async () => {
  const tool = await makeTool(shop.db)
  await buyer.put(0, [entryOf(tool, 2)])
  const body = { lines: [{ toolId: tool.id, quantity: 2 }], address, phone, cartVersion: 1 }
  const key = newId()
  const first = await (await order(body, key)).json()
  await buyer.put(2, [entryOf(tool)])
  const again = await order(body, key)
  expect([again.status, await again.json()]).toEqual([201, first])
  expect(await buyer.get()).toMatchObject({ version: 3, lines: [{ quantity: 1 }] })
})
