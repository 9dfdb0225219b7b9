import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testLog } from '#testing/log.ts'
import { sandboxObjects } from './tables.ts'
import { startTestSandbox, type TestSandbox } from './testing.ts'

let shop: TestSandbox
beforeEach(async () => {
  shop = await startTestSandbox({ processingMs: 60_000 })
})
afterEach(() => shop.stop())

async function paidWith(payment_method: string, amount = 500) {
  const intent = await shop.stripe.paymentIntents.create({ amount, currency: 'usd', payment_method })
  return shop.stripe.paymentIntents.confirm(intent.id)
}
const chargeOf = async (intent: Stripe.PaymentIntent) => {
  const [row] = await shop.engine.db
    .select()
    .from(sandboxObjects)
    .where(eq(sandboxObjects.id, String(intent.latest_charge)))
  return row?.data
}
const sent = (type: string) => shop.events().filter((each) => each === type).length

describe('a refund', () => {
  test('to the slow card is pending, and succeeds as time passes', async () => {
    const intent = await paidWith('pm_card_pendingRefund')
    const refund = await shop.stripe.refunds.create({ payment_intent: intent.id, amount: 200 })
    expect(refund).toMatchObject({ status: 'pending', amount: 200 })
    expect(refund).not.toHaveProperty('settles_at')
    expect(await shop.stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'pending' })
    shop.advance(60_000)
    const read = () => shop.stripe.refunds.retrieve(refund.id)
    expect((await Promise.all([read(), read()])).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
    await vi.waitFor(() => expect([sent('refund.created'), sent('refund.updated')]).toEqual([1, 1]))
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 200 })
  })

  test('to the card that fails leaves the money with the shop', async () => {
    const intent = await paidWith('pm_card_refundFail')
    const refund = await shop.stripe.refunds.create({ payment_intent: intent.id })
    expect(refund).toMatchObject({ status: 'succeeded' })
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 500, refunded: true })
    shop.advance(60_000)
    const { data } = await shop.stripe.refunds.list()
    expect(data).toMatchObject([{ id: refund.id, status: 'failed', failure_reason: 'unknown' }])
    await vi.waitFor(() => expect(sent('refund.failed')).toBe(1))
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect(await shop.stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 500 })
  })

  test('is listed by payment and time of creation, page by page', async () => {
    const [one, other] = [await paidWith('pm_card_visa'), await paidWith('pm_card_visa')]
    const early = await shop.stripe.refunds.create({ payment_intent: one.id, amount: 1 })
    shop.advance(10_000)
    const late = []
    for (const amount of [2, 3, 4])
      late.push((await shop.stripe.refunds.create({ payment_intent: other.id, amount })).id)
    const since = Math.floor(shop.now().getTime() / 1000)
    const seen: string[] = []
    for await (const refund of shop.stripe.refunds.list({ created: { gte: since }, limit: 2 })) seen.push(refund.id)
    expect(seen).toEqual(late.toReversed())
    const page = await shop.stripe.refunds.list({ payment_intent: one.id, limit: 1 })
    expect(page).toMatchObject({ has_more: false, data: [{ id: early.id }] })
    const first = await shop.stripe.refunds.list({ limit: 3 })
    expect(first.has_more).toBe(true)
    const rest = await shop.stripe.refunds.list({ limit: 3, starting_after: first.data.at(-1)?.id ?? '' })
    expect(rest).toMatchObject({ has_more: false, data: [{ id: early.id }] })
  })
})

describe('a dispute', () => {
  const opened = async () => {
    const intent = await paidWith('pm_card_createDispute')
    const [dispute] = (await shop.stripe.disputes.list({ payment_intent: intent.id })).data
    if (!dispute) throw new Error('nothing was disputed')
    return { intent, dispute }
  }

  test('is opened with the payment, and prevents a refund of it', async () => {
    const { intent, dispute } = await opened()
    expect(dispute).toMatchObject({ amount: 500, currency: 'usd', reason: 'fraudulent', status: 'needs_response' })
    expect(await shop.stripe.disputes.retrieve(dispute.id)).toMatchObject({ payment_intent: intent.id })
    await vi.waitFor(() => expect(sent('charge.dispute.created')).toBe(1))
    await expect(shop.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
    shop.advance(1_000)
    const since = Math.floor(shop.now().getTime() / 1000)
    expect((await shop.stripe.disputes.list({ created: { gte: since } })).data).toEqual([])
  })

  test.each(['winning_evidence', 'losing_evidence'])('is decided by %s, once', async (uncategorized_text) => {
    const { intent, dispute } = await opened()
    const status = uncategorized_text === 'winning_evidence' ? 'won' : 'lost'
    expect(await shop.stripe.disputes.update(dispute.id, { evidence: { customer_name: 'N' } })).toMatchObject({
      status: 'needs_response',
    })
    expect(await shop.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text } })).toMatchObject({
      status,
    })
    await expect(shop.stripe.disputes.close(dispute.id)).rejects.toMatchObject({ code: 'dispute_already_closed' })
    await vi.waitFor(() => expect(sent('charge.dispute.closed')).toBe(1))
    const back = shop.stripe.refunds.create({ payment_intent: intent.id }).then(({ amount }) => amount)
    if (status === 'won') expect(await back).toBe(500)
    else await expect(back).rejects.toMatchObject({ code: 'charge_disputed' })
  })

  test('is lost when it is given up', async () => {
    const { dispute } = await opened()
    expect(await shop.stripe.disputes.close(dispute.id)).toMatchObject({ status: 'lost' })
  })

  test('is not found under an unknown id', async () => {
    for (const call of ['retrieve', 'close'] as const)
      await expect(shop.stripe.disputes[call]('dp_none')).rejects.toMatchObject({
        statusCode: 404,
        code: 'resource_missing',
      })
  })
})

test('events are listed by type and time of creation', async () => {
  await paidWith('pm_card_visa')
  shop.advance(5_000)
  await paidWith('pm_card_createDispute')
  const since = Math.floor(shop.now().getTime() / 1000)
  const types = async (params: Stripe.EventListParams) =>
    (await shop.stripe.events.list(params)).data.map(({ type }) => type)
  expect(await types({ types: ['payment_intent.succeeded'] })).toHaveLength(2)
  expect((await types({ created: { gte: since } })).toSorted()).toEqual([
    'charge.dispute.created',
    'payment_intent.succeeded',
  ])
  expect(await types({ created: { gte: since }, types: ['charge.dispute.created'] })).toHaveLength(1)
})

test('an internal error is kept under the idempotency key, as Stripe does', async () => {
  const intent = await paidWith('pm_card_visa')
  const charge = await chargeOf(intent)
  const store = async (data: unknown) =>
    shop.engine.db
      .update(sandboxObjects)
      .set({ data })
      .where(eq(sandboxObjects.id, String(intent.latest_charge)))
  const refund = (idempotencyKey: string) =>
    shop.stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey })
  const error = vi.spyOn(testLog, 'error').mockImplementation(() => {})
  await store({ broken: true })
  await expect(refund('one')).rejects.toMatchObject({ statusCode: 500 })
  await store(charge)
  await expect(refund('one')).rejects.toMatchObject({ statusCode: 500 })
  expect(await refund('two')).toMatchObject({ status: 'succeeded' })
  error.mockRestore()
})
