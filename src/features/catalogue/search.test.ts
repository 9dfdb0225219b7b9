import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sampleCatalogue } from '#seed/catalogue.ts'
import { makeTool } from '#testing/factories.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { categories, Tool, toolSorts } from './schema.ts'
import { plainText } from './search.ts'
import { deleteTool } from './store.ts'
import { tools } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await shop.shop.catalogue.addAll([...sampleCatalogue])
})
afterAll(() => shop.close())

type Listed = { tools: Tool[]; total: number; next: string | undefined }

async function list(query: Record<string, string>): Promise<Listed> {
  return follow(`/api/tool?${new URLSearchParams(query)}`)
}

async function follow(address: string): Promise<Listed> {
  const answer = await shop.app.request(address)
  expect(answer.status).toBe(200)
  return {
    tools: z.array(Tool).parse(await answer.json()),
    total: Number(answer.headers.get('x-total-count')),
    next: /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1],
  }
}

const names = async (q: string) => (await list({ q })).tools.map(({ name }) => name)

describe('search', () => {
  test('finds "600w psu" in any spelling', async () => {
    const [first, ...others] = await names('600w psu')
    expect(first).toBe('SX-600 SFX Supply')
    expect(others).toEqual([])
    // One letter of the last word can be typed as one character or as two.
    const inBangla = ['৬০০ ওয়াট পাওয়ার সাপ্লাই', '600 \u0993\u09df\u09be\u099f psu', '600 \u0993\u09af\u09bc\u09be\u099f psu']
    const spelt = ['600 W PSU', 'power supply 600 watt', '600W power supplies', '৬০০ w psu', '৬০০W power supply']
    for (const q of [...spelt, ...inBangla]) expect(await names(q)).toEqual([first])
  })

  test('finds "usb c charger", although the catalogue says adapter', async () => {
    const found = await list({ q: 'usb c charger' })
    expect(found.tools.length).toBeGreaterThan(2)
    expect(found.tools.every(({ category }) => category === 'adapters')).toBe(true)
    expect(found.tools.slice(0, 3).every(({ name }) => name.includes('USB-C'))).toBe(true)
    expect(await names('usb-c adapter')).toEqual(await names('usb c adapter'))
  })

  test('finds a part number first, even partial or without its dashes', async () => {
    expect((await names('WW-PS-600S'))[0]).toBe('SX-600 SFX Supply')
    expect(await names('ww-ps-600s')).toEqual(await names('WW-PS-600S'))
    expect((await names('ww ps 600s'))[0]).toBe('SX-600 SFX Supply')
    expect((await names('PS-600S'))[0]).toBe('SX-600 SFX Supply')
  })

  test('finds the one product with a part number', async () => {
    const product = (partNumber: string) => shop.shop.catalogue.withPartNumber(partNumber)
    expect((await product('WW-PS-600S'))?.name).toBe('SX-600 SFX Supply')
    const gone = await makeTool(shop.db, { partNumber: 'WW-GONE' })
    await deleteTool(shop.db, gone.id, shop.clock.now())
    for (const partNumber of ['WW-PS-600', '', 'WW-GONE']) expect(await product(partNumber)).toBeUndefined()
  })

  test('ranks a name that starts with the text before one that contains the words', async () => {
    const found = await names('tc')
    expect(found.slice(0, 3).every((name) => name.startsWith('TC-'))).toBe(true)
  })

  test('ranks part number, start of name, all words and similar words, in that order', async () => {
    const other = await openTestShop()
    // Each comes before one that would beat it only by being newer or more similar.
    const made = [
      { name: 'Board', partNumber: 'Kelvin' },
      { name: 'Kelvin board' },
      { name: 'Board of kelvin' },
      { name: 'Board for heat', description: 'Measured in kelvin, and given in kelvin.' },
      { name: 'Board for cold', description: 'Measured in kelvin.' },
      { name: 'Board for kelvim' },
    ]
    for (const tool of made) await makeTool(other.db, { description: 'A board.', ...tool })
    const answer = await other.app.request('/api/tool?q=KELVIN')
    expect(
      z
        .array(Tool)
        .parse(await answer.json())
        .map((tool) => tool.name),
    ).toEqual(made.map((tool) => tool.name))
    await other.close()
  })

  test.each([
    ['coler', 'Cooler'],
    ['adaptor', 'Adapter'],
    ['suply', 'Supply'],
    ['compakt case', 'Compact Case'],
  ])('tolerates the misspelling %j', async (typed, meant) => {
    expect((await names(typed))[0]).toContain(meant)
  })

  test('ignores "for" and "the", and finds nothing for text without words', async () => {
    expect((await names('fan for the case')).toSorted()).toEqual((await names('fan case')).toSorted())
    expect(await names('---')).toEqual([])
    expect(await names('xyzzy')).toEqual([])
  })

  test('normalises words in the database exactly as in code', async () => {
    const rows = await shop.db
      .select({ kept: tools.searchText, text: sql<string>`name || ' ' || part_number || ' ' || category` })
      .from(tools)
    for (const { kept, text } of rows) expect(kept?.trim()).toBe(plainText(text))
  })
})

describe('filters', () => {
  test('narrow the list by category, price and stock, alone and together', async () => {
    const all = (await list({})).tools
    const fits = (tool: Tool) =>
      tool.category === 'power-supplies' &&
      tool.price >= 79 &&
      tool.price <= 118 &&
      tool.available_quantity >= tool.minimum_order_quantity
    const { tools: found } = await list({
      category: 'power-supplies',
      min_price: '79',
      max_price: '118',
      in_stock: 'true',
    })
    expect(found).toEqual(all.filter(fits))
    expect(found.length).toBeGreaterThan(1)
  })

  test('give the count of each category that its own list would have', async () => {
    const counts = await shop.shop.catalogue.counts({ q: 'psu', category: 'cases', max_price: 100 })
    for (const category of categories) {
      expect(counts[category]).toBe((await list({ q: 'psu', category, max_price: '100' })).total)
    }
    expect(counts['power-supplies']).toBeGreaterThan(0)
  })

  test('accept a price bound with more decimals than a price has', async () => {
    const [dearest] = (await list({ sort: '-price', limit: '1' })).tools
    if (!dearest) throw new Error('the sample catalogue is empty')
    expect((await list({ min_price: String(dearest.price - 0.001) })).total).toBe(
      (await list({ min_price: String(dearest.price) })).total,
    )
    expect((await list({ min_price: String(dearest.price + 0.001) })).total).toBe(0)
  })

  test.each(['min_price=-1', 'max_price=much', 'min_price=1e9', 'in_stock=maybe', 'sort=best', 'category='])(
    '%s is refused with 400',
    async (query) => {
      expect((await shop.app.request(`/api/tool?${query}`)).status).toBe(400)
    },
  )

  test.each(['min_price', 'max_price'])('an empty %s is refused and not read as 0', async (bound) => {
    for (const empty of ['', ' ', '%09']) {
      const answer = await shop.app.request(`/api/tool?${bound}=${empty}`)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ errors: [{ path: bound, message: 'Give a price such as 49.99' }] })
    }
    expect((await shop.app.request(`/api/tool?${bound}=0`)).status).toBe(200)
  })
})

test('paging through any list gives each tool once, in the order of the whole list', async () => {
  const words = fc.constantFrom('psu', 'fan', 'case', 'w', 'glass tower', 'coler', '120 mm', 'ww', 'c')
  const query = fc.record(
    {
      q: words,
      category: fc.constantFrom(...categories),
      sort: fc.constantFrom(...toolSorts),
      min_price: fc.integer({ min: 0, max: 100 }).map(String),
      max_price: fc.integer({ min: 20, max: 200 }).map(String),
      in_stock: fc.constantFrom('true', 'false'),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 1, max: 12 }), async (asked, limit) => {
      const whole = await list(asked)
      const paged: Tool[] = []
      let page = await list({ ...asked, limit: String(limit) })
      for (;;) {
        paged.push(...page.tools)
        expect(page.total).toBe(whole.tools.length)
        if (!page.next) break
        expect(page.tools).toHaveLength(limit)
        page = await follow(page.next)
      }
      expect(paged).toEqual(whole.tools)
    }),
    { numRuns: 60 },
  )
})

test('Bangla digits find text written with either digits', async () => {
  const other = await openTestShop()
  // The part numbers contain none of these digits, which generated ones might.
  for (const [n, name] of ['কুলিং ফ্যান ১২০', 'Fan 120', 'Fan 140'].entries())
    await makeTool(other.db, { name, partNumber: `F-${n}` })
  const found = async (q: string) => {
    const answer = await other.app.request(`/api/tool?${new URLSearchParams({ q, sort: 'name' })}`)
    return z.array(Tool).parse(await answer.json())
  }
  const namesOf = async (q: string) => (await found(q)).map(({ name }) => name)
  expect(await namesOf('১২০')).toEqual(['Fan 120', 'কুলিং ফ্যান ১২০'])
  expect(await namesOf('ফ্যান ১২০')).toEqual(['Fan 120', 'কুলিং ফ্যান ১২০'])
  expect(await namesOf('fan ১৪০')).toEqual(['Fan 140'])
  await other.close()
})
