import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { orders } from '#features/orders/tables.ts'
import { Problem } from '#platform/http/problem.ts'
import { sandboxObjects } from '#sandbox/card/tables.ts'
import { intentOf } from '#testing/card-network.ts'
import { testLog } from '#testing/log.ts'
import { stockOf } from '#testing/stock.ts'
import { openPaymentShop, type PaymentShop } from './testing.ts'

const slowCard = '4000000000005001'

let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

/** An order whose card payment the bank is still processing, which the shop does not know yet. */
async function slow() {
  const ordered = await shop.ordered()
  await shop.network.pay(ordered.clientSecret, slowCard)
  const intentId = intentOf(ordered.clientSecret)
  return { ...ordered, id: ordered.order._id, intentId }
}

test('an order shows its payment as processing from the provider’s event until it is paid', async () => {
  const { id, intentId } = await slow()
  expect(await shop.read(id)).toMatchObject({ state: 'placed', processing: false })
  const [event] = shop.sentFor(intentId)
  if (!event) throw new Error('no event was sent')
  expect((await shop.webhook(event)).status).toBe(200)
  expect(await shop.read(id)).toMatchObject({ state: 'placed', processing: true })

  shop.clock.advance({ seconds: 61 })
  await shop.shop.payments.reconcile()
  expect(await shop.read(id)).toMatchObject({ state: 'paid', processing: false })
})

test('the browser returning from the payment also marks the order as processing', async () => {
  const { id } = await slow()
  const answer = await shop.post('/payment/return', { orderId: id })
  expect(await answer.json()).toMatchObject({ state: 'placed', processing: true })
})

test('an order being processed is neither cancelled nor expired, and then shows why', async () => {
  const { tool, order, id } = await slow()
  const before = await stockOf(shop.db, tool.id)
  const answer = await shop.cancel(order)
  expect(answer.status).toBe(409)
  expect(Problem.parse(await answer.json()).detail).toContain('being processed')
  expect(await shop.read(id)).toMatchObject({ state: 'placed', processing: true })

  await shop.db.update(orders).set({ heldUntil: shop.clock.now() }).where(eq(orders.id, id))
  await shop.shop.orders.expireDue()
  expect(await shop.read(id)).toMatchObject({ state: 'placed', processing: true })
  expect(await stockOf(shop.db, tool.id)).toEqual(before)
})

test('a payment that fails after processing leaves the order payable with another card', async () => {
  const { id, order, clientSecret, intentId } = await slow()
  await shop.post('/payment/return', { orderId: id })
  const failed = sql`${sandboxObjects.data} || '{"status": "requires_payment_method", "settles_at": null}'`
  await shop.db.update(sandboxObjects).set({ data: failed }).where(eq(sandboxObjects.id, intentId))
  const answer = await shop.post('/payment/return', { orderId: id })
  expect(await answer.json()).toMatchObject({ state: 'placed', processing: false })
  expect(await shop.begin(order)).toBe(clientSecret)
})

test('a payment that the provider no longer knows is not shown as processing', async () => {
  const { id, intentId } = await slow()
  await shop.post('/payment/return', { orderId: id })
  const error = vi.spyOn(testLog, 'error').mockImplementation(() => {})
  await shop.db.delete(sandboxObjects).where(eq(sandboxObjects.id, intentId))
  const answer = await shop.post('/payment/return', { orderId: id })
  expect(await answer.json()).toMatchObject({ state: 'placed', processing: false })
  error.mockRestore()
})
