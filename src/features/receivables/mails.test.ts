import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { openAccountShop, type AccountShop } from './testing.ts'

let shop: AccountShop
beforeAll(async () => {
  shop = await openAccountShop()
})
beforeEach(() => {
  shop.mails.length = 0
})
afterAll(() => shop.close())

const credit = (order: Order, body: object) =>
  shop.call('POST', `/order/${order._id}/refund`, { reason: 'Sold out', restock: false, ...body }, shop.staff)

/** The newest mail. */
async function told() {
  await shop.shop.telling.tell()
  const mail = shop.mails.at(-1)
  const details = mail?.details?.map(({ label, value }) => `${label} ${value}`)
  return { said: mail?.paragraphs.join(' '), details, total: mail?.total?.amount }
}

test('the mails about payments say what was credited, so that their figures add up', async () => {
  const buyer = await shop.buyerWith(5000)
  const order = await shop.placed(buyer, 20)
  await credit(order, { amount: 640 })
  await shop.pay(buyer, 2, { reference: 'TT 1' })
  expect(await told()).toMatchObject({
    said: expect.stringContaining(`we have received $2.00 for order ${order.number}.`),
    details: ['Total $2,000.00', 'Credited −$640.00', 'Paid −$2.00', 'Still due $1,358.00'],
  })
  await shop.pay(buyer, 2000, { reference: 'TT 2' })
  expect(await told()).toMatchObject({
    said: expect.stringContaining('your payment of $1,358.00'),
    total: '$2,000.00',
    details: ['Credited −$640.00', 'Paid in all $1,360.00', expect.stringContaining('Ships to')],
  })
})

test('an order paid at once has a mail with its total alone', async () => {
  const buyer = await shop.buyerWith()
  await shop.placed(buyer, 3)
  await shop.pay(buyer, 300)
  expect(await told()).toMatchObject({
    said: expect.stringContaining('your payment of $300.00'),
    total: '$300.00',
    details: [expect.stringContaining('Ships to')],
  })
})
