import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTool, orderOf } from '#testing/factories.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { listDesk } from './desk-store.ts'
import { hasWords } from './desk-words.ts'
import { orders } from './tables.ts'

const count = 24
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  const tool = await makeTool(shop.db, { name: 'WX-850 Gold', partNumber: 'WW-850', availableQuantity: 1000 })
  const buyer = await shop.signedIn({ email: 'asma@delta.example' })
  for (let n = 1; n <= count; n += 1) {
    // Each third is sent to Mirpur, each twelfth to its second lane.
    const address = `Plot ${n}, ${n % 12 === 0 ? 'Lane Two, ' : ''}${n % 3 === 0 ? 'Mirpur' : 'Tejgaon'}, Dhaka`
    await shop.shop.orders.place(buyer.subject, orderOf(tool, { orderQuantity: 2, address }), undefined)
  }
  await shop.shop.telling.tell()
  await shop.db.execute('analyze order_search')
})
afterAll(() => shop.close())

const multiplesOf = (step: number) => Array.from({ length: count / step }, (_, n) => (n + 1) * step)

test.each([
  ['all have', 'dhaka', 1],
  ['many have', 'mirpur', 3],
  ['few have', 'lane', 12],
  ['few have among those that many have', 'delta mirpur lane', 12],
  ['begins with the last', 'mirpur lan', 12],
  ['nobody has', 'mirpur chattogram', undefined],
])('what %s is found, whether it is named or looked for', async (_, q, step) => {
  const expected = step ? multiplesOf(step) : []
  for (const [limits, many] of [
    [undefined, false],
    [{ common: 0, few: 2000 }, true],
    [{ common: 100_000, few: expected.length }, false],
    [{ common: 100_000, few: expected.length - 1 }, true],
  ] as const) {
    const { condition, areMany } = await hasWords(shop.db, q, limits)
    const found = await shop.db.select({ address: orders.address }).from(orders).where(condition)
    const places = found.map(({ address }) => Number(/^Plot (\d+)/.exec(address)?.[1]))
    expect(places.toSorted((a, b) => a - b)).toEqual(expected)
    expect(areMany, JSON.stringify(limits)).toBe(many)
  }
})

test('signs alone are no words', async () => {
  const { condition, areMany } = await hasWords(shop.db, '% &')
  expect(await shop.db.$count(orders, condition)).toBe(0)
  expect(areMany).toBe(false)
})

test('of many no more are counted than is said, and those that are narrowed are counted', async () => {
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
    const { items, total } = await listDesk(shop.db, { limit: 10, q: 'shelf', ...filter })
    return [items.length, total]
  }
  expect(await listed({})).toEqual([10, 101])
  expect(await listed({ state: 'cancelled' })).toEqual([5, 5])
  expect(await listed({ state: 'placed' })).toEqual([10, 101])
  expect(await listed({ q: undefined, state: 'placed' })).toEqual([10, 1001])
})
