import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteTool, type ToolRow } from '#features/catalogue/store.ts'
import { newId } from '#platform/ids.ts'
import { makeTool } from '#testing/factories.ts'
import { json } from '#testing/shop.ts'
import { Cart } from './schema.ts'
import { cartLines, carts } from './tables.ts'
import { entryOf, openCartShop, problem, type CartOwner, type CartShop } from './testing.ts'

let shop: CartShop
let buyer: CartOwner
let staff: Awaited<ReturnType<CartShop['signedIn']>>
beforeAll(async () => {
  shop = await openCartShop()
  staff = await shop.signedIn({ role: 'admin' })
})
beforeEach(async () => {
  buyer = await shop.cartOwner()
})
afterAll(() => shop.close())

const patch = (tool: Pick<ToolRow, 'id' | 'version'>, change: object) =>
  shop.app.request(`/api/tool/${tool.id}`, json('PATCH', { version: tool.version, ...change }, staff.headers))

test('a buyer without a cart gets an empty one of version 0', async () => {
  expect(await buyer.get()).toEqual({
    version: 0,
    currency: 'usd',
    total: 0,
    tax: { name: 'VAT', amount: 0, added: false },
    lines: [],
  })
})

test('a line is checked like an order, comes with its product and appears on every device', async () => {
  const fan = await makeTool(shop.db, {
    price: 690,
    minimumOrderQuantity: 10,
    orderIncrement: 5,
    priceBreaks: [{ from: 20, price: 650 }],
  })
  const answer = await buyer.put(0, [entryOf(fan, 15, 6.9)])
  expect(answer.status).toBe(200)
  const cart = Cart.parse(await answer.json())
  expect(cart).toEqual({
    version: 1,
    currency: 'usd',
    total: 103.5,
    tax: { name: 'VAT', amount: 0, added: false },
    lines: [
      {
        ...entryOf(fan, 15, 6.9),
        ok: true,
        unitPrice: 6.9,
        total: 103.5,
        nextBreak: { from: 20, unitPrice: 6.5, saves: 8 },
        changes: [],
        tool: {
          name: fan.name,
          part_number: fan.partNumber,
          img: fan.img,
          category: fan.category,
          price: 6.9,
          price_breaks: [{ from: 20, price: 6.5 }],
          minimum_order_quantity: 10,
          order_increment: 5,
          available_quantity: 50,
        },
      },
    ],
  })
  expect(await buyer.get()).toEqual(cart)
})

test('lines keep the order they were given in, and a line that is left out is removed', async () => {
  const [a, b, c] = await Promise.all([makeTool(shop.db), makeTool(shop.db), makeTool(shop.db)])
  await buyer.put(0, [entryOf(c), entryOf(a), entryOf(b)])
  expect((await buyer.get()).lines.map(({ toolId }) => toolId)).toEqual([c.id, a.id, b.id])
  await buyer.put(1, [entryOf(b, 2), entryOf(c)])
  expect((await buyer.get()).lines.map(({ toolId, quantity }) => [toolId, quantity])).toEqual([
    [b.id, 2],
    [c.id, 1],
  ])
  await buyer.put(2, [])
  expect(await buyer.get()).toMatchObject({ version: 3, lines: [] })
})

test('a line tells what has changed since it was added: price, rule, stock or removal', async () => {
  const [dear, ruled, few, gone, same] = await Promise.all([1, 2, 3, 4, 5].map(() => makeTool(shop.db)))
  if (!dear || !ruled || !few || !gone || !same) throw new Error('no tools')
  await buyer.put(0, [entryOf(dear, 2), entryOf(ruled, 3), entryOf(few, 40), entryOf(gone), entryOf(same)])
  expect((await buyer.get()).lines.map(({ changes }) => changes)).toEqual([[], [], [], [], []])

  await patch(dear, { price: 111 })
  await patch(ruled, { order_increment: 5, price: 100 })
  await patch(few, { stock_change: -20 })
  await deleteTool(shop.db, gone.id, shop.clock.now())
  const { lines, total } = await buyer.get()
  expect(lines.map(({ changes, ok, message, suggestion }) => ({ changes, ok, message, suggestion }))).toEqual([
    { changes: ['price'], ok: true },
    { changes: ['increment', 'price'], ok: false, message: 'Order in steps of 5.', suggestion: 5 },
    { changes: ['available'], ok: false, message: 'Only 30 are available now.', suggestion: 30 },
    { changes: ['gone'], ok: false, message: 'There is no such tool, or it has been removed.' },
    { changes: [], ok: true },
  ])
  expect(lines[0]).toMatchObject({ seenPrice: 101.4, unitPrice: 111, total: 222 })
  expect(lines[3]?.tool.name).toBe(gone.name)
  // Only the lines that could be ordered.
  expect(total).toBe(323.4)
  // Sending the price that was seen agrees to it.
  await buyer.put(1, [entryOf(dear, 2, 111), entryOf(gone)])
  expect((await buyer.get()).lines.map(({ changes }) => changes)).toEqual([[], ['gone']])
})

test('nobody sees or changes another buyer’s cart', async () => {
  const tool = await makeTool(shop.db)
  await buyer.put(0, [entryOf(tool)])
  const other = await shop.cartOwner()
  expect(await other.get()).toMatchObject({ version: 0, lines: [] })
  await other.put(0, [entryOf(tool, 7)])
  await other.put(1, [])
  expect(await buyer.get()).toMatchObject({ version: 1, lines: [{ quantity: 1 }] })
  expect((await shop.app.request('/api/cart')).status).toBe(401)
})

test('a change to another version is a conflict and changes nothing', async () => {
  const tool = await makeTool(shop.db)
  expect(await problem(await buyer.put(3, [entryOf(tool)]))).toMatchObject({ status: 409 })
  await buyer.put(0, [entryOf(tool)])
  for (const version of [0, 2]) expect((await buyer.put(version, [entryOf(tool, 9)])).status).toBe(409)
  expect(await buyer.get()).toMatchObject({ version: 1, lines: [{ quantity: 1 }] })
})

test('one of two simultaneous changes to a cart is refused', async () => {
  const [a, b] = await Promise.all([makeTool(shop.db), makeTool(shop.db)])
  for (const version of [0, 1]) {
    const answers = await Promise.all([buyer.put(version, [entryOf(a)]), buyer.put(version, [entryOf(b)])])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
  expect(await buyer.get()).toMatchObject({ version: 2, lines: [{}] })
})

test('a change that is repeated with its key is made once, even after other changes', async () => {
  const tool = await makeTool(shop.db)
  const keyed = (key: string, version: number, quantity: number) =>
    shop.app.request(
      '/api/cart',
      json('PUT', { version, lines: [entryOf(tool, quantity)] }, { ...buyer.headers, 'idempotency-key': key }),
    )
  const key = newId()
  expect((await keyed(key, 0, 2)).status).toBe(200)
  await buyer.put(1, [entryOf(tool, 5)])
  const again = await keyed(key, 0, 2)
  expect(again.status).toBe(200)
  expect(await again.json()).toMatchObject({ version: 2, lines: [{ quantity: 5 }] })
  const misused = await keyed(key, 2, 7)
  expect(misused.status).toBe(409)
  expect(await misused.json()).toMatchObject({ detail: expect.stringContaining('Idempotency-Key') })
  // The same key from another account is a separate request.
  const other = await shop.cartOwner()
  const theirs = { ...other.headers, 'idempotency-key': key }
  const first = await shop.app.request('/api/cart', json('PUT', { version: 0, lines: [] }, theirs))
  expect(await first.json()).toMatchObject({ version: 1 })
})

test('a change without a key is not remembered', async () => {
  await buyer.put(0, [])
  const [kept] = await shop.db.select().from(carts).where(eq(carts.userId, buyer.actor.id))
  expect(kept?.requests).toEqual([])
})

test('a cart remembers only its latest keys', async () => {
  for (let version = 0; version < 25; version += 1) {
    const headers = { ...buyer.headers, 'idempotency-key': `key-${version}` }
    await shop.app.request('/api/cart', json('PUT', { version, lines: [] }, headers))
  }
  const [kept] = await shop.db.select().from(carts).where(eq(carts.userId, buyer.actor.id))
  expect(kept?.requests.map((each) => each.split(' ')[0])).toEqual(Array.from({ length: 20 }, (_, n) => `key-${n + 5}`))
})

test('a key stored by the previous release, without its content, is recognised', async () => {
  const tool = await makeTool(shop.db)
  await buyer.put(0, [entryOf(tool, 2)])
  await shop.db
    .update(carts)
    .set({ requests: ['key-1'] })
    .where(eq(carts.userId, buyer.actor.id))
  const sent = async (key: string) => {
    const change = json('PUT', { version: 0, lines: [] }, { ...buyer.headers, 'idempotency-key': key })
    return (await shop.app.request('/api/cart', change)).status
  }
  expect([await sent('key-1'), await sent('key-')]).toEqual([200, 409])
  expect(await buyer.get()).toMatchObject({ version: 1, lines: [{ quantity: 2 }] })
})

test('invalid lines are refused and named, and nothing changes', async () => {
  const tool = await makeTool(shop.db)
  await buyer.put(0, [entryOf(tool)])
  const refused = async (lines: unknown, version: unknown = 1) => {
    const { status, errors } = await problem(await buyer.send({ version, lines }))
    return [status, ...(errors ?? []).map(({ path }: { path: string }) => path)]
  }
  expect(await refused([entryOf({ id: newId() }), entryOf(tool, 1, 1.005)])).toEqual([
    422,
    'lines.0.toolId',
    'lines.1.seenPrice',
  ])
  expect(await refused([entryOf({ id: newId() })])).toEqual([422, 'lines.0.toolId'])
  expect(await refused([entryOf(tool), entryOf(tool, 2)])).toEqual([422, 'lines.1.toolId'])
  // The same id in capitals is the same product.
  expect(await refused([entryOf(tool), entryOf({ id: tool.id.toUpperCase() })])).toEqual([422, 'lines.1.toolId'])
  for (const quantity of [0, -1, 1.5, 10_000_001, Number.NaN, '2', null])
    expect(await refused([{ ...entryOf(tool), quantity }])).toEqual([422, 'lines.0.quantity'])
  for (const seenPrice of [-0.01, 1e12, Number.NaN, '2', null])
    expect(await refused([{ ...entryOf(tool), seenPrice }])).toEqual([422, 'lines.0.seenPrice'])
  for (const toolId of ['', 'x', `${tool.id}'`, null, 7])
    expect(await refused([{ ...entryOf(tool), toolId }])).toEqual([422, 'lines.0.toolId'])
  for (const version of [-1, 0.5, '1', null, 3e9]) expect(await refused([], version)).toEqual([422, 'version'])
  for (const lines of ['none', null, {}, undefined]) expect(await refused(lines)).toEqual([422, 'lines'])
  expect(await refused([{ ...entryOf(tool), total: 0 }])).toEqual([422, 'lines.0'])
  const many = Array.from({ length: 101 }, () => entryOf({ id: newId() }))
  expect(await refused(many)).toEqual([422, 'lines'])
  expect(await buyer.get()).toMatchObject({ version: 1, lines: [{ toolId: tool.id, quantity: 1 }] })
})

test('a cart is part of the data export, however long, and is deleted with its own account only', async () => {
  const made = []
  for (let n = 0; n < 60; n += 1) made.push(await makeTool(shop.db))
  await buyer.put(
    0,
    made.map((tool) => entryOf(tool, 2)),
  )
  const other = await shop.cartOwner()
  await other.put(0, [entryOf({ id: made[0]?.id ?? '' }, 7)])
  const file = await shop.app.request('/api/profile/export', { headers: buyer.headers })
  expect((await file.json()).cart).toEqual(
    made.map(({ id, name }) => ({ toolId: id, productName: name, quantity: 2, seenPrice: 101.4 })),
  )
  const erased = await shop.app.request('/api/profile', json('DELETE', {}, buyer.headers))
  expect(erased.status).toBe(204)
  expect(await shop.db.$count(cartLines, eq(cartLines.userId, buyer.actor.id))).toBe(0)
  expect(await shop.db.$count(carts, eq(carts.userId, buyer.actor.id))).toBe(0)
  expect(await other.get()).toMatchObject({ version: 1, lines: [{ quantity: 7 }] })
})
