import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { largestCharge, toCardAmount } from '#shared/card-amount.ts'
import { minor } from '#shared/money.ts'
import { createSandboxStore } from './store.ts'
import { sandboxObjects } from './tables.ts'
import { browse, cardData, startTestSandbox, type TestSandbox } from './testing.ts'

let shop: TestSandbox

beforeAll(async () => {
  shop = await startTestSandbox()
})
afterAll(() => shop.stop())

const newIntent = (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  shop.stripe.paymentIntents.create({ amount: 10_140_00, currency: 'usd', metadata: { orderId: 'o-1' }, ...params })

async function pay(intent: Stripe.PaymentIntent, data: ReturnType<typeof cardData>) {
  const body = { client_secret: intent.client_secret, payment_method_data: data }
  return browse(shop, `/payment_intents/${intent.id}/confirm`, body)
}

const refused = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await call.catch((thrown: unknown) => thrown)
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error('the call was not refused')
}

describe('a card', () => {
  test.each(['4242 4242 4242 4242', '5555555555554444'])('%s is charged at once', async (number) => {
    const intent = await newIntent()
    expect(intent).toMatchObject({ status: 'requires_payment_method', amount: 1_014_000, amount_received: 0 })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))

    const answer = await pay(intent, cardData(number))
    expect(answer).toMatchObject({ status: 200, body: { id: intent.id, status: 'succeeded' } })
    expect(answer.body).not.toHaveProperty('metadata')

    const paid = await shop.stripe.paymentIntents.retrieve(intent.id)
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1_014_000, metadata: { orderId: 'o-1' } })
    expect(paid.latest_charge).toMatch(/^ch_/)
  })

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  ])('%s is declined, and another card may be tried', async (number, code, decline_code, message) => {
    const intent = await newIntent()
    const answer = await pay(intent, cardData(number))
    expect(answer.status).toBe(402)
    expect(answer.body.error).toMatchObject({ type: 'card_error', code, decline_code, message })
    expect(answer.body.error.payment_intent).toMatchObject({ id: intent.id, status: 'requires_payment_method' })

    const declined = await shop.stripe.paymentIntents.retrieve(intent.id)
    expect(declined.last_payment_error).toMatchObject({ code, decline_code, message })
    expect(await pay(intent, cardData('4242424242424242'))).toMatchObject({ body: { status: 'succeeded' } })
  })

  test.each([
    ['4242424242424241', {}, 'incorrect_number', 'Your card number is incorrect.'],
    ['4242424242424242', { exp_month: '13' }, 'invalid_expiry_month', "Your card's expiration month is invalid."],
    [
      '4242424242424242',
      { exp_month: '10', exp_year: '26' },
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
    ],
    ['4242424242424242', { exp_year: '25' }, 'invalid_expiry_year', "Your card's expiration year is invalid."],
    ['4242424242424242', { cvc: '12' }, 'invalid_cvc', "Your card's security code is invalid."],
  ])('%s with %o is refused before a charge is tried', async (number, changes, code, message) => {
    const intent = await newIntent()
    const answer = await pay(intent, cardData(number, changes))
    expect(answer).toMatchObject({ status: 402, body: { error: { type: 'card_error', code, message } } })
    expect(await shop.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ last_payment_error: null })
  })

  test('a real card is declined', async () => {
    const answer = await pay(await newIntent(), cardData('4111111111111111'))
    expect(answer.body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' })
  })

  test.each(['4000002500003155', '4000002760003184'])('%s asks for authentication', async (number) => {
    const intent = await newIntent()
    const secret = { client_secret: intent.client_secret }
    const asked = await pay(intent, cardData(number))
    expect(asked).toMatchObject({
      status: 200,
      body: { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
    })

    const failed = await browse(shop, `/payment_intents/${intent.id}/authenticate`, { ...secret, outcome: 'fail' })
    expect(failed).toMatchObject({ status: 402, body: { error: { code: 'payment_intent_authentication_failure' } } })
    expect(failed.body.error.message).toMatch(/^We are unable to authenticate your payment method\./)

    await pay(intent, cardData(number))
    const done = await browse(shop, `/payment_intents/${intent.id}/authenticate`, { ...secret, outcome: 'complete' })
    expect(done).toMatchObject({ status: 200, body: { status: 'succeeded', next_action: null } })
  })

  test('is never stored whole, and its CVC not at all', async () => {
    await pay(await newIntent(), cardData('4242424242424242', { cvc: '987' }))
    const kept = JSON.stringify(await shop.engine.db.select().from(sandboxObjects))
    const keeps = (text: string) => kept.includes(text)
    expect(['"last4":"4242"', '4242424242424242', '"cvc"', '"987"'].map(keeps)).toEqual([true, false, false, false])
  })
})

describe('the client secret', () => {
  test('opens only its own payment', async () => {
    const [mine, other] = [await newIntent(), await newIntent()]
    expect(await browse(shop, `/payment_intents/${mine.id}?client_secret=${mine.client_secret}`)).toMatchObject({
      status: 200,
    })
    const wrong = await browse(shop, `/payment_intents/${mine.id}?client_secret=${other.client_secret}`)
    expect(wrong).toMatchObject({ status: 404, body: { error: { code: 'resource_missing' } } })
    expect((await browse(shop, `/payment_intents/${mine.id}`)).status).toBe(400)
  })

  test('is not the secret key', async () => {
    const error = await refused(shop.clientFor('sk_test_other').paymentIntents.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  })
})

describe('the secret-key side', () => {
  test('confirms with the documented names of test cards', async () => {
    const intent = await newIntent({ payment_method: 'pm_card_visa' })
    expect(intent.status).toBe('requires_confirmation')
    expect(await shop.stripe.paymentIntents.confirm(intent.id)).toMatchObject({ status: 'succeeded' })

    const other = await newIntent()
    const error = await refused(
      shop.stripe.paymentIntents.confirm(other.id, { payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' }),
    )
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'insufficient_funds' })
    expect(error.payment_intent?.id).toBe(other.id)
  })

  test('says which parameter is missing, unknown or wrong', async () => {
    const create = (body: string) =>
      shop.sandbox.api.request('/v1/payment_intents', {
        method: 'POST',
        body,
        headers: { Authorization: 'Bearer sk_test_sandbox' },
      })
    const errorOf = async (body: string) => (await (await create(body)).json()).error
    expect(await errorOf('currency=usd')).toMatchObject({ code: 'parameter_missing', param: 'amount' })
    expect(await errorOf('amount=1&currency=usd&colour=red')).toMatchObject({
      code: 'parameter_unknown',
      param: 'colour',
    })
    expect(await errorOf('amount=1.5&currency=usd')).toMatchObject({ type: 'invalid_request_error', param: 'amount' })
    expect(await errorOf('amount=100000000&currency=usd')).toMatchObject({ code: 'amount_too_large' })
    expect(await errorOf('amount=1&currency=usd&metadata[a][b]=c')).toMatchObject({ param: 'metadata[a]' })
  })

  test.each(['usd', 'pkr', 'idr'])('accepts in %s the largest charge of the shop, and no more', async (currency) => {
    const amount = toCardAmount(largestCharge(currency), currency)
    const intent = await shop.stripe.paymentIntents.create({ amount, currency })
    expect([intent.amount, intent.currency]).toEqual([amount, currency])
    const tooMuch = toCardAmount(minor(largestCharge(currency) + 1), currency)
    const error = await refused(
      shop.stripe.paymentIntents.create({ amount: tooMuch, currency: currency.toUpperCase() }),
    )
    expect(error).toMatchObject({ statusCode: 400, code: 'amount_too_large' })
  })

  test('answers 404 for an unknown payment', async () => {
    const error = await refused(shop.stripe.paymentIntents.retrieve('pi_none'))
    expect(error).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
    })
  })

  test('lists newest first, page by page', async () => {
    const made = []
    for (let count = 0; count < 5; count++) made.push((await newIntent()).id)
    const seen: string[] = []
    for await (const intent of shop.stripe.paymentIntents.list({ limit: 2 })) {
      if (seen.push(intent.id) === 5) break
    }
    expect(seen).toEqual(made.toReversed())
  })

  test('cancels an unpaid payment, once', async () => {
    const intent = await newIntent()
    const canceled = await shop.stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    const again = await refused(shop.stripe.paymentIntents.cancel(intent.id))
    expect(again).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect((await pay(intent, cardData('4242424242424242'))).body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  test('charges simultaneous payments once', async () => {
    const intent = await newIntent()
    const answers = await Promise.all([1, 2, 3, 4].map(() => pay(intent, cardData('4242424242424242'))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  })
})

describe('a refund', () => {
  test('returns a part, then the rest, and no more', async () => {
    const intent = await newIntent({ amount: 500, payment_method: 'pm_card_visa' })
    await shop.stripe.paymentIntents.confirm(intent.id)
    const part = await shop.stripe.refunds.create({ payment_intent: intent.id, amount: 200 })
    expect(part).toMatchObject({ amount: 200, status: 'succeeded', payment_intent: intent.id })
    expect(await refused(shop.stripe.refunds.create({ payment_intent: intent.id, amount: 301 }))).toMatchObject({
      param: 'amount',
    })
    const rest = await shop.stripe.refunds.create({ payment_intent: intent.id, reason: 'requested_by_customer' })
    expect(rest).toMatchObject({ amount: 300, reason: 'requested_by_customer' })
    expect(await shop.stripe.refunds.retrieve(part.id)).toMatchObject({ id: part.id, amount: 200 })
    const over = await refused(shop.stripe.refunds.create({ payment_intent: intent.id }))
    expect(over).toMatchObject({ code: 'charge_already_refunded' })
  })

  test('needs a payment', async () => {
    const error = await refused(shop.stripe.refunds.create({ payment_intent: (await newIntent()).id }))
    expect(error.message).toMatch(/does not have a successful charge to refund/)
  })
})

describe('an Idempotency-Key', () => {
  const params = { amount: 700, currency: 'usd' }

  test('turns eight sends into one payment', async () => {
    const send = () => shop.stripe.paymentIntents.create(params, { idempotencyKey: 'eight', maxNetworkRetries: 5 })
    const intents = await Promise.all(Array.from({ length: 8 }, send))
    expect(new Set(intents.map(({ id }) => id)).size).toBe(1)
    const replayed = await send()
    expect(replayed.lastResponse.headers['idempotent-replayed']).toBe('true')
  })

  test('is refused with other parameters, or on another call', async () => {
    const options = { idempotencyKey: 'once' }
    const intent = await shop.stripe.paymentIntents.create(params, options)
    const other = await refused(shop.stripe.paymentIntents.create({ ...params, amount: 701 }, options))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(other.statusCode).toBe(400)
    expect(await refused(shop.stripe.paymentIntents.cancel(intent.id, {}, options))).toMatchObject({ statusCode: 400 })
  })

  test('replays a decline, but not a refusal that changed nothing', async () => {
    const intent = await newIntent({ payment_method: 'pm_card_visa_chargeDeclined' })
    const confirm = () => refused(shop.stripe.paymentIntents.confirm(intent.id, {}, { idempotencyKey: 'decline' }))
    const [first, second] = [await confirm(), await confirm()]
    expect(second.charge).toBe(first.charge)

    const refund = () => shop.stripe.refunds.create({ payment_intent: later.id }, { idempotencyKey: 'early refund' })
    const later = await newIntent({ payment_method: 'pm_card_visa' })
    await refused(refund())
    await shop.stripe.paymentIntents.confirm(later.id)
    expect(await refund()).toMatchObject({ status: 'succeeded' })
  })

  test('is free again a minute after its first request died', async () => {
    const send = () => shop.stripe.paymentIntents.create(params, { idempotencyKey: 'died' })
    await send()
    const store = createSandboxStore(shop.engine.db)
    const [kept] = await store.list('kept_answer', { limit: 1 })
    if (kept?.object !== 'kept_answer') throw new Error('no answer was kept')
    await store.update(kept.id, () => ({ write: [{ ...kept, answer: null }], result: undefined }))

    expect(await refused(send())).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    shop.advance(60_000)
    expect(await send()).toMatchObject({ object: 'payment_intent' })
  })
})
