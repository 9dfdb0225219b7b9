import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { markRefunded } from '#features/orders/after-payment.ts'
import type { Order } from '#features/orders/schema.ts'
import { minor } from '#shared/money.ts'
import { withOrder } from '#testing/orders.ts'
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

test('the mail about a credit says the pieces, the reason and what is left to pay', async () => {
  const buyer = await shop.buyerWith(5000)
  const order = await shop.placed(buyer, 20)
  await credit(order, { lines: [{ position: 1, quantity: 8 }], reason: 'Out of production' })
  expect(await told()).toMatchObject({
    said: expect.stringContaining('we have credited $800.00 of $2,000.00'),
    details: [
      `For 8 × ${order.productName}`,
      'Reason Out of production',
      'Total $2,000.00',
      'Credited −$800.00',
      'Still due $1,200.00',
    ],
  })
  await shop.pay(buyer, 1200)
  await credit(order, { amount: 100, reason: 'Late' })
  expect((await told()).details).toEqual([
    'Reason Late',
    'Total $2,000.00',
    'Credited −$900.00',
    'Total after credit $1,100.00',
  ])
})

test('so does the mail about a refund to a card, with a reason only where a person gave it', async () => {
  const { order } = await shop.paid({ price: 10_000, quantity: 3 })
  await credit(order, { lines: [{ position: 1, quantity: 1 }], reason: 'One broke' })
  expect((await told()).details).toEqual([`For 1 × ${order.productName}`, 'Reason One broke'])
  await withOrder(shop, order._id, async (tx, row) => {
    const part = { amount: minor(5000), lines: [], restock: false, reason: 'Compared with the card provider' }
    await markRefunded(tx, row, part, { at: shop.clock.now() })
  })
  expect((await told()).details).toEqual([])
})
