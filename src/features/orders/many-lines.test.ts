import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldMessages } from '#content/fields.ts'
import { messages } from '#content/messages.ts'
import { deleteTool } from '#features/catalogue/store.ts'
import { stockMovements } from '#features/inventory/tables.ts'
import { Problem } from '#platform/http/problem.ts'
import { makeTool } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { mostLines } from './placing-schema.ts'
import { Order, OrderPlaced } from './schema.ts'
import { orders } from './tables.ts'

type Line = { toolId: string; quantity: number }

let shop: TestShop
let buyer: Awaited<ReturnType<TestShop['signedIn']>>
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await shop.signedIn()
})
afterAll(() => shop.close())

const delivery = { address: 'Plot 9, Mirpur, Dhaka', phone: '+880 1711 000000' }
const send = async (lines: Line[], more: object = {}, headers: Record<string, string> = {}) =>
  shop.app.request('/api/order', json('POST', { lines, ...delivery, ...more }, { ...buyer.headers, ...headers }))
const problemOf = async (answer: Response) => Problem.parse(await answer.json())
const read = async (id: string) =>
  Order.parse(await (await shop.app.request(`/api/order/${id}`, { headers: buyer.headers })).json())
const placed = async (answer: Response) => read(OrderPlaced.parse(await answer.json())._id)

test('an order of several lines takes the stock of each at the price for its quantity', async () => {
  const supply = await makeTool(shop.db, { name: 'WX-850', price: 10_000, partNumber: 'WX' })
  const fan = await makeTool(shop.db, {
    name: 'AF-120',
    price: 690,
    priceBreaks: [{ from: 20, price: 650 }],
    partNumber: 'AF',
  })
  const lines = [
    { toolId: supply.id, quantity: 3 },
    { toolId: fan.id, quantity: 20 },
  ]
  const answer = await send(lines, { totalAmount: 430, purchaseOrderNumber: ' PO-77 ', note: 'Gate 3\n\tRing twice' })
  expect(answer.status).toBe(201)
  const order = await placed(answer)
  expect(order).toMatchObject({
    toolId: supply.id,
    productName: 'WX-850 + 1 more',
    partNumber: 'WX',
    img: supply.img,
    orderQuantity: 23,
    unitPrice: null,
    totalAmount: 430,
    price: 430,
    purchaseOrderNumber: 'PO-77',
    note: 'Gate 3\n\tRing twice',
  })
  expect(await shop.db.$count(orders, and(eq(orders.id, order._id), eq(orders.lineCount, 2)))).toBe(1)
  expect(order.lines).toEqual([
    {
      position: 1,
      toolId: supply.id,
      productName: 'WX-850',
      partNumber: 'WX',
      img: supply.img,
      quantity: 3,
      unitPrice: 100,
      total: 300,
      taxRate: 0,
      tax: 0,
      shipped: 0,
      refunded: 0,
    },
    {
      position: 2,
      toolId: fan.id,
      productName: 'AF-120',
      partNumber: 'AF',
      img: fan.img,
      quantity: 20,
      unitPrice: 6.5,
      total: 130,
      taxRate: 0,
      tax: 0,
      shipped: 0,
      refunded: 0,
    },
  ])
  expect(await stockOf(shop.db, supply.id)).toEqual({ available: 47, ledger: 47 })
  expect(await stockOf(shop.db, fan.id)).toEqual({ available: 30, ledger: 30 })
  const moved = await shop.db.select().from(stockMovements).where(eq(stockMovements.orderId, order._id))
  expect(moved.toSorted((a, b) => b.quantity - a.quantity)).toMatchObject([
    { toolId: supply.id, quantity: -3, reason: 'order', actorId: null, createdAt: shop.clock.now() },
    { toolId: fan.id, quantity: -20, reason: 'order', actorId: null },
  ])

  const list = await shop.app.request(`/api/order?email=${buyer.actor.email}`, { headers: buyer.headers })
  expect(Order.array().parse(await list.json())[0]).toEqual(order)
  const cancelled = await shop.app.request(`/api/order/${order._id}/cancel`, json('POST', {}, buyer.headers))
  expect(Order.parse(await cancelled.json()).lines).toEqual(order.lines)
  expect(await stockOf(shop.db, supply.id)).toEqual({ available: 50, ledger: 50 })
  expect(await stockOf(shop.db, fan.id)).toEqual({ available: 50, ledger: 50 })
})

test('a single entry in lines creates the same order as the flat request', async () => {
  const tool = await makeTool(shop.db)
  const order = await placed(await send([{ toolId: tool.id, quantity: 2 }], { totalAmount: 202.8 }))
  expect(order).toMatchObject({ productName: tool.name, orderQuantity: 2, unitPrice: 101.4, purchaseOrderNumber: null })
  const flat = { toolId: tool.id, orderQuantity: 2, ...delivery }
  const other = await placed(await shop.app.request('/api/order', json('POST', flat, buyer.headers)))
  expect(other).toEqual({ ...order, _id: other._id, number: other.number })
})

describe('an invalid order', () => {
  test('reports every wrong line at once and takes no stock', async () => {
    const good = await makeTool(shop.db)
    const few = await makeTool(shop.db, { minimumOrderQuantity: 10 })
    const stepped = await makeTool(shop.db, { orderIncrement: 5 })
    const scarce = await makeTool(shop.db, { availableQuantity: 1200 })
    const none = await makeTool(shop.db, { availableQuantity: 0 })
    const gone = await makeTool(shop.db)
    await deleteTool(shop.db, gone.id, shop.clock.now())
    const before = await shop.db.$count(orders)
    const answer = await send([
      { toolId: good.id, quantity: 1 },
      { toolId: few.id, quantity: 9 },
      { toolId: stepped.id, quantity: 11 },
      { toolId: scarce.id, quantity: 1201 },
      { toolId: none.id, quantity: 1 },
      { toolId: gone.id, quantity: 1 },
    ])
    expect(answer.status).toBe(422)
    expect(await problemOf(answer)).toMatchObject({
      detail: '5 lines cannot be ordered as they are.',
      errors: [
        { path: 'lines.1.quantity', code: 'minimum', message: 'Order at least 10.' },
        { path: 'lines.2.quantity', code: 'increment', message: 'Order in steps of 5.' },
        { path: 'lines.3.quantity', code: 'available', message: 'Only 1,200 are available now.' },
        { path: 'lines.4.quantity', code: 'available', message: 'None are available now.' },
        { path: 'lines.5.toolId', code: 'gone', message: 'There is no such tool, or it has been removed.' },
      ],
    })
    expect(await shop.db.$count(orders)).toBe(before)
    for (const { id, availableQuantity } of [good, few, stepped, scarce, none, gone])
      expect(await stockOf(shop.db, id)).toEqual({ available: availableQuantity, ledger: availableQuantity })
  })

  test('reports a single wrong line in the singular', async () => {
    const tool = await makeTool(shop.db)
    expect((await problemOf(await send([{ toolId: tool.id, quantity: 51 }]))).detail).toBe(
      'One line cannot be ordered as it is.',
    )
  })

  test('with another total than the current one is a price conflict', async () => {
    const tools = [await makeTool(shop.db), await makeTool(shop.db)]
    const answer = await send(
      tools.map(({ id }) => ({ toolId: id, quantity: 1 })),
      { totalAmount: 202.7 },
    )
    expect(answer.status).toBe(409)
    const problem = await problemOf(answer)
    expect(problem).toMatchObject({
      totalAmount: 202.8,
      errors: [{ path: 'totalAmount', code: 'price', message: 'The price has changed: the total is now $202.80.' }],
    })
    expect(problem).not.toHaveProperty('unitPrice')
    for (const { id } of tools) expect(await stockOf(shop.db, id)).toEqual({ available: 50, ledger: 50 })
  })

  test('above the limit of one card payment is refused', async () => {
    const tools = [await makeTool(shop.db, { price: 99_999_999 }), await makeTool(shop.db, { price: 1 })]
    const answer = await send(tools.map(({ id }) => ({ toolId: id, quantity: 1 })))
    expect(answer.status).toBe(422)
    expect((await problemOf(answer)).errors).toMatchObject([
      { path: 'lines', message: expect.stringContaining('$999,999.99') },
    ])
  })

  const id = '0199f0a0-0000-7000-8000-000000000001'
  const line = { toolId: id, quantity: 1 }
  test.each<[string, object, string, string | RegExp]>([
    ['no lines', { lines: [] }, 'lines', 'Order at least one product'],
    ['a product twice', { lines: [line, { ...line, quantity: 2 }] }, 'lines.1.toolId', /another line/],
    ['a quantity of 0', { lines: [{ ...line, quantity: 0 }] }, 'lines.0.quantity', messages.quantityOutOfRange],
    ['a line with its own price', { lines: [{ ...line, price: 1 }] }, 'lines.0', /price/],
    ['lines and a product', { lines: [line], toolId: id }, 'lines', /not both/],
    ['lines and a quantity', { lines: [line], orderQuantity: 1 }, 'lines', /not both/],
    ['neither lines nor a product', { lines: undefined }, 'orderQuantity', messages.quantityOutOfRange],
    [
      'an order number of 41 characters',
      { lines: [line], purchaseOrderNumber: 'x'.repeat(41) },
      'purchaseOrderNumber',
      /40/,
    ],
    ['a note of 501 characters', { lines: [line], note: 'x'.repeat(501) }, 'note', /500/],
    [
      'an order number on two lines',
      { lines: [line], purchaseOrderNumber: 'PO\n9' },
      'purchaseOrderNumber',
      fieldMessages.hiddenCharacters,
    ],
    [
      'an order number with a control character',
      { lines: [line], purchaseOrderNumber: 'PO\u00019' },
      'purchaseOrderNumber',
      fieldMessages.hiddenCharacters,
    ],
    ['a note with a control character', { lines: [line], note: 'Gate\u000b3' }, 'note', fieldMessages.unprintable],
    [
      'an address with a noncharacter',
      { lines: [line], address: 'Plot 7\uffff' },
      'address',
      fieldMessages.unprintable,
    ],
    [
      'one line too many',
      { lines: Array.from({ length: mostLines + 1 }, () => ({ toolId: crypto.randomUUID(), quantity: 1 })) },
      'lines',
      /100 products/,
    ],
  ])('%s', async (_, body, path, message) => {
    const answer = await send([], body)
    expect(answer.status).toBe(422)
    expect((await problemOf(answer)).errors).toMatchObject([
      { path, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ])
  })
})

test('an order may have a hundred lines', async () => {
  const tools = await Promise.all(Array.from({ length: mostLines }, () => makeTool(shop.db)))
  const lines = tools.map(({ id }) => ({ toolId: id, quantity: 1 }))
  const order = await placed(await send(lines))
  expect(order.lines.map(({ toolId }) => toolId)).toEqual(tools.map(({ id }) => id))
  expect(order).toMatchObject({ totalAmount: 10_140, orderQuantity: 100, productName: `${tools[0]?.name} + 99 more` })
  for (const { id } of tools) expect(await stockOf(shop.db, id)).toEqual({ available: 49, ledger: 49 })
})

test('orders of the same products in any order never deadlock', async () => {
  const tools = await Promise.all(Array.from({ length: 6 }, () => makeTool(shop.db, { availableQuantity: 40 })))
  const lines = tools.map(({ id }) => ({ toolId: id, quantity: 1 }))
  const answers = await Promise.all(
    Array.from({ length: 48 }, (_, n) => send(n % 2 === 0 ? lines : lines.toReversed())),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(40)
  expect(statuses.filter((status) => status === 422)).toHaveLength(8)
  for (const { id } of tools) expect(await stockOf(shop.db, id)).toEqual({ available: 0, ledger: 0 })
})

test('a repeated key returns the first order and places no other', async () => {
  const tools = [await makeTool(shop.db), await makeTool(shop.db)]
  const key = { 'idempotency-key': 'many-lines' }
  const lines = tools.map(({ id }) => ({ toolId: id, quantity: 1 }))
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(lines, {}, key)))
  const ids = await Promise.all(answers.map(async (answer) => OrderPlaced.parse(await answer.json())._id))
  expect(new Set(ids).size).toBe(1)
  expect((await send(lines.toReversed(), {}, key)).status).toBe(409)
  for (const { id } of tools) expect(await stockOf(shop.db, id)).toEqual({ available: 49, ledger: 49 })
})
