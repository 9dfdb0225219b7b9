import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as catalogue from '#features/catalogue/store.ts'
import { makeTool } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { CheckedOrder } from './placing-schema.ts'

let shop: TestShop
let headers: Record<string, string>
beforeAll(async () => {
  shop = await openTestShop({ trustedProxies: 1 })
  headers = (await shop.signedIn()).headers
})
afterAll(() => shop.close())

const check = async (body: unknown, by = headers) => shop.app.request('/api/order/check', json('POST', body, by))

test('each line is checked by itself, and no stock is taken', async () => {
  const fan = await makeTool(shop.db, {
    price: 690,
    minimumOrderQuantity: 8,
    orderIncrement: 5,
    priceBreaks: [{ from: 20, price: 650 }],
    availableQuantity: 42,
  })
  const none = await makeTool(shop.db, { availableQuantity: 0 })
  const gone = await makeTool(shop.db)
  await catalogue.deleteTool(shop.db, gone.id, shop.clock.now())
  const of = (quantity: number, toolId = fan.id) => ({ toolId, quantity })
  const lines = [of(10), of(20), of(3), of(12.5), of(45), of(1, none.id), of(1, gone.id), of(10)]
  const answer = await check({ lines })
  expect(answer.status).toBe(200)
  const nextBreak = { from: 20, unitPrice: 6.5, saves: 8 }
  expect(CheckedOrder.parse(await answer.json())).toEqual({
    currency: 'usd',
    total: 268,
    tax: { name: 'VAT', amount: 0, added: false },
    lines: [
      { ...of(10), ok: true, unitPrice: 6.9, total: 69, nextBreak },
      { ...of(20), ok: true, unitPrice: 6.5, total: 130 },
      {
        ...of(3),
        ok: false,
        code: 'minimum',
        message: 'Order at least 10.',
        suggestion: 10,
        unitPrice: 6.9,
        total: 20.7,
        nextBreak,
      },
      {
        ...of(12.5),
        ok: false,
        code: 'increment',
        message: 'Order in steps of 5.',
        suggestion: 15,
        unitPrice: 6.9,
        total: 86.25,
        nextBreak,
      },
      {
        ...of(45),
        ok: false,
        code: 'available',
        message: 'Only 42 are available now.',
        suggestion: 40,
        unitPrice: 6.5,
        total: 292.5,
      },
      {
        ...of(1, none.id),
        ok: false,
        code: 'available',
        message: 'None are available now.',
        unitPrice: 101.4,
        total: 101.4,
      },
      {
        ...of(1, gone.id),
        ok: false,
        code: 'gone',
        message: 'There is no such tool, or it has been removed.',
        unitPrice: 0,
        total: 0,
      },
      { ...of(10), ok: true, unitPrice: 6.9, total: 69, nextBreak },
    ],
  })
  expect(await stockOf(shop.db, fan.id)).toEqual({ available: 42, ledger: 42 })
})

test('up to 2,000 lines are checked at once, and an empty list costs nothing', async () => {
  const { id: toolId } = await makeTool(shop.db)
  const lines = Array.from({ length: 2000 }, () => ({ toolId, quantity: 1 }))
  expect(CheckedOrder.parse(await (await check({ lines })).json()).total).toBe(202_800)
  expect((await check({ lines: [...lines, { toolId, quantity: 1 }] })).status).toBe(422)
  expect(await (await check({ lines: [] })).json()).toEqual({
    currency: 'usd',
    total: 0,
    tax: { name: 'VAT', amount: 0, added: false },
    lines: [],
  })
})

test('a caller who is not signed in and malformed requests are refused', async () => {
  expect((await check({ lines: [] }, {})).status).toBe(401)
  expect((await check({ lines: [{ toolId: 'x', quantity: 1 }] })).status).toBe(422)
  expect((await check({ lines: [{ toolId: crypto.randomUUID(), quantity: -1 }] })).status).toBe(422)
  expect((await shop.app.request('/api/order/check', { method: 'POST', headers, body: '{' })).status).toBe(400)
})

test('an account may check sixty orders a minute, without affecting others', async () => {
  const busy = (await shop.signedIn()).headers
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await check({ lines: [] }, busy)).status))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect((await check({ lines: [] })).status).toBe(200)
})

test('a network’s lists are processed one at a time, without waiting for a slow body', async () => {
  const [one, other] = [await shop.signedIn(), await shop.signedIn()]
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await released
      controller.enqueue(new TextEncoder().encode(JSON.stringify({ lines: [] })))
      controller.close()
    },
  })
  const held = shop.app.request(
    '/api/order/check',
    Object.assign({ method: 'POST', headers: one.headers, body }, { duplex: 'half' }),
  )
  expect((await check({ lines: [] }, other.headers)).status).toBe(200)
  release()
  expect((await held).status).toBe(200)

  let [running, most] = [0, 0]
  const checking = vi.spyOn(shop.shop.orders, 'check').mockImplementation(async () => {
    running += 1
    most = Math.max(most, running)
    await shop.db.execute(sql`select 1`)
    running -= 1
    return { currency: 'usd', total: 0, tax: { name: 'VAT', amount: 0, added: false }, lines: [] }
  })
  await Promise.all([one, other, one, other].map(({ headers: by }) => check({ lines: [] }, by)))
  expect([checking.mock.calls.length, most]).toEqual([4, 1])
  checking.mockRestore()
})

test('an account’s orders are checked one at a time, from any number of networks', async () => {
  let [running, most] = [0, 0]
  const looking = vi.spyOn(catalogue, 'findToolsById').mockImplementation(async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    return []
  })
  const from = (n: number) => check({ lines: [] }, { ...headers, 'x-forwarded-for': `198.51.100.${n}` })
  const answers = await Promise.all([1, 2, 3, 4].map(from))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect([looking.mock.calls.length, most]).toEqual([4, 1])
  looking.mockRestore()
})
