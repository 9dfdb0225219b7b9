import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeTool } from '#testing/factories.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { Tool, toolSorts, type ToolSort } from './schema.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  // Equals among them, so that only the id tells two neighbours apart.
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

const list = (query: string) => shop.app.request(`/api/tool${query}`)
const read = async (answer: Response) => z.array(Tool).parse(await answer.json())

const compare: Record<ToolSort, (a: Tool, b: Tool) => number> = {
  newest: (a, b) => (a._id < b._id ? 1 : -1),
  // Without words nothing fits better: newest first.
  relevance: (a, b) => (a._id < b._id ? 1 : -1),
  price: (a, b) => a.price - b.price,
  '-price': (a, b) => b.price - a.price,
  name: (a, b) => (a.name < b.name ? -1 : 1),
  '-name': (a, b) => (a.name < b.name ? 1 : -1),
  available: (a, b) => a.available_quantity - b.available_quantity,
  '-available': (a, b) => b.available_quantity - a.available_quantity,
}

describe('GET /tool', () => {
  test('is the whole array, newest first, without parameters', async () => {
    const answer = await list('')
    expect(answer.headers.get('x-total-count')).toBe('5')
    expect(answer.headers.get('link')).toBeNull()
    expect((await read(answer)).map(({ name }) => name)).toEqual(['Tower', 'Fan', 'Adapter', 'Case', 'Fan'])
  })

  test.each(toolSorts)('by %s, page by page, shows each once and in order', async (sort) => {
    const seen: Tool[] = []
    for (let next: string | undefined = `?sort=${sort}&limit=2`; next;) {
      const answer = await list(next)
      expect(answer.headers.get('x-total-count')).toBe('5')
      seen.push(...(await read(answer)))
      next = /^<\/api\/tool(\?.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(5)
    seen.forEach((tool, i) => {
      const before = seen[i - 1]
      if (before && !(sort.endsWith('name') && before.name === tool.name)) {
        expect(compare[sort](before, tool)).toBeLessThanOrEqual(0)
      }
    })
  })

  test.each([
    '?limit=0',
    '?limit=101',
    '?limit=two',
    '?sort=age',
    '?category=toys',
    '?cursor=nonsense',
    '?cursor=bnVsbA',
  ])('%s is 400', async (query) => {
    const answer = await list(query)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  test("is 400 with another order's cursor", async () => {
    const link = (await list('?sort=name&limit=2')).headers.get('link') ?? ''
    const cursor = /cursor=([^>]+)>/.exec(link)?.[1]
    expect((await list(`?sort=price&cursor=${cursor}`)).status).toBe(400)
  })
})
