import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#platform/ids.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { Quote, quoteSorts } from './schema.ts'
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
      price: 950,
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

test('GET /quote is the whole list, newest first, to an admin alone', async () => {
  expect(await products('')).toEqual(['100% copper', 'AF-120', 'WX-850'])
  const user = await shop.signedIn()
  expect((await shop.app.request('/api/quote')).status).toBe(401)
  expect((await shop.app.request('/api/quote', { headers: user.headers })).status).toBe(403)
})

test('searches names, addresses and products for the words as they stand', async () => {
  expect(await products('?q=karim')).toEqual(['100% copper', 'WX-850'])
  expect(await products('?q=%25')).toEqual(['100% copper'])
  expect(await products('?q=_')).toEqual([])
})

test.each(quoteSorts)('by %s, one by one, shows each once', async (sort) => {
  const seen = new Set<string>()
  for (let next: string | undefined = `?sort=${sort}&limit=1`; next;) {
    const answer = await list(next)
    expect(answer.headers.get('x-total-count')).toBe('3')
    for (const { _id } of z.array(Quote).parse(await answer.json())) seen.add(_id)
    next = /^<\/api\/quote(\?.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(seen.size).toBe(3)
})

test.each(['?limit=0', '?sort=price', '?cursor=nonsense'])('%s is 400', async (query) => {
  expect((await list(query)).status).toBe(400)
})
