import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrderPlaced } from '#features/orders/schema.ts'
import { makeTool } from '#testing/factories.ts'
import { payFor } from '#testing/orders.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
let staff: Awaited<ReturnType<TestShop['signedIn']>>
beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())

const limit = 1000
const which = fc.nat({ max: 4 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const), pieces: fc.integer({ min: 1, max: 6 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'ship' as const, 'card' as const), which }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('credit' as const), which, amount: fc.integer({ min: 1, max: 300 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      amount: fc.integer({ min: -300, max: 700 }),
      first: fc.option(which, { nil: undefined }),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Buyer = Awaited<ReturnType<TestShop['signedIn']>>

/** Takes one step; a step that is not allowed is refused, never answered with a 5xx. */
async function take(each: Step, buyer: Buyer, toolId: string, placed: string[]): Promise<void> {
  const call = async (path: string, body: object, by = staff) => {
    const answer = await shop.app.request(`/api${path}`, json('POST', body, by.headers))
    expect(answer.status, path).toBeLessThan(500)
    return answer
  }
  if (each.kind === 'order') {
    const delivery = { address: 'Dhaka', phone: '+880 1711 000000', payBy: 'invoice' }
    const answer = await call('/order', { toolId, orderQuantity: each.pieces, ...delivery }, buyer)
    if (answer.ok) placed.push(OrderPlaced.parse(await answer.json())._id)
    return
  }
  if (each.kind === 'pay') {
    const first = each.first === undefined ? undefined : placed[each.first]
    const payment = { email: buyer.actor.email, amount: each.amount, reference: randomUUID(), receivedAt: '2025-06-01' }
    await call('/payment', { ...payment, ...(first && { orders: [first] }) })
    return
  }
  const id = placed[each.which]
  if (!id) return
  if (each.kind === 'cancel') await call(`/order/${id}/cancel`, {}, buyer)
  else if (each.kind === 'ship') await call(`/order/${id}/ship`, { carrier: 'Pathao' })
  else if (each.kind === 'credit')
    await call(`/order/${id}/refund`, { amount: each.amount, reason: 'Broke', restock: false })
  else await payWhereOwed(id)
}

/** Pays as payments do when a card brings the whole amount. */
async function payWhereOwed(id: string): Promise<void> {
  const isOpen = sql`select from "order" where id = ${id} and paid_at is null and received = 0 and refunded = 0 and state <> 'cancelled'`
  if ((await shop.db.execute(isOpen)).rows.length > 0) await payFor(shop, id).catch(() => undefined)
}

/** The accounts whose sums do not add up, or that exceed their limit. */
async function contradictions(): Promise<unknown[]> {
  const open = sql`select user_id, sum(total - refunded - received) as owed from "order"
    where pay_by = 'invoice' and paid_at is null and state in ('confirmed', 'shipped', 'delivered') group by user_id`
  const { rows } = await shop.db.execute(sql`
    with open as (${open}), entered as (select user_id, sum(amount) as balance from credit_entry group by user_id)
    select a.user_id, a.owed, a.credit, open.owed as open, entered.balance
    from credit_account a left join open on open.user_id = a.user_id left join entered on entered.user_id = a.user_id
    where a.owed <> coalesce(open.owed, 0) or a.owed - a.credit <> coalesce(entered.balance, 0)
      or (a.owed > 0 and a.credit > 0) or a.owed - a.credit > a.credit_limit`)
  return rows
}

test('an account’s debt matches its orders and ledger and stays within its limit, under any concurrency', async () => {
  const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(batches, async (taken) => {
      const buyer = await shop.signedIn()
      const tool = await makeTool(shop.db, { price: 10_000, availableQuantity: 500 })
      const terms = json('PUT', { netDays: 30, creditLimit: limit }, staff.headers)
      await shop.app.request(`/api/user/${buyer.actor.email}/terms`, terms)
      const placed: string[] = []
      for (const batch of taken) {
        await Promise.all(batch.map((each) => take(each, buyer, tool.id, placed)))
        expect(await contradictions()).toEqual([])
      }
    }),
    { numRuns: 60 },
  )
})
