import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { encodeCursor } from '#platform/db/cursor.ts'
import { makeTool } from '#testing/factories.ts'
import { readPages } from '#testing/paging.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { Tool, toolSorts, type ToolSort } from './schema.ts'
import { tools } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  // Some are equal, so that only the id puts them in order.
  for (const [name, price, availableQuantity] of [
    ['Fan', 690, 8400],
    ['Case', 7200, 62],
    ['Adapter', 690, 0],
    ['Fan', 820, 62],
    ['Tower', 7200, 62],
  ] as const) {
    await makeTool(shop.db, { name, price, availableQuantity })
  }
})
afterAll(() => shop.close())

const ask = async (address: string) => shop.app.request(`/api${address}`)
const list = (query: string) => ask(`/tool${query}`)
const read = async (answer: Response) => z.array(Tool).parse(await answer.json())

const byName = (a: Tool, b: Tool) => Number(a.name > b.name) - Number(a.name < b.name)
const byId = (a: Tool, b: Tool) => (a._id < b._id ? -1 : 1)
/** How a list is sorted; equals are sorted by id, in the same direction. */
const compare: Record<ToolSort, (a: Tool, b: Tool) => number> = {
  newest: (a, b) => byId(b, a),
  // Without words no tool matches better than another: newest first.
  relevance: (a, b) => byId(b, a),
  price: (a, b) => a.price - b.price || byId(a, b),
  '-price': (a, b) => b.price - a.price || byId(b, a),
  name: (a, b) => byName(a, b) || byId(a, b),
  '-name': (a, b) => byName(b, a) || byId(b, a),
  available: (a, b) => a.available_quantity - b.available_quantity || byId(a, b),
  '-available': (a, b) => b.available_quantity - a.available_quantity || byId(b, a),
}

describe('GET /tool', () => {
  test('is the whole array, newest first, without parameters', async () => {
    const answer = await list('')
    expect(answer.headers.get('x-total-count')).toBe('5')
    expect(answer.headers.get('link')).toBeNull()
    expect((await read(answer)).map(({ name }) => name)).toEqual(['Tower', 'Fan', 'Adapter', 'Case', 'Fan'])
  })

  test('offers the newest few separately', async () => {
    expect((await shop.shop.catalogue.newest(2)).map(({ name }) => name)).toEqual(['Tower', 'Fan'])
  })

  test.each(toolSorts)('sorted by %s, in whole and in pages, contains each tool once and in order', async (sort) => {
    const sorted = (await read(await list(''))).toSorted(compare[sort])
    expect(await read(await list(`?sort=${sort}`))).toEqual(sorted)
    for (const limit of [1, 2, 5, 6]) expect(await readPages(ask, `/tool?sort=${sort}&limit=${limit}`)).toEqual(sorted)
  })

  test('counts the whole list on every page and links to the next page except on the last', async () => {
    const first = await list('?limit=3')
    expect(first.headers.get('x-total-count')).toBe('5')
    const next = /^<(\/api\/tool\?limit=3&cursor=[\w-]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1]
    const last = await shop.app.request(next ?? '')
    expect(last.headers.get('x-total-count')).toBe('5')
    expect(last.headers.get('link')).toBeNull()
    expect((await list('?limit=5')).headers.get('link')).toBeNull()
  })

  test('considers a tool in stock when the smallest possible order is available', async () => {
    const stocked = (availableQuantity: number) =>
      makeTool(shop.db, { category: 'cooling', minimumOrderQuantity: 20, availableQuantity })
    const [, just, more] = [await stocked(19), await stocked(20), await stocked(21)]
    await stocked(0)
    const found = await read(await list('?category=cooling&in_stock=true'))
    expect(found.map(({ _id }) => _id)).toEqual([more?.id, just?.id])
    expect(await read(await list('?category=cooling&in_stock=false'))).toHaveLength(4)
  })

  test('considers stock low when fewer than five of the smallest orders are left', async () => {
    const stocked = (availableQuantity: number) =>
      makeTool(shop.db, { category: 'adapters', minimumOrderQuantity: 20, availableQuantity })
    const [none, few, enough] = [await stocked(0), await stocked(99), await stocked(100)]
    const found = await read(await list('?category=adapters&low_stock=true'))
    expect(found.map(({ _id }) => _id)).toEqual([few.id, none.id])
    expect(found).not.toContainEqual(expect.objectContaining({ _id: enough.id }))
    expect((await list('?low_stock=false')).status).toBe(400)
  })

  test('uses the smallest possible order when the minimum is not a multiple of the step', async () => {
    const stocked = (availableQuantity: number) =>
      makeTool(shop.db, { category: 'cases', minimumOrderQuantity: 10, orderIncrement: 8, availableQuantity })
    const [none, few, enough] = [await stocked(15), await stocked(16), await stocked(80)]
    const found = async (query: string) =>
      (await read(await list(`?category=cases&${query}`))).map(({ _id }) => _id).toSorted()
    expect(await found('in_stock=true')).toEqual([few.id, enough.id].toSorted())
    expect(await found('low_stock=true')).toEqual([none.id, few.id].toSorted())
    const largest = { minimumOrderQuantity: 2_147_483_646, orderIncrement: 2_147_483_647 }
    const huge = await makeTool(shop.db, { category: 'cases', ...largest, availableQuantity: 2_147_483_647 })
    expect(await found('in_stock=true')).toEqual([few.id, enough.id, huge.id].toSorted())
    for (const { id } of [none, few, enough, huge])
      await shop.db.update(tools).set({ deletedAt: new Date() }).where(eq(tools.id, id))
  })

  test('compares price bounds exactly, without floating-point errors', async () => {
    const { id } = await makeTool(shop.db, { category: 'cases', price: 115, name: 'Bound' })
    const found = async (query: string) => (await read(await list(query))).map(({ _id }) => _id)
    expect(await found('?q=bound&min_price=1.15&max_price=1.15')).toEqual([id])
    expect(await found('?q=bound&min_price=1.15&max_price=1350000')).toEqual([id])
    expect(await found('?q=bound&min_price=1.151')).toEqual([])
    expect(await found('?q=bound&max_price=1.149')).toEqual([])
  })

  test.each([
    '?limit=0',
    '?limit=101',
    '?limit=two',
    '?sort=age',
    '?category=toys',
    '?cursor=nonsense',
    '?cursor=bnVsbA',
  ])('%s is refused with 400', async (query) => {
    const answer = await list(query)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  test('answers 400 for a cursor with characters the database cannot hold', async () => {
    const { _id: id } = (await read(await list('?limit=1')))[0] ?? { _id: '' }
    for (const key of ['\u0000', '\ud800']) {
      expect((await list(`?sort=name&cursor=${encodeCursor({ key, id })}`)).status).toBe(400)
    }
  })

  test('answers 400 for a cursor of another sort order', async () => {
    const link = (await list('?sort=name&limit=2')).headers.get('link') ?? ''
    const cursor = /cursor=([^>]+)>/.exec(link)?.[1]
    expect((await list(`?sort=price&cursor=${cursor}`)).status).toBe(400)
  })
})

test('a list without a limit has the newest thousand tools and a link to the next page', async () => {
  await shop.db.execute(sql`
    with made as (
      insert into tool (id, name, part_number, description, category, img, specification, price, minimum_order_quantity)
      select gen_random_uuid(), 'Sleeve ' || n, '', 'One of many.', 'cases', '/x.webp', '{"rows": []}', 100, 1
      from generate_series(1, 1000) n returning id
    )
    insert into stock_level select id, 0 from made`)
  const answer = await list('')
  expect(await read(answer)).toHaveLength(1000)
  expect(answer.headers.get('link')).toContain('rel="next"')
})
