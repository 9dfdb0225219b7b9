import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeTool, orderOf } from '#testing/factories.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { Order } from './schema.ts'
import { orderLines, orders } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Places orders with these numbers of lines, oldest first. */
async function placed(lineCounts: readonly number[]) {
  const buyer = await shop.signedIn()
  const tool = await makeTool(shop.db, { availableQuantity: 1000 })
  const ids: string[] = []
  for (const count of lineCounts) {
    const id = await shop.shop.orders.place(buyer.subject, orderOf(tool), undefined)
    const [line] = await shop.db.select().from(orderLines).where(eq(orderLines.orderId, id))
    if (!line) throw new Error('an order has no line')
    const others = Array.from({ length: count - 1 }, (_, n) => ({ ...line, position: n + 2 }))
    if (others.length > 0) await shop.db.insert(orderLines).values(others)
    await shop.db.update(orders).set({ lineCount: count }).where(eq(orders.id, id))
    ids.push(id)
  }
  const list = async (path: string) => {
    const answer = await shop.app.request(path, { headers: buyer.headers })
    const items = z.array(Order).parse(await answer.json())
    const [, next] = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? []
    return { ids: items.map(({ _id }) => _id), total: answer.headers.get('x-total-count'), next }
  }
  return { newestFirst: ids.toReversed(), list, path: `/api/order?email=${buyer.actor.email}` }
}

test('a page ends with the order that reaches a thousand lines, and the next continues after it', async () => {
  const { newestFirst, list, path } = await placed([1, 2, 3, 600, 399, 1])
  const first = await list(path)
  expect(first).toMatchObject({ ids: newestFirst.slice(0, 3), total: '6' })
  expect(await list(first.next ?? '')).toEqual({ ids: newestFirst.slice(3), total: '6', next: undefined })
})

test('a page includes all of an order that exceeds the limit, and at least one order', async () => {
  const { newestFirst, list, path } = await placed([1, 1500, 999])
  const first = await list(path)
  expect(first).toMatchObject({ ids: newestFirst.slice(0, 2), total: '3' })
  expect((await list(first.next ?? '')).ids).toEqual(newestFirst.slice(2))
  const alone = await placed([2, 1200])
  expect((await alone.list(alone.path)).ids).toEqual(alone.newestFirst.slice(0, 1))
})

test('a list of exactly a thousand lines is one page', async () => {
  const { newestFirst, list, path } = await placed([400, 600])
  expect(await list(path)).toEqual({ ids: newestFirst, total: '2', next: undefined })
  expect((await list(`${path}&limit=1`)).ids).toEqual(newestFirst.slice(0, 1))
})
