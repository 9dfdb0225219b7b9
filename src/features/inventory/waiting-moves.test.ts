import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { makeTool } from '#testing/factories.ts'
import { openShopBesideHolder } from '#testing/locks.ts'
import { json } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { reserve } from './stock.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

// The embedded engine has one connection: nobody ever waits for another's lock.
describe.runIf(server)('stock locked by another transaction', () => {
  let opened: Awaited<ReturnType<typeof openShopBesideHolder>>
  beforeAll(async () => {
    opened = await openShopBesideHolder(server, 15_000)
  })
  afterAll(() => opened.close())

  /** Reserves four pieces of each of two products while another transaction changes the stock of those in `moved` by `by`. */
  async function reserveBeside({ stock, by, moved }: { stock: number; by: number; moved: number[] }) {
    const { shop, holder } = opened
    const toolIds: string[] = []
    for (const availableQuantity of [stock, stock]) toolIds.push((await makeTool(shop.db, { availableQuantity })).id)
    await holder.query('begin')
    for (const toolId of moved.map((n) => toolIds[n])) {
      await holder.query('update stock_level set available = available + $2 where tool_id = $1', [toolId, by])
      await holder.query(
        "insert into stock_movement (id, tool_id, quantity, reason) values ($1, $2, $3, 'correction')",
        [newId(), toolId, by],
      )
    }
    const lines = toolIds.map((toolId) => ({ toolId, quantity: 4 }))
    const reserving = inTransaction(shop.db, (tx) => reserve(tx, lines, { orderId: newId(), at: shop.clock.now() }))
    await opened.untilWaiting()
    await holder.query('commit')
    const isReserved = await reserving
    const stocks = await Promise.all(toolIds.map((toolId) => stockOf(shop.db, toolId)))
    for (const { available, ledger } of stocks) expect(ledger).toBe(available)
    return { isReserved, available: stocks.map(({ available }) => available) }
  }

  test('can be reserved when the other transaction gives it back', async () => {
    expect(await reserveBeside({ stock: 1, by: 3, moved: [0, 1] })).toEqual({ isReserved: true, available: [0, 0] })
    expect(await reserveBeside({ stock: 4, by: 3, moved: [1] })).toEqual({ isReserved: true, available: [0, 3] })
  })

  test('can still be moved while an editor waits for it', async () => {
    const { shop, holder } = opened
    const staff = await shop.signedIn({ role: 'admin' })
    const { id, version } = await makeTool(shop.db)
    await holder.query("begin; set local lock_timeout = '200ms'")
    await holder.query('update stock_level set available = available + 1 where tool_id = $1', [id])
    const change = json('PATCH', { version, description: 'New words', stock_change: 5 }, staff.headers)
    const editing = shop.app.request(`/api/tool/${id}`, change)
    await opened.untilWaiting()
    const row = "insert into stock_movement (id, tool_id, quantity, reason) values ($1, $2, 1, 'cancelled')"
    await holder.query(row, [newId(), id])
    await holder.query('commit')
    expect((await editing).status).toBe(200)
    expect(await stockOf(shop.db, id)).toEqual({ available: 56, ledger: 56 })
  })

  test.each([[[0]], [[1]], [[0, 1]]])(
    'is not reserved twice when the other transaction takes some: products %j',
    async (moved) => {
      const available = [0, 1].map((n) => (moved.includes(n) ? 3 : 4))
      expect(await reserveBeside({ stock: 4, by: -1, moved })).toEqual({ isReserved: false, available })
    },
  )
})
