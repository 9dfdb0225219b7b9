import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OrderPlaced } from '#features/orders/schema.ts'
import { openPaymentShop, type Buyer, type PaymentShop } from '#features/payments/testing.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { testLog } from '#testing/log.ts'
import { json } from '#testing/shop.ts'
import { balanceBooks, balanceIn, bookRules } from './books.ts'

let shop: PaymentShop
let staff: Buyer
let buyer: Buyer
const post = async (path: string, body: object, by: Buyer) => {
  const answer = await shop.app.request(`/api${path}`, json('POST', body, by.headers))
  expect(answer.status, await answer.clone().text()).toBeLessThan(300)
  return answer
}

beforeAll(async () => {
  shop = await openPaymentShop()
  Object.assign(shop.config.tax, { prices: 'exclusive', rates: [{ rate: 1500 }] })
  staff = await shop.signedIn({ role: 'admin' })
  buyer = await shop.signedIn()
  const tool = await makeTool(shop.db, { price: 1_000, availableQuantity: 100 })
  const terms = json('PUT', { netDays: 30, creditLimit: 1000 }, staff.headers)
  await shop.app.request(`/api/user/${buyer.actor.email}/terms`, terms)
  const order = async (more = {}) => {
    const placed = await post('/order', { ...orderOf(tool, { orderQuantity: 2 }), ...more }, buyer)
    return OrderPlaced.parse(await placed.json())._id
  }
  await order()
  await post(`/order/${await order()}/cancel`, {}, buyer)
  const onAccount = await order({ payBy: 'invoice' })
  await post(`/order/${onAccount}/ship`, { carrier: 'Pathao' }, staff)
  const { order: paid } = await shop.paid({ quantity: 3 })
  const { order: refunded } = await shop.paid({ quantity: 3 })
  await post(`/order/${refunded._id}/refund`, { reason: 'Broke', restock: true }, staff)
  // The bank refuses to refund this one, whose pieces are on sale again.
  const { order: refused } = await shop.paid({ quantity: 3, card: '4000000000000259' })
  const error = vi.spyOn(testLog, 'error').mockImplementation(() => {})
  await post(`/order/${refused._id}/refund`, { reason: 'Broke', restock: true }, staff)
  error.mockRestore()
  for (const id of [paid._id, refunded._id, onAccount]) await shop.shop.invoices.list(staff.actor, id)
})
afterAll(() => shop.close())

test('the books of a shop with sales balance', async () => {
  expect(await balanceBooks(shop.db)).toEqual([])
})

const wrongs: [rule: number, what: string, change: SQL][] = [
  [
    0,
    'a wrong stock level',
    sql`update stock_level set available = available + 1 where tool_id = (select tool_id from stock_level limit 1)`,
  ],
  [
    1,
    'a wrong total',
    sql`update "order" set total = total + 1 where id = (select id from "order" where state = 'placed' limit 1)`,
  ],
  [
    1,
    'a wrong tax',
    sql`update order_line set tax = tax - 1 where order_id = (select id from "order" where state = 'placed' limit 1)`,
  ],
  [1, 'a wrong line count', sql`update "order" set line_count = 2 where state = 'placed'`],
  [2, 'a wrong order state', sql`update "order" set state = 'expired' where state = 'placed'`],
  [3, 'a missing payment', sql`update payment set counts = false, state = 'refunded'`],
  [3, 'a wrong captured amount', sql`update payment set captured = captured - 1 where state = 'succeeded'`],
  [4, 'captured money of no order', sql`update payment set counts = false where state = 'succeeded'`],
  [5, 'a wrong amount owed', sql`update credit_account set owed = owed + 1`],
  [5, 'a wrong credit entry', sql`update credit_entry set amount = amount + 1`],
  [6, 'a wrong invoice counter', sql`update invoice_counter set last = last + 1`],
  [
    6,
    'a gap in the invoice numbers',
    sql`update invoice set sequence = sequence + 100 where kind = 'invoice' and sequence = 1`,
  ],
  [7, 'a wrong invoice total', sql`update invoice set total = total + 1 where kind = 'invoice'`],
]

class Undone extends Error {}

test.each(wrongs)('rule %i finds %s', async (rule, _what, change) => {
  let found: string[] = []
  // The corrupted data is never committed.
  const tampered = shop.db.transaction(async (tx) => {
    await tx.execute(change)
    found = (await balanceIn(tx)).map((each) => each.rule)
    throw new Undone()
  })
  await expect(tampered).rejects.toThrow(Undone)
  expect(found).toContain(bookRules[rule])
})
