import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ToolRow } from '#features/catalogue/store.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction } from '#platform/db/database.ts'
import { makeTool } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { markRefunded, wholeRest } from './after-payment.ts'
import { lockOrder, markPaid } from './lifecycle.ts'
import { mayBecome } from './rules.ts'
import { OrderPlaced } from './schema.ts'

let shop: TestShop
let buyer: Awaited<ReturnType<TestShop['signedIn']>>
let admin: typeof buyer
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await shop.signedIn()
  admin = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())

const products = 3
const lines = fc.uniqueArray(
  fc.record({ tool: fc.nat({ max: products - 1 }), quantity: fc.integer({ min: 1, max: 6 }) }),
  {
    minLength: 1,
    selector: ({ tool }) => tool,
  },
)
const which = fc.nat({ max: 5 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('place' as const), lines }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('cancel', 'pay', 'refund'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('adjust' as const),
      tool: fc.nat({ max: products - 1 }),
      by: fc.integer({ min: -8, max: 8 }),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Takes one step; one that the order's state or the stock does not allow is refused, never with a 5xx. */
async function take(each: Step, tools: readonly ToolRow[], placed: string[]): Promise<void> {
  const call = async (method: string, path: string, body: object, by = buyer) => {
    const answer = await shop.app.request(`/api${path}`, json(method, body, by.headers))
    expect(answer.status, `${method} ${path}`).toBeLessThan(500)
    return answer
  }
  if ('lines' in each) {
    const ordered = each.lines.map(({ tool, quantity }) => ({ toolId: tools[tool]?.id, quantity }))
    const answer = await call('POST', '/order', { lines: ordered, address: 'Dhaka', phone: '+880 1711 000000' })
    if (answer.ok) placed.push(OrderPlaced.parse(await answer.json())._id)
  } else if ('by' in each) {
    await call('PATCH', `/tool/${tools[each.tool]?.id}`, { stock_change: each.by }, admin)
  } else if ('which' in each) {
    const id = placed[each.which]
    if (id) await (each.kind === 'cancel' ? call('POST', `/order/${id}/cancel`, {}) : settle(id, each.kind))
  } else {
    shop.clock.advance({ hours: 49 })
    await shop.shop.orders.expireDue()
  }
}

/** What the payments feature does when money comes in, perhaps late, or goes back. */
const settle = (id: string, kind: string) =>
  retryConflicts(() =>
    inTransaction(shop.db, async (tx) => {
      const order = await lockOrder(tx, id)
      if (!order) throw new Error('no such order')
      if (kind === 'pay' && mayBecome(order.state, 'paid')) await markPaid(tx, order, shop.clock.now())
      if (kind === 'refund' && mayBecome(order.state, 'refunded'))
        await markRefunded(
          tx,
          order,
          { ...(await wholeRest(tx, order)), restock: true, reason: 'Broken' },
          { at: shop.clock.now() },
        )
    }),
  )

/** The ids of tools and the numbers of orders whose figures do not add up. */
async function contradictions(): Promise<unknown[]> {
  const { rows } = await shop.db.execute(sql`
    select tool_id::text as name from stock_level
      where available <> (select coalesce(sum(quantity), 0) from stock_movement where tool_id = stock_level.tool_id) or available < 0
    union all
    select number from "order" where total <> (select sum(total) from order_line where order_id = "order".id)
    union all
    select number from "order" join order_line on order_id = "order".id
      where case when state in ('placed', 'paid', 'shipped', 'delivered') then -quantity else 0 end <>
        (select sum(quantity) from stock_movement m where m.order_id = "order".id and m.tool_id = order_line.tool_id)`)
  return rows
}

test('stock matches the ledger and the open orders, and totals match the lines, under any concurrency', async () => {
  const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(batches, async (taken) => {
      const tools: ToolRow[] = []
      for (let n = 0; n < products; n += 1)
        tools.push(await makeTool(shop.db, { availableQuantity: 12, priceBreaks: [{ from: 4, price: 9_000 }] }))
      const placed: string[] = []
      for (const batch of taken) await Promise.all(batch.map((each) => take(each, tools, placed)))
      expect(await contradictions()).toEqual([])
    }),
    { numRuns: 40 },
  )
})
