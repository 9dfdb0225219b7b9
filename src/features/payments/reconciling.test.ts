import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { intentOf } from '#testing/card-network.ts'
import { testLog } from '#testing/log.ts'
import { findPayment } from './store.ts'
import { paymentEvents } from './tables.ts'
import { openPaymentShop, type PaymentShop } from './testing.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

test('a payment that cannot be checked does not hold up the others', async () => {
  const placed = [await shop.ordered(), await shop.ordered(), await shop.ordered()]
  for (const { clientSecret } of placed) await shop.network.pay(clientSecret)
  const own = placed.map(({ clientSecret }) => intentOf(clientSecret))
  const asked = new Set<string>()
  const isOneOfTwo = (path: string) => own.some((id) => path.includes(id)) && asked.add(path).size < 3
  const warn = vi.spyOn(testLog, 'warn').mockImplementation(() => {})
  shop.clock.advance({ seconds: 61 })
  // The two that are asked about first, whichever they are.
  await shop.network.tampering(
    ({ path }, answer) => (isOneOfTwo(path) ? new Response('{}', { status: 500 }) : answer),
    () => shop.shop.payments.reconcile(),
  )
  const states = () => Promise.all(placed.map(async ({ order }) => (await shop.read(order._id)).state))
  expect((await states()).toSorted()).toEqual(['paid', 'placed', 'placed'])
  // All shops share the log: one of an earlier file may still look for changes in a database that is gone.
  const said = warn.mock.calls.map(([message]) => message)
  const ofPayments = said.filter((message) => message !== 'changes for staff could not be looked up')
  expect(ofPayments).toEqual(Array(2).fill('a payment could not be checked'))
  warn.mockRestore()
  // They were just checked, so they wait their turn.
  await shop.shop.payments.reconcile()
  expect((await states()).toSorted()).toEqual(['paid', 'placed', 'placed'])
  shop.clock.advance({ seconds: 61 })
  await shop.shop.payments.reconcile()
  expect(await states()).toEqual(['paid', 'paid', 'paid'])
})

test('a payment without news only records when it was checked', async () => {
  const { order } = await shop.ordered()
  const [before] = await shop.paymentsOf(order)
  shop.clock.advance({ seconds: 61 })
  await shop.shop.payments.reconcile()
  expect(await shop.paymentsOf(order)).toEqual([{ ...before, checkedAt: shop.clock.now() }])
})

test('an event that was already handled does not ask the provider again', async () => {
  const { clientSecret } = await shop.ordered()
  await shop.network.pay(clientSecret)
  const [event] = shop.sentFor(intentOf(clientSecret))
  if (!event) throw new Error('no event was sent')
  await shop.webhook(event)
  const asked = shop.network.calls.length
  expect((await shop.webhook(event)).status).toBe(200)
  expect(shop.network.calls).toHaveLength(asked)
})

test('simultaneous copies of an event are handled once', async () => {
  const { order, clientSecret } = await shop.ordered()
  await shop.network.goDown()
  shop.clock.advance({ hours: 48 })
  await shop.shop.orders.expireDue()
  await shop.network.comeBack()
  expect(await shop.read(order._id)).toMatchObject({ state: 'expired' })
  await shop.network.pay(clientSecret, '4000000000000002')
  const [event] = shop.sentFor(intentOf(clientSecret))
  if (!event) throw new Error('no event was sent')
  const before = shop.network.calls.length
  await Promise.all(Array.from({ length: 4 }, () => shop.webhook(event)))
  const stops = shop.network.calls.slice(before).filter(({ path }) => path.endsWith('/cancel'))
  expect(stops).toHaveLength(1)
  const { id } = JSON.parse(event.body) as { id: string }
  expect(await shop.db.$count(paymentEvents, eq(paymentEvents.eventId, id))).toBe(1)
})

test('an answer about another payment is refused, and the event is handled with the right one', async () => {
  const { order, clientSecret } = await shop.ordered()
  const other = await shop.ordered()
  await shop.network.pay(clientSecret)
  const [event] = shop.sentFor(intentOf(clientSecret))
  if (!event) throw new Error('no event was sent')
  const another = await shop.network.stripe.paymentIntents.retrieve(intentOf(other.clientSecret))
  const swapped = () => Response.json(another)
  await shop.network.tampering(swapped, async () => {
    expect((await shop.webhook(event)).status).toBe(503)
    for (const path of ['/create-payment-intent', '/payment/return'])
      expect((await shop.post(path, { orderId: order._id })).status).toBe(503)
    expect((await shop.cancel(order)).status).toBe(503)
  })
  expect((await shop.webhook(event)).status).toBe(200)
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
})

test('a payment reported both cancelled and paid changes nothing until it is asked about again', async () => {
  const { order, clientSecret } = await shop.ordered()
  await shop.network.pay(clientSecret)
  const [event] = shop.sentFor(intentOf(clientSecret))
  if (!event) throw new Error('no event was sent')
  const cancelled = async (_: unknown, answer: Response) =>
    Response.json({ ...(await answer.json()), status: 'canceled' })
  await shop.network.tampering(cancelled, async () => expect((await shop.webhook(event)).status).toBe(503))
  expect(await findPayment(shop.db, intentOf(clientSecret))).toMatchObject({ state: 'pending', captured: 0 })
  expect((await shop.webhook(event)).status).toBe(200)
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
})
