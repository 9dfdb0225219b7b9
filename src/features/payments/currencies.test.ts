import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '#platform/db/database.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { newId } from '#platform/ids.ts'
import { minor, stepOf, toMajor } from '#shared/money.ts'
import { openCardNetwork } from '#testing/card-network.ts'
import { createTestClock } from '#testing/clock.ts'
import { createProvider, type PaymentProvider } from './provider.ts'

const network = await openCardNetwork()
const clock = createTestClock()
let engine: Engine
let provider: PaymentProvider
beforeAll(async () => {
  engine = await openTestDatabase()
  network.connect(engine.db, clock)
  provider = createProvider(network.keys)
})
afterAll(async () => {
  await network.close()
  await engine.close()
})

let made = 0
function newIntent(count: number, currency: string) {
  const amount = minor(count)
  made += 1
  const orderId = `order-${made}`
  return { orderId, orderNumber: '1', amount, currency, email: 'a@example.com', idempotencyKey: orderId }
}

/** The amount that Stripe's own documentation gives for 5 units. */
test.each([
  ['usd', 500],
  ['jpy', 5],
  ['isk', 500],
  ['ugx', 500],
  ['huf', 500],
  ['kwd', 5000],
  ['bdt', 500],
])('5 %s are charged, received and refunded in full', async (currency, amount) => {
  const five = 5 / toMajor(minor(1), currency)
  const intent = await provider.createIntent(newIntent(five, currency))
  expect(intent).toMatchObject({ amount: five, currency })
  expect(await network.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ amount, currency })

  await network.pay(intent.clientSecret)
  expect(await provider.retrieveIntent(intent.id)).toMatchObject({ status: 'succeeded', amountReceived: five })
  const refund = { intentId: intent.id, amount: minor(five), currency, refundId: newId(), attempt: 0 }
  expect(await provider.refund(refund)).toMatchObject({ amount: five, currency })
  expect(await provider.listRefunds({ intentId: intent.id })).toMatchObject([{ amount: five }])
})

test('the provider accepts every amount that the shop supports', async () => {
  const currencies = fc.constantFrom('usd', 'jpy', 'isk', 'ugx', 'huf', 'kwd', 'bhd', 'bdt')
  await fc.assert(
    fc.asyncProperty(currencies, fc.integer({ min: 1, max: 99_999 }), async (currency, steps) => {
      const amount = steps * stepOf(currency)
      expect(await provider.createIntent(newIntent(amount, currency))).toMatchObject({ amount, currency })
    }),
    { numRuns: 40 },
  )
})

test('the provider refuses an amount that cards cannot carry, as Stripe does', async () => {
  await expect(provider.createIntent(newIntent(5124, 'kwd'))).rejects.toMatchObject({ kind: 'provider-failed' })
})
