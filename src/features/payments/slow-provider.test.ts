import { gt } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { intentOf } from '#testing/card-network.ts'
import { testLog } from '#testing/log.ts'
import { keepEvent } from './event-store.ts'
import { narrowEvent } from './provider-answers.ts'
import { paymentEvents, payments } from './tables.ts'
import { openPaymentShop, type PaymentShop } from './testing.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

/** An error that is not retried. */
const refusal = () => Response.json({ error: { type: 'invalid_request_error' } }, { status: 400 })

/** A paid order, whose event is stored as one that is due. */
async function paidWithDueEvent() {
  const { clientSecret } = await shop.ordered()
  await shop.network.pay(clientSecret)
  const payload: unknown = JSON.parse(shop.sentFor(intentOf(clientSecret))[0]?.body ?? '')
  await keepEvent(shop.db, { event: narrowEvent(payload), payload }, shop.clock.now(), 'due')
}

/** Every answer of the provider is an error, and takes eleven seconds. */
const slow = () => {
  shop.clock.advance({ seconds: 11 })
  return refusal()
}

/** An outage that is not retried within the call. */
const down = () =>
  Response.json({ error: { type: 'api_error' } }, { status: 500, headers: { 'stripe-should-retry': 'false' } })

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

test.each([
  ['has no time left for it', slow],
  ['finds the provider down', down],
])('an event loses no try to a run that %s', async (_, answered) => {
  await shop.db.delete(paymentEvents)
  for (let n = 0; n < 12; n += 1) await paidWithDueEvent()
  // So that it asks about no payment before it comes to the events.
  await shop.db.update(payments).set({ checkedAt: shop.clock.now() })
  const warn = vi.spyOn(testLog, 'warn').mockImplementation(() => {})
  await shop.network.tampering(answered, () => shop.shop.payments.reconcile())
  const tried = warn.mock.calls.filter(([message]) => message.startsWith('an event')).map(([, about]) => about?.eventId)
  warn.mockRestore()
  const counted = await shop.db.select().from(paymentEvents).where(gt(paymentEvents.attempts, 0))
  expect(counted.map(({ eventId }) => eventId).toSorted()).toEqual(tried.toSorted())
  expect(tried.length).toBeGreaterThan(0)
  expect(tried.length).toBeLessThan(12)
})
