import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signatureOf } from '#sandbox/card/webhooks.ts'
import { intentOf } from '#testing/card-network.ts'
import { stockOf } from '#testing/stock.ts'
import { paymentEvents } from './tables.ts'
import { testLog } from '#testing/log.ts'
import { openPaymentShop, type PaymentShop } from './testing.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

const seconds = () => Math.floor(shop.clock.now().getTime() / 1000)

/** An event of our own making, correctly signed. */
function signed(event: { id: string; type: string; object: unknown }) {
  const { id, type, object } = event
  const body = JSON.stringify({ id, object: 'event', type, created: seconds(), data: { object } })
  return { body, signature: signatureOf(body, shop.network.keys.webhookSecret, seconds()) }
}

async function paid() {
  const ordered = await shop.ordered()
  await shop.network.pay(ordered.clientSecret)
  const intentId = intentOf(ordered.clientSecret)
  const event = shop.sentFor(intentId).find(({ type }) => type === 'payment_intent.succeeded')
  if (!event) throw new Error('no event was sent')
  return { ...ordered, intentId, event }
}

describe('a webhook not sent by the provider', () => {
  test('is answered with 400 and changes nothing', async () => {
    const { order, event } = await paid()
    const { body, signature } = event
    const forged = [
      { body, signature: signatureOf(body, 'whsec_other', seconds()) },
      { body: body.replaceAll('10140', '1'), signature },
      { body, signature: '' },
      { body, signature: 'nonsense' },
      { body: '{', signature: signatureOf('{', shop.network.keys.webhookSecret, seconds()) },
    ]
    for (const each of forged) expect((await shop.webhook(each)).status).toBe(400)
    expect(await shop.read(order._id)).toMatchObject({ state: 'placed' })
    expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'pending' }])
  })

  test('is answered with 400 when stale', async () => {
    const { order, event } = await paid()
    shop.clock.advance({ seconds: 301 })
    expect((await shop.webhook(event)).status).toBe(400)
    expect(await shop.read(order._id)).toMatchObject({ state: 'placed' })
  })
})

test('six simultaneous copies make one paid order, one payment and one event', async () => {
  const { tool, order, event } = await paid()
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.webhook(event)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
  expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'succeeded' }])
  const id = String(JSON.parse(event.body).id)
  expect(await shop.db.$count(paymentEvents, eq(paymentEvents.eventId, id))).toBe(1)
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 49, ledger: 49 })
})

test('webhook, return and reconciliation at once settle once', async () => {
  const { order, event } = await paid()
  shop.clock.advance({ seconds: 61 })
  const back = () => shop.post('/payment/return', { orderId: order._id })
  await Promise.all([shop.webhook(event), back(), shop.shop.payments.reconcile(), back(), shop.webhook(event)])
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
  expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'succeeded' }])
})

test('late failure events never undo a payment', async () => {
  const { order, clientSecret } = await shop.ordered()
  const intentId = intentOf(clientSecret)
  await shop.network.pay(clientSecret, '4000000000000002')
  await shop.network.pay(clientSecret, '4000000000009995')
  await shop.network.pay(clientSecret)
  const sent = shop.sentFor(intentId)
  expect(sent.map(({ type }) => type)).toEqual([
    'payment_intent.payment_failed',
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
  ])
  const canceled = signed({ id: 'evt_late', type: 'payment_intent.canceled', object: { id: intentId, metadata: {} } })
  for (const event of [...sent.toReversed(), canceled]) expect((await shop.webhook(event)).status).toBe(200)
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
  expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'succeeded' }])
})

test('an event’s content is not trusted, and the provider is asked instead', async () => {
  const { order, clientSecret } = await shop.ordered()
  const object = {
    id: intentOf(clientSecret),
    status: 'succeeded',
    amount: 10_140,
    amount_received: 10_140,
    metadata: {},
  }
  const event = { id: 'evt_lie', type: 'payment_intent.payment_failed', object }
  expect((await shop.webhook(signed(event))).status).toBe(200)
  expect(await shop.read(order._id)).toMatchObject({ state: 'placed' })
})

test('an event about money that the provider does not know is listed and asked about again', async () => {
  const { order, clientSecret } = await shop.ordered()
  const intentId = intentOf(clientSecret)
  const object = { id: intentId, metadata: {} }
  const event = signed({ id: 'evt_early', type: 'payment_intent.succeeded', object })
  const warn = vi.spyOn(testLog, 'warn').mockImplementation(() => {})
  expect((await shop.webhook(event)).status).toBe(503)
  expect(await shop.read(order._id)).toMatchObject({ state: 'placed' })
  const staff = (await shop.signedIn({ role: 'admin' })).actor
  expect(await shop.shop.payments.disagreements(staff)).toMatchObject([{ kind: 'event-unhandled', id: 'evt_early' }])
  await shop.network.pay(clientSecret)
  expect((await shop.webhook(event)).status).toBe(200)
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
  warn.mockRestore()
})

test('events of other kinds and other shops are acknowledged and ignored', async () => {
  const foreign = await shop.network.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  await shop.network.pay(foreign.client_secret ?? '')
  const [event] = shop.sentFor(foreign.id)
  if (!event) throw new Error('no event was sent')
  expect((await shop.webhook(event)).status).toBe(200)
  const unknown = signed({ id: 'evt_other', type: 'customer.created', object: {} })
  expect((await shop.webhook(unknown)).status).toBe(200)
  expect(await shop.db.$count(paymentEvents, eq(paymentEvents.eventId, 'evt_other'))).toBe(0)
})

describe('a refund in the provider’s dashboard', () => {
  test.each([false, true])(
    'refunds the order and returns its stock (before we heard of the payment: %s)',
    async (early) => {
      const { tool, order, intentId, event } = await paid()
      if (!early) await shop.webhook(event)
      await shop.app.request(`/api/tool/${tool.id}`)
      await shop.network.stripe.refunds.create({ payment_intent: intentId })
      const refund = shop.sentFor(intentId).find(({ type }) => type === 'charge.refunded')
      if (!refund) throw new Error('no event was sent')
      await Promise.all([shop.webhook(refund), shop.webhook(refund), shop.webhook(event)])
      expect(await shop.read(order._id)).toMatchObject({ state: 'refunded', paid: false })
      expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'refunded' }])
      expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
      expect(shop.shop.cache.respond(`/api/tool/${tool.id}`, new Headers())).toBeUndefined()
    },
  )

  test('leaves the order paid when partial', async () => {
    const { order, intentId, event } = await paid()
    await shop.webhook(event)
    await shop.network.stripe.refunds.create({ payment_intent: intentId, amount: 100 })
    for (const each of shop.sentFor(intentId)) await shop.webhook(each)
    expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
  })
})
