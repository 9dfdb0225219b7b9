import Stripe from 'stripe'
import { afterEach, expect, test, vi } from 'vitest'
import { browse, cardData, startTestSandbox, webhookSecret, type TestSandbox } from './testing.ts'

let shop: TestSandbox
afterEach(() => shop.stop())

async function confirmWith(number: string) {
  const intent = await shop.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  const body = { client_secret: intent.client_secret, payment_method_data: cardData(number) }
  await browse(shop, `/payment_intents/${intent.id}/confirm`, body)
  return intent
}

test('an event is signed as Stripe signs it and can be read again', async () => {
  shop = await startTestSandbox()
  const intent = await confirmWith('4242424242424242')
  await vi.waitFor(() => expect(shop.delivered).toHaveLength(1))
  const [sent] = shop.delivered
  const verify = (body = '', at = shop.now()) =>
    shop.stripe.webhooks.constructEvent(body, sent?.signature ?? '', webhookSecret, undefined, undefined, at.getTime())
  const event = verify(sent?.body)
  expect(event).toMatchObject({
    type: 'payment_intent.succeeded',
    data: { object: { id: intent.id, status: 'succeeded' } },
  })
  expect(() => verify(sent?.body.replace('500', '900'))).toThrow(Stripe.errors.StripeSignatureVerificationError)
  expect(() => verify(sent?.body, new Date(shop.now().getTime() + 301_000))).toThrow(/tolerance/)
  await vi.waitFor(async () => {
    expect(await shop.stripe.events.retrieve(event.id)).toMatchObject({ id: event.id, pending_webhooks: 0 })
  })
  expect((await shop.stripe.events.list()).data).toHaveLength(1)
})

test('each outcome of a payment has its event', async () => {
  shop = await startTestSandbox()
  const paid = await confirmWith('4242424242424242')
  await confirmWith('4000000000000002')
  await shop.stripe.refunds.create({ payment_intent: paid.id })
  await shop.stripe.paymentIntents.cancel((await shop.stripe.paymentIntents.create({ amount: 1, currency: 'usd' })).id)
  await vi.waitFor(() =>
    expect(shop.events()).toEqual([
      'payment_intent.succeeded',
      'payment_intent.payment_failed',
      'refund.created',
      'charge.refunded',
      'payment_intent.canceled',
    ]),
  )
})

test('an event is sent again until it is answered with 2xx', async () => {
  shop = await startTestSandbox({ answers: [500, 400] })
  await confirmWith('4242424242424242')
  await vi.waitFor(() => expect(shop.delivered).toHaveLength(3))
  expect(new Set(shop.delivered.map(({ body }) => body)).size).toBe(1)
})

test('sending gives up after the last pause', async () => {
  shop = await startTestSandbox({ answers: Array<number>(9).fill(503) })
  await confirmWith('4242424242424242')
  await vi.waitFor(() => expect(shop.delivered).toHaveLength(4))
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(shop.delivered).toHaveLength(4)
})

test('a processing payment that is read after its time succeeds once', async () => {
  shop = await startTestSandbox({ processingMs: 60_000 })
  const intent = await confirmWith('4000000000005001')
  const read = () => shop.stripe.paymentIntents.retrieve(intent.id)
  expect(await read()).toMatchObject({ status: 'processing' })
  await expect(shop.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  shop.advance(60_000)
  const reads = await Promise.all([read(), read(), read()])
  expect(reads.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  await vi.waitFor(() => expect(shop.events()).toEqual(['payment_intent.processing', 'payment_intent.succeeded']))
})

test('a processing payment succeeds by itself', async () => {
  shop = await startTestSandbox({ processingMs: 30 })
  await confirmWith('4000000000005001')
  shop.advance(30)
  await vi.waitFor(() => expect(shop.events()).toEqual(['payment_intent.processing', 'payment_intent.succeeded']))
})
