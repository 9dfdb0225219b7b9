import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Buyer } from '#features/payments/testing.ts'
import type { Order } from '#features/orders/schema.ts'
import { openAccountShop, type AccountShop } from './testing.ts'

let shop: AccountShop
beforeAll(async () => {
  shop = await openAccountShop()
})
afterAll(() => shop.close())

const Listed = z.array(z.object({ _id: z.uuid(), refundedTo: z.string().nullable() }))

/** What the order itself, its buyer's list and the staff's list say of where its money went. */
async function saidOf({ _id }: Order, buyer: Buyer): Promise<unknown[]> {
  const { email } = buyer.actor
  const inList = async (path: string, by: Buyer) =>
    Listed.parse(await (await shop.call('GET', path, undefined, by)).json()).find((row) => row._id === _id)?.refundedTo
  return [
    (await shop.read(_id, buyer)).refundedTo,
    await inList(`/order?email=${email}`, buyer),
    await inList('/orders', shop.staff),
  ]
}

async function refund({ _id }: Order, amount?: number): Promise<void> {
  const body = { amount, reason: 'Late', restock: false }
  expect((await shop.call('POST', `/order/${_id}/refund`, body, shop.staff)).status).toBe(201)
}

async function payByCard({ _id }: Order, buyer: Buyer): Promise<void> {
  const begun = await shop.call('POST', '/create-payment-intent', { orderId: _id }, buyer)
  await shop.network.pay((await begun.json()).clientSecret)
  await shop.call('POST', '/payment/return', { orderId: _id }, buyer)
}

test('lists say of an order on account that a card paid: its money went back to the card', async () => {
  const buyer = await shop.buyerWith()
  const order = await shop.placed(buyer, 3)
  await payByCard(order, buyer)
  expect(await saidOf(order, buyer)).toEqual([null, null, null])
  await refund(order, 100)
  expect(await saidOf(order, buyer)).toEqual(['card', 'card', 'card'])
  await refund(order)
  expect(await saidOf(order, buyer)).toEqual(['card', 'card', 'card'])
})

test('of one that a transfer paid, or that nobody paid, they say: to the account', async () => {
  const buyer = await shop.buyerWith()
  const [paid, open] = [await shop.placed(buyer, 3), await shop.placed(buyer, 2)]
  await shop.pay(buyer, 300)
  for (const order of [paid, open]) {
    await refund(order)
    expect(await saidOf(order, buyer)).toEqual(['account', 'account', 'account'])
  }
})
