import { createServer, type RequestListener, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { signatureOf } from '#sandbox/card/webhooks.ts'
import { startTestSandbox, testSecretKey as secretKey, webhookSecret, type TestSandbox } from '#sandbox/card/testing.ts'
import { newId } from '#platform/ids.ts'
import { Failure } from '#shared/errors.ts'
import { minor } from '#shared/money.ts'
import { createProvider, type NewIntent } from './provider.ts'

const order: NewIntent = {
  orderId: '0199f0a0-0000-7000-8000-000000000001',
  orderNumber: 'WW-2026-000001',
  amount: minor(10_140_00),
  currency: 'usd',
  email: 'buyer@example.com',
  idempotencyKey: 'order 1',
}

async function failure(call: Promise<unknown>): Promise<Failure> {
  const error = await call.catch((thrown: unknown) => thrown)
  if (error instanceof Failure) return error
  throw new Error('it did not fail as expected', { cause: error })
}

test.each(['https://cards.example', 'https://cards.example:8443', 'http://cards.example', 'http://cards.example:8080'])(
  'calls %s only',
  async (apiBase) => {
    const asked: string[] = []
    const fetch = async ({ url }: Request) => {
      asked.push(new URL(url).origin)
      return Response.json({ error: { type: 'api_error' } }, { status: 400 })
    }
    await failure(createProvider({ secretKey, webhookSecret, apiBase, fetch }).retrieveIntent('pi_1'))
    expect(asked).toEqual([apiBase])
  },
)

describe('with a working provider', () => {
  let shop: TestSandbox
  beforeAll(async () => {
    shop = await startTestSandbox()
  })
  afterAll(() => shop.stop())

  const overNetwork = () => createProvider({ secretKey, webhookSecret, apiBase: shop.origin })
  const inProcess = () =>
    createProvider({ secretKey, webhookSecret, fetch: (request) => shop.sandbox.api.fetch(request) })

  test.each([
    ['over the network', overNetwork],
    ['in process', inProcess],
  ])('an intent is created once per key, found and cancelled, %s', async (way, open) => {
    const provider = open()
    const made = await provider.createIntent({ ...order, idempotencyKey: way })
    expect(made).toMatchObject({
      status: 'requires_payment_method',
      amount: 1_014_000,
      amountReceived: 0,
      currency: 'usd',
    })
    expect(await provider.createIntent({ ...order, idempotencyKey: way })).toEqual(made)
    expect(await provider.retrieveIntent(made.id)).toEqual(made)
    expect(await provider.cancelIntent(made.id)).toMatchObject({ id: made.id, status: 'canceled' })
    expect(await failure(provider.cancelIntent(made.id))).toMatchObject({ kind: 'conflict' })
  })

  test('an intent takes a card and no other method of payment', async () => {
    const sent: URLSearchParams[] = []
    const fetch = async (request: Request) => {
      sent.push(new URLSearchParams(await request.clone().text()))
      return shop.sandbox.api.fetch(request)
    }
    const provider = createProvider({ secretKey, webhookSecret, fetch })
    await provider.createIntent({ ...order, idempotencyKey: 'cards alone' })
    const methods = [...(sent[0] ?? [])].filter(([name]) => name.includes('payment_method'))
    expect(methods).toEqual([['allowed_payment_method_types[0]', 'card']])
  })

  test('a refund is made once per key', async () => {
    const provider = inProcess()
    const { id: intentId } = await provider.createIntent({ ...order, idempotencyKey: 'to refund' })
    await shop.stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
    const refund = { intentId, amount: order.amount, currency: 'usd', refundId: newId(), attempt: 0 }
    const made = await provider.refund(refund)
    const { refundId, attempt } = refund
    expect(made).toMatchObject({ intentId, amount: 1_014_000, status: 'succeeded', ours: { refundId, attempt } })
    expect(await provider.refund(refund)).toEqual(made)
    expect(await provider.listRefunds({ intentId })).toEqual([made])
    expect(await provider.retrieveRefund(made.id)).toEqual(made)
    expect(await failure(provider.refund({ ...refund, attempt: 1 }))).toMatchObject({ kind: 'conflict' })
  })

  test('an unknown payment and an invalid amount have their own failures', async () => {
    const provider = inProcess()
    expect(await failure(provider.retrieveIntent('pi_none'))).toMatchObject({ kind: 'not-found', status: 404 })
    const tooLarge = { ...order, amount: minor(100_000_000), idempotencyKey: 'too large' }
    expect(await failure(provider.createIntent(tooLarge))).toMatchObject({ kind: 'unprocessable', status: 422 })
  })

  test('a wrong secret key is not revealed', async () => {
    const provider = createProvider({ secretKey: 'sk_test_wrong', webhookSecret, apiBase: shop.origin })
    const { kind, message } = await failure(provider.createIntent(order))
    expect(kind).toBe('provider-failed')
    expect(message).not.toMatch(/key|sk_/i)
  })

  test('a webhook is read, and a forged, changed or stale one is refused', async () => {
    const provider = inProcess()
    const { id } = await provider.createIntent({ ...order, idempotencyKey: 'webhook' })
    await shop.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    const sent = await vi.waitFor(() => {
      const found = shop.delivered.find(({ body }) => body.includes(id))
      if (!found) throw new Error('not delivered yet')
      return found
    })
    const { body, signature } = sent
    const now = shop.now()
    expect(provider.verifyWebhook(body, signature, now)).toMatchObject({
      event: { kind: 'intent', type: 'payment_intent.succeeded', intentId: id, orderId: order.orderId },
      payload: JSON.parse(body),
    })
    const seconds = Math.floor(now.getTime() / 1000)
    const later = new Date(now.getTime() + 301_000)
    const refused = [
      () => provider.verifyWebhook(body.replaceAll('1014000', '1'), signature, now),
      () => provider.verifyWebhook(body, signatureOf(body, 'whsec_other', seconds), now),
      () => provider.verifyWebhook(body, '', now),
      () => provider.verifyWebhook(body, signature, later),
      () => provider.verifyWebhook('not json', signatureOf('not json', webhookSecret, seconds), now),
    ]
    for (const verify of refused) expect(verify).toThrow(expect.objectContaining({ kind: 'bad-request', status: 400 }))
  })
})

test('an event that the shop does not handle is recognised', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const provider = createProvider({ secretKey, webhookSecret })
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.created',
    created: 1_795_255_200,
    data: { object: {} },
  })
  const { event } = provider.verifyWebhook(body, signatureOf(body, webhookSecret, 1_795_255_200), now)
  const createdAt = new Date(1_795_255_200_000)
  expect(event).toEqual({ kind: 'other', id: 'evt_1', type: 'customer.created', createdAt })
})

describe('with a failing provider', () => {
  let server: Server | undefined
  afterEach(async () => {
    server?.closeAllConnections()
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
    server = undefined
  })

  /** Has the shop's own timeout by default: with a shorter one a slow machine would look like a slow provider. */
  async function providerOf(listener: RequestListener, options: { timeoutMs?: number } = {}) {
    const opened = createServer(listener)
    server = opened
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
    const address = opened.address()
    const port = typeof address === 'object' ? address?.port : undefined
    return createProvider({
      secretKey,
      webhookSecret,
      apiBase: `http://127.0.0.1:${port}`,
      maxRetries: 0,
      ...options,
    })
  }

  test.each([
    [500, 'provider-failed', 503],
    [503, 'provider-failed', 503],
    [429, 'unavailable', 503],
  ])('an answer of %i is reported as %s', async (status, kind, ours) => {
    const provider = await providerOf((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ error: { type: 'api_error', message: 'internal host db-7 sk_test_sandbox' } }))
    })
    const error = await failure(provider.createIntent(order))
    expect(error).toMatchObject({ kind, status: ours })
    expect(error.message).not.toMatch(/db-7|sk_/)
  })

  const intent = { id: 'pi_1', status: 'succeeded', amount: 1, amount_received: 1, currency: 'usd' }
  test.each([
    '<html>',
    'null',
    '[]',
    '"pi_1"',
    '{}',
    ...[
      { id: { toString: 'pi_1' } },
      { id: 'pi_\u0000' },
      { id: 'p'.repeat(256) },
      { client_secret: 7 },
      { status: null },
      { status: 'canceled' },
      { amount: '1' },
      { amount: -1 },
      { amount_received: 0.5 },
      { currency: 'dollars' },
      { currency: 'USD' },
    ].map((wrong) => JSON.stringify({ ...intent, ...wrong })),
  ])('a malformed answer is the provider’s failure: %s', async (body) => {
    const provider = await providerOf((_, response) => response.end(body))
    expect(await failure(provider.retrieveIntent('pi_1'))).toMatchObject({ kind: 'provider-failed' })
  })

  test.each(['null', '{}', '{"id":"re_1","status":"succeeded","amount":"all","currency":"usd"}'])(
    'a malformed refund is the provider’s failure: %s',
    async (body) => {
      const provider = await providerOf((_, response) => response.end(body))
      const asked = { intentId: 'pi_1', amount: minor(1), currency: 'usd', refundId: newId(), attempt: 0 }
      const refund = provider.refund(asked)
      expect(await failure(refund)).toMatchObject({ kind: 'provider-failed' })
    },
  )

  test('a timeout is reported as unavailable', async () => {
    const provider = await providerOf(() => {}, { timeoutMs: 100 })
    expect(await failure(provider.retrieveIntent('pi_1'))).toMatchObject({ kind: 'unavailable', status: 503 })
  })

  test('a refused connection is reported as unavailable', async () => {
    const provider = createProvider({ secretKey, webhookSecret, apiBase: 'http://127.0.0.1:9', maxRetries: 0 })
    expect(await failure(provider.retrieveIntent('pi_1'))).toMatchObject({ kind: 'unavailable', status: 503 })
  })
})

test.each([
  ['a NUL character in its id', { id: 'evt_\u0000', type: 'customer.created', data: { object: {} } }],
  ['a payment without an id', { id: 'evt_2', type: 'payment_intent.succeeded', data: { object: {} } }],
  [
    'a refund whose payment is a number',
    { id: 'evt_4', type: 'refund.failed', data: { object: { payment_intent: 7 } } },
  ],
  ['a dispute without an id', { id: 'evt_5', type: 'charge.dispute.closed', data: { object: {} } }],
  ['a NUL character in its object', { id: 'evt_6', type: 'charge.refunded', data: { object: { note: '\u0000' } } }],
  ['an invalid time', { id: 'evt_7', type: 'customer.created', created: 'now', data: { object: {} } }],
  ['no object', { id: 'evt_3', type: 'payment_intent.succeeded', data: {} }],
])('an event with %s is refused, even with a valid signature', (_, event) => {
  const provider = createProvider({ secretKey, webhookSecret })
  const body = JSON.stringify({ object: 'event', created: 1_795_255_200, ...event })
  const verify = () =>
    provider.verifyWebhook(body, signatureOf(body, webhookSecret, 1_795_255_200), new Date('2026-11-21T10:00:00Z'))
  expect(verify).toThrow(expect.objectContaining({ kind: 'bad-request' }))
})

test.each([
  ['by its id', 'pi_1', { kind: 'refund', intentId: 'pi_1' }],
  ['as an object', { id: 'pi_1' }, { kind: 'refund', intentId: 'pi_1' }],
  ['not at all', null, { kind: 'other' }],
])('a refund event names its payment %s', (_, payment_intent, expected) => {
  for (const type of [
    'charge.refunded',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.refund.updated',
  ]) {
    expect(eventOf(type, { payment_intent, currency: 'usd' })).toMatchObject({ id: 'evt_1', type, ...expected })
  }
})

test('a dispute event is identified by the dispute’s id', () => {
  for (const what of ['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated']) {
    expect(eventOf(`charge.dispute.${what}`, { id: 'dp_1' })).toMatchObject({ kind: 'dispute', disputeId: 'dp_1' })
  }
})

function eventOf(type: string, object: object) {
  const provider = createProvider({ secretKey, webhookSecret })
  const created = 1_795_255_200
  const body = JSON.stringify({ object: 'event', id: 'evt_1', type, created, data: { object } })
  const signature = signatureOf(body, webhookSecret, created)
  return provider.verifyWebhook(body, signature, new Date('2026-11-21T10:00:00Z')).event
}
