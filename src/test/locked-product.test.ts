import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orders } from '#features/orders/tables.ts'
import { Problem } from '#platform/http/problem.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { openShopBesideHolder } from '#testing/locks.ts'
import { json } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

// Not on the embedded engine: it has one connection, so nobody else can hold a lock.
describe.runIf(server)('while another transaction locks the stock of a product', () => {
  let opened: Awaited<ReturnType<typeof openShopBesideHolder>>
  let shop: typeof opened.shop
  let holder: typeof opened.holder
  beforeAll(async () => {
    opened = await openShopBesideHolder(server, 3_000)
    ;({ shop, holder } = opened)
  })
  afterAll(() => opened.close())

  test('its orders are answered 503 and take nothing, and everything else goes on', async () => {
    const [locked, other] = [await makeTool(shop.db), await makeTool(shop.db)]
    const [buyer, neighbour] = [await shop.signedIn(), await shop.signedIn()]
    await holder.query('begin')
    await holder.query('select from stock_level where tool_id = $1 for update', [locked.id])

    let ended = 0
    const place = async (tool: typeof locked, { headers }: typeof buyer) =>
      shop.app.request('/api/order', json('POST', orderOf(tool), headers))
    const waiting = Array.from({ length: 40 }, async () => {
      const answer = await place(locked, buyer)
      ended += 1
      return answer
    })
    const meanwhile = async () => {
      const answers = await Promise.all([
        shop.app.request('/healthz'),
        place(other, neighbour),
        shop.app.request('/api/tool'),
        shop.app.request(`/api/order?email=${neighbour.actor.email}`, { headers: neighbour.headers }),
      ])
      return answers.map(({ status }) => status)
    }
    expect(await meanwhile()).toEqual([200, 201, 200, 200])
    // The first are still waiting in the database, and all others in the queue.
    expect(ended).toBe(0)
    expect(await meanwhile()).toEqual([200, 201, 200, 200])
    for (const answer of await Promise.all(waiting)) {
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(Problem.parse(await answer.json()).detail).toMatch(/try again in a moment/i)
    }
    expect(await stockOf(shop.db, locked.id)).toEqual({ available: 50, ledger: 50 })
    expect(await shop.db.$count(orders, eq(orders.userId, buyer.actor.id))).toBe(0)

    await holder.query('rollback')
    expect((await place(locked, buyer)).status).toBe(201)
  })
})
