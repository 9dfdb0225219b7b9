import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#platform/ids.ts'
import { readPages } from '#testing/paging.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { minor } from '#shared/money.ts'
import { Quote, quoteSorts, type QuoteSort } from './schema.ts'
import { insertQuote } from './store.ts'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signedIn']>>
beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signedIn({ role: 'admin' })
  for (const [name, productName, quantity] of [
    ['Karim', 'WX-850', 100],
    ['Asma', 'AF-120', 2000],
    ['Karim', '100% copper', 100],
  ] as const) {
    await insertQuote(shop.db, {
      id: newId(),
      name,
      productName,
      quantity,
      email: 'a@example.com',
      phone: '+880 1',
      price: minor(950),
      createdAt: shop.clock.now(),
    })
  }
})
afterAll(() => shop.close())

const list = async (query: string) => shop.app.request(`/api/quote${query}`, { headers: admin.headers })
const products = async (query: string) =>
  z
    .array(Quote)
    .parse(await (await list(query)).json())
    .map(({ productName }) => productName)

test('GET /quote returns the whole list, newest first, to an admin', async () => {
  expect(await products('')).toEqual(['100% copper', 'AF-120', 'WX-850'])
  const user = await shop.signedIn()
  expect((await shop.app.request('/api/quote')).status).toBe(401)
  expect(await (await shop.app.request('/api/quote', { headers: user.headers })).json()).toEqual([])
})

test('searches numbers, names, addresses and products for the text as it stands', async () => {
  expect(await products('?q=karim')).toEqual(['100% copper', 'WX-850'])
  expect(await products('?q=%25')).toEqual(['100% copper'])
  expect(await products('?q=_')).toEqual([])
  expect(await products('?q=wq-')).toHaveLength(3)
  expect(await products('?q=-000002')).toEqual(['AF-120'])
  expect(await products('?q=-০০০০০২')).toEqual(['AF-120'])
})

/** What each sort shows: ties are sorted by id, in the same direction. */
const sorted: Record<QuoteSort, readonly string[]> = {
  newest: ['100% copper', 'AF-120', 'WX-850'],
  oldest: ['WX-850', 'AF-120', '100% copper'],
  name: ['AF-120', 'WX-850', '100% copper'],
  '-name': ['100% copper', 'WX-850', 'AF-120'],
  quantity: ['WX-850', '100% copper', 'AF-120'],
  '-quantity': ['AF-120', '100% copper', 'WX-850'],
}

test.each(quoteSorts)('sorted by %s, in whole and in pages, contains each quote once and in order', async (sort) => {
  const ask = async (address: string) => shop.app.request(`/api${address}`, { headers: admin.headers })
  expect(await products(`?sort=${sort}`)).toEqual(sorted[sort])
  for (const limit of [1, 2, 3, 4]) {
    expect(await products(`?sort=${sort}&limit=${limit}`)).toEqual(sorted[sort].slice(0, limit))
    const paged = z.array(Quote).parse(await readPages(ask, `/quote?sort=${sort}&limit=${limit}`))
    expect(paged.map(({ productName }) => productName)).toEqual(sorted[sort])
  }
  expect((await list('?limit=1')).headers.get('x-total-count')).toBe('3')
  expect((await list('?limit=1&q=karim')).headers.get('x-total-count')).toBe('2')
})

test.each(['?limit=0', '?sort=price', '?cursor=nonsense'])('%s is refused with 400', async (query) => {
  expect((await list(query)).status).toBe(400)
})
