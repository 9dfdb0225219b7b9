import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '#platform/http/problem.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { OrderPlaced } from './schema.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ orderLimits: { unpaidOrders: 3, heldShare: 0.5 } })
})
afterAll(() => shop.close())

type Buyer = Awaited<ReturnType<TestShop['signedIn']>>

const send = async ({ headers }: Buyer, order: unknown) => shop.app.request('/api/order', json('POST', order, headers))
const problemOf = async (answer: Response) => Problem.parse(await answer.json())
const idOf = async (answer: Response) => OrderPlaced.parse(await answer.json())._id
const cancel = async ({ headers }: Buyer, id: string) =>
  shop.app.request(`/api/order/${id}/cancel`, json('POST', {}, headers))

test('an account has a maximum of unpaid orders, even with simultaneous requests', async () => {
  const [buyer, other] = [await shop.signedIn(), await shop.signedIn()]
  const tool = await makeTool(shop.db)
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(buyer, orderOf(tool))))
  const placed = answers.filter(({ status }) => status === 201)
  expect(placed).toHaveLength(3)
  for (const refused of answers.filter(({ status }) => status !== 201)) {
    expect(refused.status).toBe(422)
    expect((await problemOf(refused)).detail).toBe(
      'You have 3 unpaid orders, the most one account can have. Pay for one or cancel one, then order again.',
    )
  }
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 47, ledger: 47 })
  expect((await send(other, orderOf(tool))).status).toBe(201)
  const [first] = placed
  if (!first) throw new Error('none was placed')
  await cancel(buyer, await idOf(first))
  expect((await send(buyer, orderOf(tool))).status).toBe(201)
})

test('an account’s unpaid orders hold at most a share of a product and leave the rest to others', async () => {
  const [buyer, other] = [await shop.signedIn(), await shop.signedIn()]
  const tool = await makeTool(shop.db, { availableQuantity: 40 })
  const order = (orderQuantity: number) => orderOf(tool, { orderQuantity })
  const tooMany = await send(buyer, order(21))
  expect(tooMany.status).toBe(422)
  expect((await problemOf(tooMany)).errors).toEqual([
    {
      path: 'orderQuantity',
      message: 'Unpaid orders can hold 20 of these. Order 20 or fewer now, and the rest once that is paid.',
    },
  ])
  const half = await send(buyer, order(20))
  expect(half.status).toBe(201)
  const lines = [{ toolId: tool.id, quantity: 1 }]
  const { orderQuantity: _quantity, toolId: _tool, ...delivery } = order(1)
  expect((await problemOf(await send(buyer, { ...delivery, lines }))).errors).toMatchObject([
    {
      path: 'lines.0.quantity',
      code: 'held',
      message:
        'Your unpaid orders hold 20 of these, the most allowed. Pay for one of those orders or cancel it, then order again.',
    },
  ])
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 20, ledger: 20 })
  // The buyer holds none of another product yet, and another buyer holds none of this one.
  expect((await send(buyer, orderOf(await makeTool(shop.db)))).status).toBe(201)
  expect((await send(other, order(10))).status).toBe(201)
  await cancel(buyer, await idOf(half))
  expect((await send(buyer, order(15))).status).toBe(201)
})

test('a buyer holding some pieces is told how many more may be ordered, in whole steps', async () => {
  const buyer = await shop.signedIn()
  const tool = await makeTool(shop.db, { availableQuantity: 40, orderIncrement: 4 })
  expect((await send(buyer, orderOf(tool, { orderQuantity: 12 }))).status).toBe(201)
  const [error] = (await problemOf(await send(buyer, orderOf(tool, { orderQuantity: 12 })))).errors ?? []
  expect(error?.message).toBe(
    'Your unpaid orders hold 12 of these and can hold 20. Order 8 or fewer, or pay for those orders first.',
  )
  const { orderQuantity: _quantity, toolId, ...delivery } = orderOf(tool)
  const asked = (quantity: number) => send(buyer, { ...delivery, lines: [{ toolId, quantity }] })
  const refused = await problemOf(await asked(12))
  expect(refused.errors).toEqual([{ path: 'lines.0.quantity', message: error?.message, code: 'held', suggestion: 8 }])
  expect((await send(buyer, orderOf(tool, { orderQuantity: 8 }))).status).toBe(201)
  const [full] = (await problemOf(await asked(4))).errors ?? []
  expect(full).toMatchObject({ path: 'lines.0.quantity', code: 'held' })
  expect(full).not.toHaveProperty('suggestion')
})

test('one order of the smallest possible quantity is always allowed', async () => {
  const buyer = await shop.signedIn()
  const tool = await makeTool(shop.db, { availableQuantity: 12, minimumOrderQuantity: 9, orderIncrement: 2 })
  expect((await send(buyer, orderOf(tool, { orderQuantity: 12 }))).status).toBe(422)
  expect((await send(buyer, orderOf(tool, { orderQuantity: 10 }))).status).toBe(201)
})
