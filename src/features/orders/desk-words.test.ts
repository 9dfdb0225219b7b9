import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTool, orderOf } from '#testing/factories.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { listDesk } from './desk-store.ts'
import { hasWords } from './desk-words.ts'

const count = 24
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  const tool = await makeTool(shop.db, { name: 'WX-850 Gold', partNumber: 'WW-850', availableQuantity: 1000 })
  const buyer = await shop.signedIn({ email: 'asma@delta.example' })
  for (let n = 1; n <= count; n += 1) {
    // Every third order goes to Mirpur, every twelfth to its second lane.
    const address = `Plot ${n}, ${n % 12 === 0 ? 'Lane Two, ' : ''}${n % 3 === 0 ? 'Mirpur' : 'Tejgaon'}, Dhaka`
    await shop.shop.orders.place(buyer.subject, orderOf(tool, { orderQuantity: 2, address }), undefined)
  }
  await shop.shop.telling.tell()
  await shop.db.execute('analyze order_search')
})
afterAll(() => shop.close())

const multiplesOf = (step: number) => Array.from({ length: count / step }, (_, n) => (n + 1) * step)

test.each([
  ['a word of every order', 'dhaka', 1],
  ['a common word', 'mirpur', 3],
  ['a rare word', 'lane', 12],
  ['a rare word among common ones', 'delta mirpur lane', 12],
  ['words whose last is unfinished', 'mirpur lan', 12],
  ['a figure in Bangla digits', 'plot ২৪', 24],
  ['a word that no order has', 'mirpur chattogram', undefined],
])('a search for %s gives the same orders with every query plan', async (_, q, step) => {
  const expected = step ? multiplesOf(step) : []
  for (const [limits, wanted, way] of [
    [undefined, 26, 'named'],
    [{ common: 0, few: 2000 }, 26, 'through'],
    [{ common: 100_000, few: expected.length }, 26, 'named'],
    [{ common: 100_000, few: expected.length - 1 }, 1e6, 'by index'],
    [{ common: 100_000, few: expected.length - 1 }, -1, 'through'],
  ] as const) {
    const some = (await hasWords(shop.db, q, limits)).orders(wanted)
    expect(wayOf(some)).toBe(way)
    const { rows } = await shop.db.execute<{ address: string }>(sql`select address from ${some}`)
    const places = rows.map(({ address }) => Number(/^Plot (\d+)/.exec(address)?.[1]))
    expect(places.toSorted((a, b) => a - b)).toEqual(expected)
  }
})

const dialect = new PgDialect()
function wayOf(some: SQL): 'named' | 'by index' | 'through' {
  const text = dialect.sqlToQuery(some).sql
  return text.includes('lateral') ? 'by index' : text.includes('exists') ? 'through' : 'named'
}

test('symbols alone match nothing', async () => {
  const { orders } = await hasWords(shop.db, '% &')
  expect((await shop.db.execute(sql`select from ${orders(26)}`)).rows).toEqual([])
})

test('search results are counted up to the page, other lists up to a thousand', async () => {
  await shop.db.execute(sql`
    with copied as (
      insert into "order" (id, number, user_id, email, name, address, phone, state, total, currency, created_at, held_until)
      select gen_random_uuid(), 'WW-2024-' || n, user_id, email, name, 'Shelf', phone, case when n <= 5 then 'cancelled' else state end,
        total, currency, created_at - n * interval '1 hour', held_until
      from generate_series(1, 2001) n, (select * from "order" limit 1) one
      returning id
    )
    insert into order_search (order_id, words) select id, array_to_tsvector(array['shelf']) from copied`)
  const listed = async (filter: object) => {
    const { items, total, nextCursor } = await listDesk(shop.db, { limit: 10, q: 'shelf', ...filter }, shop.clock.now())
    return { items: items.length, total, nextCursor }
  }
  const next = expect.any(String)
  const first = await listed({})
  expect(first).toEqual({ items: 10, total: 11, nextCursor: next })
  expect(await listed({ cursor: first.nextCursor })).toEqual({ items: 10, total: 11, nextCursor: next })
  expect(await listed({ state: 'cancelled' })).toEqual({ items: 5, total: 5, nextCursor: undefined })
  expect(await listed({ state: 'placed', limit: 3 })).toEqual({ items: 3, total: 4, nextCursor: next })
  const rest = await listed({ state: 'cancelled', limit: 3 })
  expect(await listed({ state: 'cancelled', limit: 3, cursor: rest.nextCursor })).toMatchObject({ items: 2, total: 4 })
  expect(await listed({ q: undefined, state: 'placed' })).toMatchObject({ items: 10, total: 1001 })
})
