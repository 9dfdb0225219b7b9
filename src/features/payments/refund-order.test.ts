import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OrderEvent, type Order } from '#features/orders/schema.ts'
import { Problem } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { json } from '#testing/shop.ts'
import { recordedBy } from '#testing/audit.ts'
import { testLog } from '#testing/log.ts'
import { stockOf } from '#testing/stock.ts'
import { disputeStateOf } from './rules.ts'
import { OrderMoney, Refund } from './schema.ts'
import { disputes } from './tables.ts'
import { openPaymentShop, type Buyer, type PaymentShop } from './testing.ts'

let shop: PaymentShop
let admin: Buyer
beforeAll(async () => {
  shop = await openPaymentShop()
  admin = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())

const send = (order: Order, body: object, key?: string) =>
  shop.app.request(
    `/api/order/${order._id}/refund`,
    json(
      'POST',
      { reason: 'Broken', restock: false, ...body },
      { ...admin.headers, ...(key && { 'idempotency-key': key }) },
    ),
  )
async function refunded(order: Order, body: object = {}) {
  const answer = await send(order, body)
  expect(answer.status).toBe(201)
  return Refund.parse(await answer.json())
}
async function refused(order: Order, body: object) {
  const { status, detail, errors } = Problem.parse(await (await send(order, body)).json())
  return { status, detail, path: errors?.[0]?.path }
}
const moneyOf = async (order: Order, by: Buyer = admin) =>
  OrderMoney.parse(await (await shop.app.request(`/api/order/${order._id}/money`, { headers: by.headers })).json())
const atProvider = async (intentId: string) =>
  (await shop.network.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)

test('a full refund is sent once, and restocks if requested', async () => {
  const { tool, order, intentId } = await shop.paid({ quantity: 3 })
  expect(await refunded(order, { restock: true })).toMatchObject({
    orderId: order._id,
    amount: 304.2,
    state: 'succeeded',
    reason: 'Broken',
    lines: [{ position: 1, quantity: 3 }],
    by: { email: admin.actor.email },
    failure: null,
  })
  expect(await shop.read(order._id)).toMatchObject({ state: 'refunded', refundedAmount: 304.2 })
  expect(await atProvider(intentId)).toEqual([30_420])
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  expect(await refused(order, {})).toMatchObject({
    status: 409,
    detail: expect.stringContaining('already been refunded'),
  })
  // The provider's events about it bring nothing new.
  for (const event of shop.sentFor(intentId)) await shop.webhook(event)
  await shop.reconcileLater()
  expect(await moneyOf(order)).toMatchObject({ captured: 304.2, refunded: 304.2, kept: 0, refunds: [{}] })
  expect(await atProvider(intentId)).toHaveLength(1)
})

test('a refund by lines returns their price and counts the pieces', async () => {
  const { tool, order, intentId } = await shop.paid({ quantity: 5 })
  expect(await refunded(order, { lines: [{ position: 1, quantity: 2 }], restock: true })).toMatchObject({
    amount: 202.8,
  })
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid', refundedAmount: 202.8, lines: [{ refunded: 2 }] })
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 47, ledger: 47 })
  expect(await refused(order, { lines: [{ position: 1, quantity: 4 }] })).toMatchObject({
    status: 422,
    path: 'lines.0.quantity',
  })
  expect(await refused(order, { lines: [{ position: 2, quantity: 1 }] })).toMatchObject({
    status: 422,
    path: 'lines.0.position',
  })
  await refunded(order)
  expect(await atProvider(intentId)).toEqual([30_420, 20_280])
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 47, ledger: 47 })
})

test('whether refunded pieces went back on sale is for staff only', async () => {
  const { order } = await shop.paid({ quantity: 2 })
  await refunded(order, { lines: [{ position: 1, quantity: 1 }], restock: true })
  const refundSeenBy = async ({ headers }: Buyer) => {
    const timeline = await shop.app.request(`/api/order/${order._id}/events`, { headers })
    return OrderEvent.array()
      .parse(await timeline.json())
      .find(({ kind }) => kind === 'refunded')
  }
  expect(await refundSeenBy(admin)).toMatchObject({ reason: 'Broken', restock: true })
  const seen = await refundSeenBy(shop.buyer)
  expect(seen).toMatchObject({ reason: 'Broken' })
  expect(seen).not.toHaveProperty('restock')
})

test('a refund by amount never exceeds what is left', async () => {
  const { order } = await shop.paid()
  await refunded(order, { amount: 1.4 })
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid', refundedAmount: 1.4, lines: [{ refunded: 0 }] })
  const timeline = await shop.app.request(`/api/order/${order._id}/events`, { headers: admin.headers })
  expect(await timeline.json()).toContainEqual(expect.objectContaining({ kind: 'refunded', amount: 1.4 }))
  expect(await refused(order, { amount: 100.01 })).toMatchObject({ status: 422, path: 'amount' })
  expect(await refused(order, { amount: 0.001 })).toMatchObject({ status: 422, path: 'amount' })
  expect(await refused(order, { reason: 'Two\u0001broke' })).toMatchObject({ status: 422, path: 'reason' })
  expect(await refused(order, { amount: 50, restock: true })).toMatchObject({ status: 422, path: 'restock' })
  expect(await refunded(order, { lines: [{ position: 1, quantity: 1 }] })).toMatchObject({ amount: 100 })
  expect(await shop.read(order._id)).toMatchObject({ state: 'refunded', refundedAmount: 101.4 })
})

test.each([
  ['no reason', { reason: ' ' }, 'reason'],
  ['a long reason', { reason: 'x'.repeat(501) }, 'reason'],
  ['no decision about the stock', { restock: undefined }, 'restock'],
  ['a line twice', { lines: [1, 1].map((position) => ({ position, quantity: 1 })) }, 'lines.1.position'],
  ['no lines', { lines: [] }, 'lines'],
  ['an unknown field', { surprise: 1 }, ''],
])('%s is refused, and nothing is refunded', async (_, body, path) => {
  const { order, intentId } = await shop.paid()
  expect(await refused(order, body)).toMatchObject({ status: 422, path })
  expect(await atProvider(intentId)).toEqual([])
})

test('an unpaid order cannot be refunded', async () => {
  const { order } = await shop.ordered()
  expect(await refused(order, {})).toMatchObject({ status: 409, detail: expect.stringContaining('No card payment') })
  const nowhere = { ...order, _id: newId() }
  expect(await refused(nowhere, {})).toMatchObject({ status: 404 })
})

describe('a refund requested twice', () => {
  test('is made once under one key, which no other refund can use', async () => {
    const { order, intentId } = await shop.paid()
    const answers = await Promise.all([1, 2, 3].map(() => send(order, { amount: 1 }, 'one')))
    const ids = await Promise.all(answers.map(async (answer) => Refund.parse(await answer.json())._id))
    expect(new Set(ids).size).toBe(1)
    expect(await atProvider(intentId)).toEqual([100])
    expect((await send(order, { amount: 2 }, 'one')).status).toBe(409)
    expect((await send(order, { amount: 2 }, 'bad key')).status).toBe(400)
  })

  test('is refused when it was based on another refunded amount', async () => {
    const { order, intentId } = await shop.paid()
    const both = await Promise.all([1, 2].map(() => send(order, { amount: 1, refundedAmount: 0 })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const problem = Problem.parse(await both.find(({ status }) => status === 409)?.json())
    expect(problem).toMatchObject({ refundedAmount: 1 })
    expect(await atProvider(intentId)).toEqual([100])
  })
})

test('with the provider down, a refund is stored, counted and sent later', async () => {
  const { order, intentId } = await shop.paid()
  await shop.network.goDown()
  const answer = await send(order, { amount: 2 })
  expect([answer.status, Refund.parse(await answer.json()).state]).toEqual([202, 'requested'])
  expect(await shop.read(order._id)).toMatchObject({ refundedAmount: 2 })
  await shop.network.comeBack()
  expect(await atProvider(intentId)).toEqual([])
  await shop.reconcileLater()
  expect(await atProvider(intentId)).toEqual([200])
  expect(await moneyOf(order)).toMatchObject({ refunded: 2, kept: 99.4, refunds: [{ state: 'succeeded' }] })
})

test('a refund that the provider refuses is reversed on the order', async () => {
  const { tool, order, intentId } = await shop.paid({ card: '4000000000000259' })
  const error = vi.spyOn(testLog, 'error').mockImplementation(() => {})
  for (const times of [1, 2]) {
    expect(await refunded(order, { restock: true })).toMatchObject({ state: 'failed', failure: 'charge_disputed' })
    expect(error).toHaveBeenCalledTimes(times)
    expect(await shop.read(order._id)).toMatchObject({ state: 'paid', refundedAmount: 0, lines: [{ refunded: 0 }] })
    expect(await atProvider(intentId)).toEqual([])
    // Restocked pieces stay on sale, and are restocked only once.
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  }
  error.mockRestore()
})

describe('while the bank decides a dispute', () => {
  const isDisputed = '4000000000000259'
  const setStatus = (order: Order, status: string) =>
    shop.db
      .update(disputes)
      .set({ status, state: disputeStateOf(status) })
      .where(eq(disputes.orderId, order._id))

  test('refunds are refused with advice', async () => {
    const { order, intentId } = await shop.paid({ card: isDisputed })
    await shop.reconcileLater()
    expect(await moneyOf(order)).toMatchObject({ disputes: [{ state: 'open' }] })
    expect(await refused(order, {})).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Answer the dispute'),
    })
    expect(await moneyOf(order)).toMatchObject({ refunded: 0, refunds: [] })
    expect(await atProvider(intentId)).toEqual([])
  })

  test.each([
    ['an inquiry', 'warning_needs_response'],
    ['a dispute that was won', 'won'],
  ])('%s does not block a refund', async (_, status) => {
    const { order } = await shop.paid({ card: isDisputed })
    await shop.reconcileLater()
    await setStatus(order, status)
    const error = vi.spyOn(testLog, 'error').mockImplementation(() => {})
    // The stand-in refuses to refund a disputed charge, so it was asked.
    expect(await refunded(order)).toMatchObject({ state: 'failed', failure: 'charge_disputed' })
    error.mockRestore()
  })
})

describe('the money of an order', () => {
  test('is shown to its owner without names and failures', async () => {
    const { order, intentId } = await shop.paid()
    await refunded(order, { amount: 3 })
    const own = await moneyOf(order, shop.buyer)
    expect(own).toMatchObject({ captured: 101.4, refunded: 3, kept: 98.4, refunds: [{ amount: 3, reason: 'Broken' }] })
    expect(JSON.stringify(own)).not.toMatch(/failure|"by"|payments|disputes|pi_/)
    expect(await moneyOf(order)).toMatchObject({
      payments: [{ intentId, counts: true, captured: 101.4, refunded: 3, kept: 98.4 }],
      disputes: [],
    })
  })

  test('is hidden from anybody else', async () => {
    const { order } = await shop.paid()
    const other = await shop.signedIn()
    const answer = await shop.app.request(`/api/order/${order._id}/money`, { headers: other.headers })
    expect(answer.status).toBe(404)
  })
})

test('a refund’s author, amount and reason are in the audit log, once for a repeated call', async () => {
  const { order } = await shop.paid({ quantity: 3 })
  const entries = await recordedBy(shop.db, async () => {
    await send(order, { amount: 10 }, 'once')
    await send(order, { amount: 10 }, 'once')
    await send(order, { amount: 1_000_000 })
  })
  expect(entries).toMatchObject([
    {
      action: 'order.refunded',
      actorId: admin.actor.id,
      subjectId: order._id,
      subjectLabel: order.number,
      after: { amount: 10, reason: 'Broken', restock: false },
    },
  ])
})
