import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPaymentShop } from '#features/payments/testing.ts'
import { Problem } from '#platform/http/problem.ts'
import { recordedBy } from '#testing/audit.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { openAccountShop, type AccountShop } from './testing.ts'

let shop: AccountShop
beforeAll(async () => {
  shop = await openAccountShop()
})
afterAll(() => shop.close())

describe('terms', () => {
  test('let a user buy on account up to the limit, and are recorded in the audit log', async () => {
    const buyer = await shop.signedIn()
    expect(await shop.stateOf(buyer)).toEqual({
      currency: 'usd',
      terms: null,
      owed: 0,
      credit: 0,
      available: 0,
      dueAt: null,
    })
    const entries = await recordedBy(shop.db, () =>
      shop.setTerms(buyer.actor.email, { netDays: 30, creditLimit: 500.5 }),
    )
    expect(entries).toMatchObject([
      {
        action: 'credit.terms-set',
        subjectId: buyer.actor.id,
        before: null,
        after: { netDays: 30, creditLimit: 500.5 },
      },
    ])
    // The end of the day in Dhaka.
    expect(await shop.stateOf(buyer)).toMatchObject({
      terms: { netDays: 30, creditLimit: 500.5 },
      available: 500.5,
      dueAt: '2025-07-02T17:59:59.000Z',
    })
    expect((await shop.setTerms(buyer.actor.email, null)).status).toBe(200)
    expect(await shop.stateOf(buyer)).toMatchObject({ terms: null, available: 0, dueAt: null })
  })

  test.each([
    [{ netDays: -1, creditLimit: 1 }, 'netDays'],
    [{ netDays: 1.5, creditLimit: 1 }, 'netDays'],
    [{ netDays: 366, creditLimit: 1 }, 'netDays'],
    [{ netDays: 30, creditLimit: -1 }, 'creditLimit'],
    [{ netDays: 30, creditLimit: 0.001 }, 'creditLimit', 'Enter an amount such as'],
    [{ netDays: 30 }, 'creditLimit'],
  ])('%j are refused', async (terms, path, says = '') => {
    const buyer = await shop.signedIn()
    const answer = await shop.setTerms(buyer.actor.email, terms)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path, message: expect.stringContaining(says) }] })
    expect((await shop.stateOf(buyer)).terms).toBeNull()
  })

  test('can be set only by staff and only for an existing user', async () => {
    const buyer = await shop.signedIn()
    expect((await shop.setTerms(buyer.actor.email, { netDays: 1, creditLimit: 1 }, buyer)).status).toBe(403)
    expect((await shop.setTerms('nobody@example.com', { netDays: 1, creditLimit: 1 })).status).toBe(404)
  })
})

describe('an order on account', () => {
  test('is confirmed at once, takes its stock for good and has a due date', async () => {
    const buyer = await shop.buyerWith()
    const before = await stockOf(shop.db, shop.tool.id)
    const made = await shop.placed(buyer, 4)
    expect(made).toMatchObject({
      state: 'confirmed',
      paid: false,
      payBy: 'invoice',
      owedAmount: 400,
      dueAt: '2025-07-02T17:59:59.000Z',
    })
    expect(await shop.stateOf(buyer)).toMatchObject({ owed: 400, available: 600 })
    shop.clock.advance({ hours: 100 })
    await shop.shop.orders.expireDue()
    shop.clock.advance({ hours: -100 })
    expect((await shop.read(made._id, buyer)).state).toBe('confirmed')
    expect((await stockOf(shop.db, shop.tool.id)).available).toBe((before.available ?? 0) - 4)
  })

  test('is refused beyond the credit limit, with what is left', async () => {
    const buyer = await shop.buyerWith(500)
    await shop.placed(buyer, 3)
    const before = await stockOf(shop.db, shop.tool.id)
    const refused = await shop.order(buyer, 3)
    expect(refused.status).toBe(422)
    expect(Problem.parse(await refused.json())).toMatchObject({
      detail:
        'This order is $300.00, but your credit limit leaves $200.00. Order less, pay by card, or pay your balance first.',
      errors: [{ path: 'payBy', code: 'credit' }],
    })
    expect(await stockOf(shop.db, shop.tool.id)).toEqual(before)
    expect((await shop.order(buyer, 3, { payBy: 'card' })).status).toBe(201)
    expect((await shop.order(buyer, 2)).status).toBe(201)
    expect(await shop.stateOf(buyer)).toMatchObject({ owed: 500, available: 0 })
  })

  test('needs terms', async () => {
    const buyer = await shop.signedIn()
    const refused = await shop.order(buyer, 1)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ errors: [{ path: 'payBy', code: 'credit' }] })
    await shop.setTerms(buyer.actor.email, { netDays: 0, creditLimit: 1000 })
    await shop.placed(buyer, 1)
    await shop.setTerms(buyer.actor.email, null)
    expect((await shop.order(buyer, 1)).status).toBe(422)
    expect(await shop.stateOf(buyer)).toMatchObject({ owed: 100 })
  })

  test('never exceeds the limit, even with simultaneous orders', async () => {
    const buyer = await shop.buyerWith(1000)
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.order(buyer, 3)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(await shop.stateOf(buyer)).toMatchObject({ owed: 900, available: 100 })
  })

  test('does not count towards the limits on unpaid orders and held stock', async () => {
    const own = await openPaymentShop()
    Object.assign(own.config.orderLimits, { unpaidOrders: 1, heldShare: 0.1 })
    const [admin, buyer] = [await own.signedIn({ role: 'admin' }), await own.signedIn()]
    const scarce = await makeTool(own.db, { price: 100, availableQuantity: 10 })
    const send = (method: string, path: string, body: unknown, by = buyer) =>
      own.app.request(`/api${path}`, json(method, body, by.headers))
    await send('PUT', `/user/${buyer.actor.email}/terms`, { netDays: 30, creditLimit: 1000 }, admin)
    const wanted = (payBy: string, orderQuantity: number) =>
      send('POST', '/order', { ...orderOf(scarce, { orderQuantity }), payBy })
    expect((await wanted('card', 1)).status).toBe(201)
    expect((await wanted('card', 1)).status).toBe(422)
    expect((await wanted('invoice', 9)).status).toBe(201)
    await own.close()
  })

  test('can be shipped before it is paid', async () => {
    const buyer = await shop.buyerWith()
    const { _id } = await shop.placed(buyer, 2)
    expect((await shop.call('POST', `/order/${_id}/pack`, {}, shop.staff)).status).toBe(200)
    expect((await shop.call('POST', `/order/${_id}/cancel`, {}, buyer)).status).toBe(409)
    expect((await shop.call('POST', `/order/${_id}/ship`, { carrier: 'Pathao' }, shop.staff)).status).toBe(200)
    expect(await shop.read(_id, buyer)).toMatchObject({ state: 'shipped', paid: false, owedAmount: 200 })
    expect((await shop.call('POST', `/order/${_id}/cancel`, {}, shop.staff)).status).toBe(409)
    expect((await shop.pay(buyer, 200)).status).toBe(201)
    expect(await shop.read(_id, buyer)).toMatchObject({ state: 'shipped', paid: true, owedAmount: 0 })
  })

  test('can be cancelled by its buyer until it is packed, which returns stock and credit', async () => {
    const buyer = await shop.buyerWith()
    const before = await stockOf(shop.db, shop.tool.id)
    const made = await shop.placed(buyer, 5)
    await shop.call('POST', '/create-payment-intent', { orderId: made._id }, buyer)
    await shop.pay(buyer, 100)
    expect((await shop.call('POST', `/order/${made._id}/cancel`, {}, buyer)).status).toBe(200)
    expect(await shop.paymentsOf(made)).toMatchObject([{ state: 'cancelled' }])
    expect(await stockOf(shop.db, shop.tool.id)).toEqual(before)
    expect(await shop.stateOf(buyer)).toMatchObject({ owed: 0, credit: 100, available: 1100 })
    expect((await shop.statement(buyer)).entries.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['order', 500, 500],
      ['payment', -100, 400],
      ['cancelled', -500, -100],
    ])
  })

  test('returns only the remaining stock when cancelled after a partial credit', async () => {
    const buyer = await shop.buyerWith()
    const before = await stockOf(shop.db, shop.tool.id)
    const { _id } = await shop.placed(buyer, 10)
    const credit = { lines: [{ position: 1, quantity: 4 }], reason: 'Out of production', restock: true }
    expect((await shop.call('POST', `/order/${_id}/refund`, credit, shop.staff)).status).toBe(201)
    expect((await shop.call('POST', `/order/${_id}/cancel`, {}, buyer)).status).toBe(200)
    expect(await stockOf(shop.db, shop.tool.id)).toEqual(before)
  })

  test('can be paid by card instead, in full', async () => {
    const tight = await shop.signedIn()
    await shop.setTerms(tight.actor.email, { netDays: 30, creditLimit: 300 })
    const made = await shop.placed(tight, 3)
    const begun = await shop.call('POST', '/create-payment-intent', { orderId: made._id }, tight)
    expect(begun.status).toBe(200)
    await shop.network.pay((await begun.json()).clientSecret)
    await shop.call('POST', '/payment/return', { orderId: made._id }, tight)
    expect(await shop.read(made._id, tight)).toMatchObject({ state: 'paid', paid: true, owedAmount: 0 })
    expect(await shop.stateOf(tight)).toMatchObject({ owed: 0, credit: 0, available: 300 })
    expect((await shop.statement(tight)).entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['order', 300],
      ['card', -300],
    ])
    // The refund goes back to the card.
    const refund = await shop.call(
      'POST',
      `/order/${made._id}/refund`,
      { amount: 50, reason: 'Late', restock: false },
      shop.staff,
    )
    expect(refund.status).toBe(201)
    expect(await shop.stateOf(tight)).toMatchObject({ owed: 0, credit: 0 })
    const differing = await shop.call('GET', '/payments/disagreements', undefined, shop.staff)
    expect(await differing.json()).toEqual([])
  })

  test('has its card payment stopped when paid otherwise', async () => {
    const buyer = await shop.buyerWith()
    const made = await shop.placed(buyer, 3)
    await shop.call('POST', '/create-payment-intent', { orderId: made._id }, buyer)
    await shop.pay(buyer, 300)
    await shop.reconcileLater()
    expect(await shop.paymentsOf(made)).toMatchObject([{ state: 'cancelled' }])
  })

  test('takes no card once partly paid, and a card payment that still arrives is refunded', async () => {
    const buyer = await shop.buyerWith()
    const made = await shop.placed(buyer, 3)
    const begun = await shop.call('POST', '/create-payment-intent', { orderId: made._id }, buyer)
    const { clientSecret } = await begun.json()
    await shop.pay(buyer, 100)
    expect((await shop.call('POST', '/create-payment-intent', { orderId: made._id }, buyer)).status).toBe(409)
    await shop.network.pay(clientSecret)
    await shop.call('POST', '/payment/return', { orderId: made._id }, buyer)
    expect(await shop.read(made._id, buyer)).toMatchObject({ state: 'confirmed', owedAmount: 200 })
    expect(await shop.paymentsOf(made)).toMatchObject([{ state: 'refunded' }])
  })
})
