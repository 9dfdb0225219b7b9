import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testLog } from '#testing/log.ts'
import { openPaymentShop, type PaymentShop } from './testing.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

/** An error that is not retried. */
const refusal = () => Response.json({ error: { type: 'invalid_request_error' } }, { status: 400 })

/** Every answer of the provider is an error, and takes eleven seconds. */
const slow = () => {
  shop.clock.advance({ seconds: 11 })
  return refusal()
}

test('orders expire even when a slow provider has not answered about all of them', async () => {
  const placed = [await shop.ordered(), await shop.ordered(), await shop.ordered()]
  const warn = vi.spyOn(testLog, 'warn').mockImplementation(() => {})
  shop.clock.advance({ hours: 48 })
  await shop.network.tampering(slow, () => shop.shop.orders.expireDue())
  expect(warn.mock.calls.map(([message]) => message)).toEqual(
    Array(2).fill('the payment of an expiring order could not be stopped'),
  )
  warn.mockRestore()
  for (const { order } of placed) expect(await shop.read(order._id)).toMatchObject({ state: 'expired' })
})

test('a payment that cannot be stopped does not keep others from being stopped', async () => {
  const placed = [await shop.ordered(), await shop.ordered()]
  const warn = vi.spyOn(testLog, 'warn').mockImplementation(() => {})
  shop.clock.advance({ hours: 48 })
  let first: string | undefined
  await shop.network.tampering(
    ({ path }, answer) => (path === (first ??= path) ? refusal() : answer),
    () => shop.shop.orders.expireDue(),
  )
  warn.mockRestore()
  const states = await Promise.all(placed.map(async ({ order }) => (await shop.paymentsOf(order))[0]?.state))
  expect(states.toSorted()).toEqual(['cancelled', 'pending'])
})

test('the reconciliation stops after a minute and continues the next time', async () => {
  for (let n = 0; n < 8; n += 1) await shop.ordered()
  const warn = vi.spyOn(testLog, 'warn').mockImplementation(() => {})
  shop.clock.advance({ seconds: 61 })
  await shop.network.tampering(slow, () => shop.shop.payments.reconcile())
  expect(warn).toHaveBeenCalledTimes(6)
  warn.mockRestore()
})
