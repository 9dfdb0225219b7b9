import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockOrder, releaseOrder } from '#features/orders/lifecycle.ts'
import { inTransaction } from '#platform/db/database.ts'
import { openAccountShop, type AccountShop } from './testing.ts'

let shop: AccountShop
beforeAll(async () => {
  shop = await openAccountShop()
})
afterAll(() => shop.close())

/** Cancels an order after holding its lock for a moment, in which another transaction can lock what it likes. Not retried. */
const endSlowly = (id: string) =>
  inTransaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw new Error('the order is not there')
    await sleep(100)
    await releaseOrder(tx, order, 'cancelled', { at: shop.clock.now() })
  })

test('two orders of one account that end at once, each crediting the rest, do not deadlock', async () => {
  const buyer = await shop.buyerWith()
  // Credit pays the order that is due first.
  const [left, one, other] = [await shop.placed(buyer, 3), await shop.placed(buyer, 3), await shop.placed(buyer, 3)]
  for (const { _id } of [one, other])
    expect((await shop.pay(buyer, 200, { reference: _id, orders: [_id] })).status).toBe(201)
  await Promise.all([endSlowly(one._id), endSlowly(other._id)])
  expect(await shop.read(left._id, buyer)).toMatchObject({ state: 'paid', owedAmount: 0 })
  expect(await shop.stateOf(buyer)).toMatchObject({ owed: 0, credit: 100 })
})
