import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { intentOf } from '#testing/card-network.ts'
import { testLog } from '#testing/log.ts'
import { openPaymentShop, type PaymentShop } from './testing.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

const paymentStates = async (order: Order) => (await shop.paymentsOf(order)).map(({ state }) => state)
const isRefund = ({ path }: { path: string }) => path === '/v1/refunds'
const refunds = () => shop.network.calls.filter(isRefund)

/** An order that expired without its payment being stopped, whose last piece somebody else has, and whose money comes. */
async function paidTooLate() {
  const { tool, order, clientSecret } = await shop.ordered({ availableQuantity: 1 })
  await shop.network.goDown()
  shop.clock.advance({ hours: 48 })
  await shop.shop.orders.expireDue()
  await shop.network.comeBack()
  await shop.place(tool)
  await shop.network.pay(clientSecret)
  const [event] = shop.sentFor(intentOf(clientSecret)).filter(({ type }) => type === 'payment_intent.succeeded')
  if (!event) throw new Error('no event was sent')
  return { order, clientSecret, event }
}

async function reconcileLater() {
  shop.clock.advance({ seconds: 61 })
  await shop.shop.payments.reconcile()
}

test('a refund whose answer was lost is sent again under the same key, and goes once', async () => {
  const { order, clientSecret, event } = await paidTooLate()
  const lost = () => shop.webhook(event)
  const answer = await shop.network.tampering(
    (call, sent) => (isRefund(call) ? new Response('{}', { status: 500 }) : sent),
    lost,
  )
  // The provider has not to send its event again.
  expect(answer.status).toBe(200)
  expect(await paymentStates(order)).toEqual(['refunding'])
  await reconcileLater()
  expect(await paymentStates(order)).toEqual(['refunded'])
  const [payment] = await shop.paymentsOf(order)
  expect(refunds().filter(({ key }) => key === `refund-${payment?.id}`).length).toBeGreaterThan(1)
  const sentBack = shop.sentFor(intentOf(clientSecret)).filter(({ type }) => type === 'charge.refunded')
  expect(sentBack).toHaveLength(1)
})

test.each(['failed', 'canceled', 'requires_action'])(
  'a refund that is %s is not noted as sent: a person is told, and it stays to be done',
  async (status) => {
    const { order, event } = await paidTooLate()
    const error = vi.spyOn(testLog, 'error').mockImplementation(() => {})
    const unsent = async () => {
      await shop.webhook(event)
      await reconcileLater()
    }
    await shop.network.tampering(async (call, answer) => {
      return isRefund(call) ? Response.json({ ...(await answer.json()), status }) : answer
    }, unsent)
    expect(await paymentStates(order)).toEqual(['refunding'])
    expect(error).toHaveBeenCalledWith(expect.stringContaining('refund did not go through'), expect.anything())
    error.mockRestore()
  },
)

test('a refund that is on its way counts as sent', async () => {
  const { order, event } = await paidTooLate()
  await shop.network.tampering(
    async (call, answer) => (isRefund(call) ? Response.json({ ...(await answer.json()), status: 'pending' }) : answer),
    () => shop.webhook(event),
  )
  expect(await paymentStates(order)).toEqual(['refunded'])
})

test('money that somebody sent back in the provider’s dashboard counts as sent', async () => {
  const { order, event } = await paidTooLate()
  const alreadySent = () =>
    Response.json({ error: { type: 'invalid_request_error', code: 'charge_already_refunded' } }, { status: 400 })
  await shop.network.tampering(
    (call, answer) => (isRefund(call) ? alreadySent() : answer),
    () => shop.webhook(event),
  )
  expect(await paymentStates(order)).toEqual(['refunded'])
})
