import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccountShop, type AccountShop } from '#features/receivables/testing.ts'
import { OrderPapers } from './schema.ts'

let shop: AccountShop
beforeAll(async () => {
  shop = await openAccountShop()
})
afterAll(() => shop.close())

/** An order on account over pieces at 100.00, and what staff do with it. */
async function onAccount(pieces: number) {
  const buyer = await shop.buyerWith(5000)
  const { _id } = await shop.placed(buyer, pieces)
  const asStaff = (step: string, body: object) => shop.call('POST', `/order/${_id}/${step}`, body, shop.staff)
  return {
    pay: (amount: number) => shop.pay(buyer, amount, { reference: `TT ${amount}` }),
    ship: (quantity: number) => asStaff('ship', { carrier: 'Pathao', lines: [{ position: 1, quantity }] }),
    credit: (amount?: number) => asStaff('refund', { ...(amount && { amount }), reason: 'Late', restock: false }),
    async invoice(): Promise<string> {
      const answer = await shop.call('GET', `/order/${_id}/invoice.pdf`, undefined, buyer)
      const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
      return (await extractText(pdf, { mergePages: true })).text.replaceAll(/\s+/g, ' ')
    },
    async issued() {
      const answer = await shop.call('GET', `/order/${_id}/papers`, undefined, buyer)
      return OrderPapers.parse(await answer.json()).issued.map(({ number, total }) => [number, total] as const)
    },
  }
}

test('an invoice asks for what is left after the credits and payments before it, and names the credit notes', async () => {
  const order = await onAccount(20)
  await order.ship(12)
  await order.credit(340)
  await order.pay(2)
  await order.ship(8)
  const text = await order.invoice()
  const [invoice, note] = await order.issued()
  expect([invoice?.[1], note?.[1]]).toEqual([2000, 340])
  expect(text).toContain(
    `Less credit note ${note?.[0]} −$340.00, payment received −$2.00: ` +
      `please pay $1,658.00 by 2 July 2025 and quote ${invoice?.[0]}.`,
  )
  await order.pay(1658)
  await order.credit(10)
  expect(await order.issued()).toHaveLength(3)
  expect(await order.invoice()).toBe(text)
})

test('an invoice of an order that was credited in whole does not ask to pay', async () => {
  const order = await onAccount(2)
  await order.credit()
  const text = await order.invoice()
  expect(text).toMatch(/Less credit note CN-\d+ −\$200\.00: nothing is left to pay\./)
  expect(text).not.toMatch(/please pay|To be paid by/i)
})

test('an invoice of an order that was paid before it names the credit note too', async () => {
  const order = await onAccount(2)
  await order.credit(30)
  await order.pay(170)
  expect(await order.invoice()).toMatch(/Less credit note CN-\d+ −\$30\.00\. Paid\. Thank you\./)
})
