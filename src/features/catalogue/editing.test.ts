import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueMessages } from '#content/catalogue.ts'
import { fieldMessages } from '#content/fields.ts'
import { messages } from '#content/messages.ts'
import { stockMovements } from '#features/inventory/tables.ts'
import { Problem } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { Tool } from './schema.ts'
import type { ToolRow } from './store.ts'
import { tools } from './tables.ts'
import { openCatalogueShop, type CatalogueShop } from './testing.ts'

let shop: CatalogueShop
beforeAll(async () => {
  shop = await openCatalogueShop()
})
afterAll(() => shop.close())

const toolIn = async (answer: Response) => Tool.parse(await answer.json())
const problemIn = async (answer: Response) => Problem.parse(await answer.json())
const change = async (tool: Pick<ToolRow, 'id' | 'version'>, fields: object) =>
  shop.call('PATCH', `/${tool.id}`, { version: tool.version, ...fields })

const fan = {
  name: 'AF-120 Case Fan',
  description: 'Moves 96 m³/h at 1500 rpm.',
  price: 6.9,
  img: '/products/fan120.webp',
}

describe('a caller who is not an admin', () => {
  test.each([
    ['POST', () => '', () => fan],
    ['PATCH', ({ id }) => `/${id}`, ({ version }) => ({ version, price: 1 })],
    ['DELETE', ({ id }) => `/${id}`, () => undefined],
    ['POST', ({ id }) => `/${id}/restore`, () => undefined],
  ] satisfies [string, (tool: ToolRow) => string, (tool: ToolRow) => unknown][])(
    'cannot %s a tool',
    async (method, path, body) => {
      const tool = await makeTool(shop.db)
      const before = await shop.db.$count(tools)
      expect((await shop.call(method, path(tool), body(tool), {})).status).toBe(401)
      const refused = await shop.call(method, path(tool), body(tool), shop.user.headers)
      expect(refused.status).toBe(403)
      expect(await problemIn(refused)).toMatchObject({ detail: expect.stringContaining('admin') })
      expect(await shop.rowOf(tool.id)).toMatchObject(tool)
      expect(await shop.db.$count(tools)).toBe(before)
    },
  )

  test('gets through on the very next call after being made an admin', async () => {
    const rising = await shop.signedIn()
    expect((await shop.call('POST', '', fan, rising.headers)).status).toBe(403)
    await shop.app.request(`/api/user/admin/${rising.actor.email}`, { method: 'PUT', headers: shop.admin.headers })
    expect((await shop.call('POST', '', fan, rising.headers)).status).toBe(201)
  })
})

describe('POST /tool', () => {
  test('keeps every field, and opens the stock ledger', async () => {
    const specification = { rows: [{ label: 'Speed', value: '1500 rpm' }] }
    const sent = {
      ...fan,
      category: 'cooling',
      part_number: 'WW-FN-120L',
      minimum_order_quantity: 100,
      available_quantity: 8400,
      specification,
    }
    const answer = await shop.call('POST', '', sent)
    expect(answer.status).toBe(201)
    const tool = await toolIn(answer)
    expect(tool).toMatchObject({ ...sent, version: 1 })
    expect(await stockOf(shop.db, tool._id)).toEqual({ available: 8400, ledger: 8400 })
    expect(await toolIn(await shop.call('GET', `/${tool._id}`, undefined, {}))).toEqual(tool)
  })

  test("takes the specification's own four fields", async () => {
    const tool = await toolIn(await shop.call('POST', '', fan))
    expect(tool).toMatchObject({
      minimum_order_quantity: 1,
      available_quantity: 0,
      part_number: '',
      category: 'power-supplies',
    })
  })

  test.each<[string, object, string]>([
    ['no name', { name: ' ' }, messages.nameRequired],
    ['a name of 21 characters', { name: 'x'.repeat(21) }, fieldMessages.nameTooLong],
    ['no description', { description: '' }, fieldMessages.descriptionRequired],
    ['a price of 0', { price: 0 }, messages.priceInvalid],
    ['a price with a tenth of a cent', { price: 6.901 }, 'Enter a price such as 84.50'],
    ['a price of a million', { price: 1_000_000 }, 'Must be 999,999.99 or less'],
    ['a price as text', { price: '6.90' }, messages.priceInvalid],
    ['a javascript: address', { img: 'javascript:alert(1)' }, fieldMessages.imgInvalid],
    ['an address with a password', { img: 'https://user:secret@example.com/a.webp' }, fieldMessages.imgInvalid],
    ['an address that cannot be parsed', { img: 'https://[' }, fieldMessages.imgInvalid],
    ['an address with an impossible port', { img: 'https://example.com:99999/a.webp' }, fieldMessages.imgInvalid],
    ["another site's path", { img: '//evil.example/a.webp' }, fieldMessages.imgInvalid],
    ['a fractional minimum', { minimum_order_quantity: 1.5 }, fieldMessages.wholeNumber],
    ['a minimum of 0', { minimum_order_quantity: 0 }, 'Must be 1 or more'],
    ['a minimum above the limit', { minimum_order_quantity: 10_000_001 }, 'Must be 10,000,000 or less'],
    ['steps above the limit', { order_increment: 100_001 }, 'Must be 100,000 or less'],
    ['negative stock', { available_quantity: -1 }, 'Must be 0 or more'],
    ['a field that is not allowed', { version: 7 }, 'version'],
  ])('refuses %s with its message', async (_, changes, message) => {
    const before = await shop.db.$count(tools)
    const answer = await shop.call('POST', '', { ...fan, ...changes })
    expect(answer.status).toBe(422)
    const { errors } = await problemIn(answer)
    expect(errors?.map((error) => error.message).join()).toContain(message)
    const [field = ''] = Object.keys(changes)
    expect(errors?.[0]?.path).toBe(message === field ? '' : field)
    expect(await shop.db.$count(tools)).toBe(before)
  })

  test('answers 400 for a body that is not JSON', async () => {
    const answer = await shop.app.request('/api/tool', {
      method: 'POST',
      headers: shop.admin.headers,
      body: '{"name":',
    })
    expect(answer.status).toBe(400)
  })

  test('refuses a part number that is taken', async () => {
    const taken = await makeTool(shop.db)
    const answer = await shop.call('POST', '', { ...fan, part_number: taken.partNumber })
    expect(answer.status).toBe(409)
    expect((await problemIn(answer)).errors).toEqual([
      { path: 'part_number', message: catalogueMessages.partNumberTaken },
    ])
  })
})

describe('PATCH /tool/{id}', () => {
  test('changes the given fields, keeps the rest and increments the version', async () => {
    const tool = await makeTool(shop.db)
    const changed = await toolIn(await change(tool, { name: 'Renamed', price: 12.5, minimum_order_quantity: 20 }))
    expect(changed).toMatchObject({ name: 'Renamed', price: 12.5, minimum_order_quantity: 20, version: 2 })
    expect(changed).toMatchObject({ description: tool.description, img: tool.img, available_quantity: 50 })
  })

  test('refuses a change based on a stale version', async () => {
    const tool = await makeTool(shop.db)
    await change(tool, { price: 20 })
    const before = await shop.rowOf(tool.id)
    const answer = await change(tool, { price: 30, available_quantity: 1 })
    expect(answer.status).toBe(409)
    expect(await problemIn(answer)).toMatchObject({ version: 2 })
    expect(await shop.rowOf(tool.id)).toEqual(before)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  })

  test.each([2 ** 31, -(2 ** 53 - 1), 1.5])('refuses the version %d, which no tool can have', async (version) => {
    expect((await change({ ...(await makeTool(shop.db)), version }, { price: 20 })).status).toBe(422)
  })

  test.each([75, 0])('to a stock of %i writes a movement, so that the ledger matches', async (available_quantity) => {
    const tool = await makeTool(shop.db)
    expect((await change(tool, { available_quantity })).status).toBe(200)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: available_quantity, ledger: available_quantity })
  })

  test('by a stock difference during orders loses nothing and needs no version', async () => {
    const tool = await makeTool(shop.db, { availableQuantity: 500 })
    const order = async () =>
      (await shop.app.request('/api/order', json('POST', orderOf(tool), shop.user.headers))).status
    const correct = async () => (await shop.call('PATCH', `/${tool.id}`, { stock_change: 10 })).status
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? correct() : order())))
    expect(statuses.toSorted()).toEqual([...Array<number>(10).fill(200), ...Array<number>(20).fill(201)])
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 580, ledger: 580 })
    expect((await shop.call('PATCH', `/${tool.id}`, { available_quantity: 40 })).status).toBe(200)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 40, ledger: 40 })
  })

  test('of texts is not made stale by sales or stock corrections', async () => {
    const tool = await makeTool(shop.db)
    await shop.app.request('/api/order', json('POST', orderOf(tool), shop.user.headers))
    await shop.call('PATCH', `/${tool.id}`, { stock_change: -9 })
    const changed = await toolIn(await change(tool, { name: 'New words' }))
    expect(changed).toMatchObject({ name: 'New words', available_quantity: 40, version: tool.version + 1 })
  })

  test('of the stock records who did it', async () => {
    const tool = await makeTool(shop.db)
    await shop.call('PATCH', `/${tool.id}`, { stock_change: -9 })
    const movements = await shop.db
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.toolId, tool.id))
      .orderBy(stockMovements.id)
    expect(movements).toMatchObject([
      { quantity: 50, reason: 'opening' },
      { quantity: -9, reason: 'correction', actorId: shop.admin.actor.id, createdAt: shop.clock.now() },
    ])
    const added = await toolIn(await shop.call('POST', '', { ...fan, available_quantity: 3 }))
    const [opening] = await shop.db.select().from(stockMovements).where(eq(stockMovements.toolId, added._id))
    expect(opening).toMatchObject({ quantity: 3, reason: 'opening', actorId: shop.admin.actor.id })
  })

  test.each([
    [{ stock_change: -51 }, 'stock_change', 'Stock must stay between 0 and 1,000,000,000. There are 50 now.'],
    [{ stock_change: 1, available_quantity: 1 }, 'stock_change', /not both/],
    [{ stock_change: 1.5 }, 'stock_change', fieldMessages.wholeNumber],
    [{ name: 'New words', stock_change: 1 }, 'version', /version/],
  ])('refuses %j and leaves the stock unchanged', async (fields, path, message) => {
    const tool = await makeTool(shop.db)
    const answer = await shop.call('PATCH', `/${tool.id}`, fields)
    expect(answer.status).toBe(422)
    expect((await problemIn(answer)).errors).toMatchObject([
      { path, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ])
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  })

  test('with stale texts and a stock difference changes neither', async () => {
    const tool = await makeTool(shop.db)
    await change(tool, { price: 20 })
    expect((await change(tool, { price: 30, stock_change: 1 })).status).toBe(409)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  })

  test('stores price breaks and steps, and refuses inconsistent ones', async () => {
    const tool = await makeTool(shop.db, { price: 1000, minimumOrderQuantity: 10 })
    const price_breaks = [
      { from: 50, price: 9 },
      { from: 100, price: 8.5 },
    ]
    const changed = await toolIn(await change(tool, { price_breaks, order_increment: 5 }))
    expect(changed).toMatchObject({ price_breaks, order_increment: 5, version: 2 })
    const refused: [object, string][] = [
      [{ price: 9 }, 'price_breaks.0.price'],
      [{ minimum_order_quantity: 50 }, 'price_breaks.0.from'],
      [{ price_breaks: [{ from: 50, price: 9.001 }] }, 'price_breaks.0.price'],
      [{ price_breaks: [price_breaks[1], price_breaks[0]] }, 'price_breaks.1.from'],
      [{ order_increment: 0 }, 'order_increment'],
    ]
    for (const [fields, path] of refused) {
      const answer = await change({ id: tool.id, version: 2 }, fields)
      expect(answer.status, path).toBe(422)
      expect((await problemIn(answer)).errors).toMatchObject([{ path }])
    }
    expect(await toolIn(await shop.call('GET', `/${tool.id}`))).toEqual(changed)
    const added = await shop.call('POST', '', { ...fan, price_breaks: [{ from: 1, price: 1 }] })
    expect((await problemIn(added)).errors).toMatchObject([{ path: 'price_breaks.0.from' }])
  })

  test.each<[string, object, number]>([
    ['a name of 21 characters', { name: 'x'.repeat(21) }, 422],
    ['an address that cannot be parsed', { img: 'https://[' }, 422],
    ['no version', { version: undefined, price: 1 }, 422],
    ['a price with a tenth of a cent', { price: 6.901 }, 422],
    ['a field that is not allowed', { deletedAt: null }, 422],
  ])('refuses %s and changes nothing', async (_, fields, status) => {
    const tool = await makeTool(shop.db)
    expect((await change(tool, fields)).status).toBe(status)
    expect(await shop.rowOf(tool.id)).toMatchObject(tool)
  })

  test('answers 409 for a taken part number and 404 for a missing tool', async () => {
    const tool = await makeTool(shop.db)
    const taken = await makeTool(shop.db)
    expect((await change(tool, { part_number: taken.partNumber })).status).toBe(409)
    expect(await shop.rowOf(tool.id)).toMatchObject(tool)
    await shop.call('DELETE', `/${tool.id}`)
    expect((await change(tool, { price: 1 })).status).toBe(404)
    expect((await change({ id: newId(), version: 1 }, { price: 1 })).status).toBe(404)
    expect((await change({ id: 'no-id', version: 1 }, { price: 1 })).status).toBe(404)
  })
})
