import { createServer } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { home } from '#content/home.ts'
import { Tool, toolSorts, type Specification } from '#features/catalogue/schema.ts'
import { tools } from '#features/catalogue/tables.ts'
import { Review } from '#features/reviews/schema.ts'
import { reviews } from '#features/reviews/tables.ts'
import { newId } from '#platform/ids.ts'
import { loadPages } from '#server/pages-build.ts'
import { makeTool } from '#testing/factories.ts'
import { openTestSite } from '#testing/site.ts'

/*
 * No public page breaks, whatever an older version of the shop, an import or a manual edit has left in the database.
 */

const site = await openTestSite()
afterAll(() => site.close())

const marks = `"'</script><svg onload=1>&<!--]]>\u2028\u202e\u0001`
/** Names of at most 20 characters, the database's limit. */
const names = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  '__proto__',
  '\u200d\u200b',
  'বাংলা পাখা ১২০',
  '🔌'.repeat(20),
  'a\u0301'.repeat(10),
]
const addresses = [
  '',
  ' ',
  marks,
  'https://a b',
  `https://a/${'a'.repeat(100_000)}`,
  ...String.raw`- none // /// \\ /\evil /% /%ff /products/-1.webp /products/wx850-0.webp`.split(' '),
  ...'https:// https://[ https://% https://x:99999/ http://:@/ https://\u0001 ? #'.split(' '),
  ...'javascript:alert(1) data:, file:///etc/passwd'.split(' '),
]
/** JSON that is not a specification, or barely one. */
const specifications: readonly unknown[] = [
  null,
  0,
  'rows',
  [],
  {},
  { rows: null },
  { rows: 'rows' },
  { rows: {} },
  { rows: [null, 0, 'row', [], {}] },
  { rows: [{ label: 1, value: null }, { label: { a: 1 }, value: ['x'] }, { label: 'Size' }, { value: '1' }] },
  {
    rows: [
      { label: 'Size', value: '-1 × NaN × 1e999 . .. ...' },
      { label: 'Size', value: marks },
    ],
  },
  { rows: Array.from({ length: 200 }, () => ({ label: marks, value: marks })) },
  { rows: [], rails: null },
  { rows: [], rails: [null, {}, { rail: 1, current: null, power: [] }] },
  { rows: [], rails: Array.from({ length: 50 }, () => ({ rail: marks, current: marks, power: marks })) },
]
const figures = [
  { price: 1, minimumOrderQuantity: 1, availableQuantity: 0 },
  { price: 2 ** 53, minimumOrderQuantity: 2 ** 31 - 1, availableQuantity: 2 ** 31 - 1 },
]
const times = ['infinity', '-infinity', '4713-01-01 BC', '294276-12-31']

/** Any JSON value, where the table's type allows only specifications. */
const asStored = (json: unknown) => sql`${JSON.stringify(json)}::jsonb` as unknown as Specification

/** Products that the shop's own calls would never store. The newest, first in every list, are the worst. */
const hostile: Parameters<typeof makeTool>[1][] = [
  ...figures,
  ...names.filter(Boolean).map((name) => ({ name })),
  ...[marks, '\u202e', 'x'.repeat(200_000)].map((description) => ({
    description,
    partNumber: description.slice(0, 40),
  })),
  ...addresses.map((img) => ({ img })),
  ...specifications.map((specification) => ({ specification: asStored(specification) })),
  ...specifications.map((specification) => ({
    specification: asStored(specification),
    img: 'https://[',
    description: marks,
    name: '</title><b id=x>',
  })),
]

beforeAll(async () => {
  for (const changes of hostile) await makeTool(site.db, changes)
  const odd = await Promise.all(times.map(() => makeTool(site.db, { partNumber: '' })))
  for (const [n, time] of times.entries()) {
    await site.db
      .update(tools)
      .set({ createdAt: sql`${time}::timestamptz` })
      .where(eq(tools.id, odd[n]?.id ?? ''))
  }
  for (const [n, name] of [...names.filter(Boolean), '</script>'].entries()) {
    const description = [marks, '', 'x'.repeat(100_000)][n % 3] ?? ''
    const createdAt = sql`${times[n] ?? '2025-01-01'}::timestamptz`
    await site.db.insert(reviews).values({ id: newId(), name, description, rating: (n % 5) + 1, createdAt })
  }
  // The product of the home page's hero too.
  await makeTool(site.db, { partNumber: home.hero.partNumber, img: 'https://[', specification: asStored({ rows: 0 }) })
})

/** The path of every route of the built site, with `toolId` in place of its parameter. */
async function pagesOf(toolId: string): Promise<string[]> {
  const { build } = await loadPages(false, createServer())
  if (typeof build === 'function') throw new Error('the pages are not built')
  const { routes } = build
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}` : ''
  }
  const paths = Object.keys(routes).map((id) => pathOf(id).replaceAll(/\/+/g, '/'))
  return paths.map((path) => path.replace(/:\w+/, toolId).replace('*', 'no-such-page'))
}

async function expectWhole(path: string): Promise<Response> {
  const answer = await site.app.request(path)
  const isLost = path.includes('no-such-page')
  expect([200, isLost ? 404 : 200], path).toContain(answer.status)
  return answer
}

const allTools = async () => z.array(Tool.partial()).parse(await (await site.app.request('/api/tool')).json())

describe('with hostile products and reviews', () => {
  test('every page of the site works, both as a document and as a client-side visit', async () => {
    const [tool] = await allTools()
    const paths = await pagesOf(tool?._id ?? '')
    expect(paths.length).toBeGreaterThan(30)
    for (const path of paths) {
      const page = await expectWhole(path)
      expect(await page.text(), path).not.toMatch(/<svg onload|<b id=x/)
      const visit = await site.app.request(`${path === '/' ? '/_' : path.replace(/\/$/, '')}.data`)
      expect(visit.status, path).toBeLessThan(500)
    }
  })

  test('every product page works, including its structured data', async () => {
    for (const { _id, img = '' } of await allTools()) {
      const page = await expectWhole(`/tool/${_id}`)
      await expectWhole(`/tool/${_id}.data`)
      const text = await page.text()
      const blocks = Array.from(
        text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs),
        ([, json]) => json,
      )
      const said = blocks.map((json): unknown => JSON.parse(json ?? ''))
      expect(said, img).toContainEqual(expect.objectContaining({ '@type': 'Product' }))
      for (const [, address = ''] of text.matchAll(/property="og:image" content="([^"]*)"/g))
        expect(address).toMatch(/^https?:\/\//)
    }
  })

  test('every list works, in every order and page by page', async () => {
    for (const sort of toolSorts) {
      for (let next = `?sort=${sort}&limit=20`; next;) {
        await expectWhole(`/tools${next}`)
        const answer = await expectWhole(`/api/tool${next}`)
        next = /^<\/api\/tool(\?.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
      }
    }
    for (const query of ['q=psu', 'q=script', 'category=cases', 'max_price=1', 'in_stock=true']) {
      await expectWhole(`/tools?${query}`)
      await expectWhole(`/api/tool?${query}`)
    }
  })

  test('the API answers match their schemas', async () => {
    expect(
      z.array(Tool.omit({ createdAt: true })).safeParse(await (await site.app.request('/api/tool')).json()).error,
    ).toBeUndefined()
    for (const { _id } of await allTools()) await expectWhole(`/api/tool/${_id}`)
    const listed = z.array(Review.omit({ createdAt: true }))
    expect(listed.safeParse(await (await site.app.request('/api/review')).json()).error).toBeUndefined()
  })

  test('the files for search engines work', async () => {
    const text = await (await expectWhole('/sitemap.xml')).text()
    expect(text.match(/<loc>/g)?.length).toBeGreaterThan(hostile.length)
    await expectWhole('/robots.txt')
  })
})
