import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findPerson } from '#features/accounts/personal-data.ts'
import { orders } from '#features/orders/tables.ts'
import { auditEntries } from '#platform/audit/tables.ts'
import { intentOf } from '#testing/card-network.ts'
import { makeUser } from '#testing/factories.ts'
import { testLog } from '#testing/log.ts'
import { findEvent } from './event-store.ts'
import { erasePaymentEvents } from './personal-data.ts'
import { paymentEvents, payments } from './tables.ts'
import { openPaymentShop, type PaymentShop } from './testing.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

async function paidUnheard() {
  const ordered = await shop.ordered()
  await shop.network.pay(ordered.clientSecret)
  const [event] = shop.sentFor(intentOf(ordered.clientSecret))
  if (!event) throw new Error('no event was sent')
  const body = JSON.parse(event.body) as { id: string }
  return { ...ordered, event, body, eventId: body.id }
}
/** An error that does not count as an outage of the provider. */
const failing = <T>(work: () => Promise<T>) =>
  shop.network.tampering(() => Response.json({ error: { type: 'invalid_request_error' } }, { status: 400 }), work)

test('an event is stored raw with its creation and handling times', async () => {
  const { event, body, eventId } = await paidUnheard()
  shop.clock.advance({ seconds: 7 })
  await shop.webhook(event)
  expect(await findEvent(shop.db, eventId)).toMatchObject({
    type: 'payment_intent.succeeded',
    payload: body,
    createdAt: new Date(shop.clock.now().getTime() - 7_000),
    receivedAt: shop.clock.now(),
    handledAt: shop.clock.now(),
    attempts: 1,
    nextAt: null,
    error: null,
  })
})

test('handled events of an erased person are emptied, and those of others kept', async () => {
  const theirs = await paidUnheard()
  const others = await paidUnheard()
  await shop.webhook(theirs.event)
  await shop.webhook(others.event)
  const somebody = await makeUser(shop.db)
  await shop.db.update(orders).set({ userId: somebody.id }).where(eq(orders.id, theirs.order._id))
  const person = await findPerson(shop.db, somebody.id)
  await erasePaymentEvents(shop.db, person)
  expect(await findEvent(shop.db, theirs.eventId)).toMatchObject({ payload: null, type: 'payment_intent.succeeded' })
  expect(await findEvent(shop.db, others.eventId)).toMatchObject({ payload: others.body })
})

test('an event that cannot be handled is stored with the reason, and answered so that it is sent again', async () => {
  const { order, event, eventId } = await paidUnheard()
  expect((await failing(() => shop.webhook(event))).status).toBe(503)
  const kept = await findEvent(shop.db, eventId)
  expect(kept).toMatchObject({ handledAt: null, attempts: 1, error: 'The payment provider refused the request.' })
  expect((await shop.webhook(event)).status).toBe(200)
  expect(await findEvent(shop.db, eventId)).toMatchObject({ handledAt: shop.clock.now(), attempts: 2, error: null })
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
})

test('an event left unhandled by a process is handled by the reconciliation', async () => {
  const { order, body, eventId } = await paidUnheard()
  const at = shop.clock.now()
  // So that the reconciliation does not ask about the payment itself.
  await shop.db
    .update(payments)
    .set({ checkedAt: new Date(at.getTime() + 3_600_000) })
    .where(eq(payments.orderId, order._id))
  await shop.db.insert(paymentEvents).values({
    eventId,
    type: 'payment_intent.succeeded',
    payload: body,
    createdAt: at,
    receivedAt: at,
    attempts: 1,
    nextAt: new Date(at.getTime() + 60_000),
  })
  await shop.shop.payments.reconcile()
  expect(await findEvent(shop.db, eventId)).toMatchObject({ handledAt: null, attempts: 1 })
  await shop.reconcileLater()
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
  expect(await findEvent(shop.db, eventId)).toMatchObject({ handledAt: shop.clock.now(), attempts: 2 })
})

test('the reconciliation retries at growing intervals and gives up after ten attempts', async () => {
  const { event, eventId } = await paidUnheard()
  const warn = vi.spyOn(testLog, 'warn').mockImplementation(() => {})
  await failing(async () => {
    await shop.webhook(event)
    await shop.shop.payments.reconcile()
    expect(await findEvent(shop.db, eventId)).toMatchObject({ attempts: 1 })
    for (let tries = 2; tries <= 10; tries += 1) {
      shop.clock.advance({ seconds: 60 * 2 ** (tries - 2) })
      await shop.shop.payments.reconcile()
      expect(await findEvent(shop.db, eventId)).toMatchObject({ attempts: tries })
      await shop.shop.payments.reconcile()
      expect(await findEvent(shop.db, eventId)).toMatchObject({ attempts: tries })
    }
    shop.clock.advance({ hours: 24 })
    await shop.shop.payments.reconcile()
    expect(await findEvent(shop.db, eventId)).toMatchObject({ attempts: 10, nextAt: null, handledAt: null })
  })
  warn.mockRestore()
  // It can still be replayed by hand.
  await shop.shop.payments.replay(eventId)
  expect(await findEvent(shop.db, eventId)).toMatchObject({ handledAt: shop.clock.now() })
})

describe('replaying an event', () => {
  test('acts as if it had just arrived, and changes nothing when it was already handled', async () => {
    const { order, event, eventId } = await paidUnheard()
    await shop.webhook(event)
    await shop.db.update(payments).set({ state: 'pending' }).where(eq(payments.orderId, order._id))
    const asked = shop.network.calls.length
    await shop.shop.payments.replay(eventId)
    expect(shop.network.calls.length).toBeGreaterThan(asked)
    expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
    await shop.shop.payments.replay(eventId)
    expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
    const entries = await shop.db.select().from(auditEntries).where(eq(auditEntries.subjectId, eventId))
    const said = { action: 'payment.event-replayed', actorId: null, subjectLabel: 'payment_intent.succeeded' }
    expect(entries).toMatchObject([said, said])
  })

  test('is refused for an event that is not stored', async () => {
    await expect(shop.shop.payments.replay('evt_none')).rejects.toMatchObject({ kind: 'not-found' })
    expect(await shop.db.$count(auditEntries, eq(auditEntries.subjectId, 'evt_none'))).toBe(0)
  })
})

test('an event handled half a year ago is emptied but still recognised', async () => {
  const { event, eventId } = await paidUnheard()
  await shop.webhook(event)
  shop.clock.advance({ hours: 179 * 24 })
  await shop.shop.payments.sweepEvents()
  expect(await findEvent(shop.db, eventId)).not.toMatchObject({ payload: null })
  shop.clock.advance({ hours: 48 })
  await shop.shop.payments.sweepEvents()
  expect(await findEvent(shop.db, eventId)).toMatchObject({ payload: null })
  await expect(shop.shop.payments.replay(eventId)).rejects.toMatchObject({ kind: 'not-found' })
})

test('an event adds a paid payment that was never stored', async () => {
  const { order, clientSecret, event } = await paidUnheard()
  await shop.db.delete(payments).where(eq(payments.orderId, order._id))
  expect((await shop.webhook(event)).status).toBe(200)
  expect(await shop.read(order._id)).toMatchObject({ state: 'paid' })
  expect(await shop.paymentsOf(order)).toMatchObject([
    { intentId: intentOf(clientSecret), counts: true, captured: 10_140 },
  ])
})
