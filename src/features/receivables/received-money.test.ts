import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditEntries } from '#features/credit/tables.ts'
import { recordedBy } from '#testing/audit.ts'
import { stockOf } from '#testing/stock.ts'
import { openAccountShop, type AccountShop } from './testing.ts'

let shop: AccountShop
beforeAll(async () => {
  shop = await openAccountShop()
})
afterAll(() => shop.close())

describe('money received by other means', () => {
  test('pays the longest due order first, also in part, and the rest pays the next order', async () => {
    const buyer = await shop.buyerWith()
    const first = await shop.placed(buyer, 1)
    shop.clock.advance({ hours: 48 })
    const second = await shop.placed(buyer, 2)
    expect((await shop.pay(buyer, 150)).status).toBe(201)
    expect(await shop.read(first._id, buyer)).toMatchObject({ state: 'paid', owedAmount: 0 })
    expect(await shop.read(second._id, buyer)).toMatchObject({ state: 'confirmed', owedAmount: 150 })
    await shop.pay(buyer, 200)
    expect(await shop.stateOf(buyer)).toMatchObject({ owed: 0, credit: 50, available: 1050 })
    const third = await shop.placed(buyer, 1)
    expect(third).toMatchObject({ state: 'confirmed', owedAmount: 50 })
    expect(await shop.stateOf(buyer)).toMatchObject({ owed: 50, credit: 0, available: 950 })
  })

  test('pays the named orders first, several with one payment', async () => {
    const buyer = await shop.buyerWith()
    const [first, second, third] = [
      await shop.placed(buyer, 1),
      await shop.placed(buyer, 2),
      await shop.placed(buyer, 3),
    ]
    await shop.pay(buyer, 450, { orders: [third._id, second._id] })
    expect((await shop.read(third._id, buyer)).owedAmount).toBe(0)
    expect((await shop.read(second._id, buyer)).owedAmount).toBe(50)
    expect((await shop.read(first._id, buyer)).owedAmount).toBe(100)
    const again = await shop.pay(buyer, 50, { orders: [second._id, third._id] })
    expect(again.status).toBe(422)
    expect(await again.json()).toMatchObject({
      errors: [{ path: 'orders.1', message: 'This order has nothing left to pay.' }],
    })
  })

  test('is entered once per key', async () => {
    const buyer = await shop.buyerWith()
    await shop.placed(buyer, 5)
    const key = { 'idempotency-key': 'one' }
    const answers = await Promise.all([1, 2, 3].map(() => shop.pay(buyer, 100, {}, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await shop.stateOf(buyer)).toMatchObject({ owed: 400 })
    expect((await shop.pay(buyer, 200, {}, key)).status).toBe(409)
    expect((await shop.pay(buyer, 100)).status).toBe(422)
    expect((await shop.pay(buyer, 100, {}, key)).status).toBe(201)
  })

  test('is entered once per key even when several staff enter it at once', async () => {
    const [first, second] = [shop.staff, await shop.signedIn({ role: 'admin' })]
    const buyer = await shop.buyerWith()
    await shop.placed(buyer, 5)
    const senders = [first, second, first, second]
    const answers = await Promise.all(senders.map((by) => shop.pay(buyer, 100, {}, { 'idempotency-key': 'both' }, by)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await shop.stateOf(buyer)).toMatchObject({ owed: 400 })
  })

  test('is not entered twice with the same reference, amount and day, in two tabs at once or later', async () => {
    const [buyer, other] = [await shop.buyerWith(), await shop.buyerWith()]
    const { _id } = await shop.placed(buyer, 1)
    const key = { 'idempotency-key': 'first' }
    const tabs = [key, { 'idempotency-key': 'second' }, {}]
    const answers = await Promise.all(tabs.map((each) => shop.pay(buyer, 100, { orders: [_id] }, each)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422])
    const refused = await shop.pay(buyer, 100, { orders: [_id] })
    expect(await refused.json()).toMatchObject({
      errors: [{ path: 'reference', message: expect.stringContaining('add to its reference') }],
    })
    expect(await shop.stateOf(buyer)).toMatchObject({ owed: 0, credit: 0 })
    const others = [{ reference: 'TT 4711, second' }, { receivedAt: '2025-05-31' }, { amount: 90 }]
    for (const each of others) expect((await shop.pay(buyer, 100, each)).status).toBe(201)
    expect((await shop.pay(other, 100)).status).toBe(201)
  })

  test('can be paid back as far as no order has used it', async () => {
    const buyer = await shop.buyerWith()
    await shop.pay(buyer, 80)
    const most = await shop.pay(buyer, -80.01)
    expect(most.status).toBe(422)
    expect(await most.json()).toMatchObject({
      errors: [{ path: 'amount', message: 'At most $80.00 of this account’s credit can be paid back.' }],
    })
    const entries = await recordedBy(shop.db, () => shop.pay(buyer, -80))
    expect(entries).toMatchObject([{ action: 'credit.payment-recorded', after: { amount: -80, reference: 'TT 4711' } }])
    expect(await shop.stateOf(buyer)).toMatchObject({ owed: 0, credit: 0 })
  })

  test.each([
    [{ amount: 0 }, 'amount', 'other than 0'],
    [{ amount: '1.860,00' }, 'amount', 'Enter an amount such as 84.50'],
    [{ amount: 0.001 }, 'amount', 'Enter an amount such as'],
    [{ amount: -0.001 }, 'amount', 'Enter an amount such as'],
    [{ amount: 1_000_000_000_000.01 }, 'amount', 'That is too much.'],
    [{ amount: 1e15 }, 'amount', 'That is too much.'],
    [{ reference: ' ' }, 'reference'],
    [{ reference: 'TT\n4711' }, 'reference'],
    [{ reference: 'TT\u202e4711' }, 'reference'],
    [{ receivedAt: '2025-13-01' }, 'receivedAt'],
    [{ receivedAt: '2035-01-01' }, 'receivedAt'],
    [{ orders: ['x'] }, 'orders.0'],
  ])('is refused with %j, and nothing is entered', async (more, path, says = '') => {
    const buyer = await shop.buyerWith()
    const before = await shop.db.$count(creditEntries)
    const answer = await shop.pay(buyer, 10, more)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path, message: expect.stringContaining(says) }] })
    expect(await shop.db.$count(creditEntries)).toBe(before)
  })

  test('can be entered only by staff, for a buyer on account', async () => {
    const [buyer, other] = [await shop.buyerWith(), await shop.signedIn()]
    expect((await shop.pay(buyer, 10, {}, {}, buyer)).status).toBe(403)
    expect((await shop.pay(other, 10)).status).toBe(409)
    expect((await shop.pay(buyer, 10, { email: 'nobody@example.com' })).status).toBe(404)
  })
})

test('a bank transfers all decimals of a currency, though cards do not', async () => {
  const inDinars = await openAccountShop({ currency: 'kwd' })
  const buyer = await inDinars.buyerWith()
  expect((await inDinars.pay(buyer, 1.235)).status).toBe(201)
  expect(await inDinars.stateOf(buyer)).toMatchObject({ credit: 1.235 })
  const fourth = await inDinars.pay(buyer, 1.2355)
  expect(fourth.status).toBe(422)
  expect(await fourth.json()).toMatchObject({ errors: [{ message: 'Enter an amount such as 84.500' }] })
  expect((await inDinars.pay(buyer, -1.235)).status).toBe(201)
  expect(await inDinars.stateOf(buyer)).toMatchObject({ credit: 0 })
  await inDinars.close()
})

test('a credit reduces what is owed, and becomes account credit where that was already paid', async () => {
  const buyer = await shop.buyerWith()
  const made = await shop.placed(buyer, 4)
  const credit = (body: object, key?: string) =>
    shop.call(
      'POST',
      `/order/${made._id}/refund`,
      { reason: 'One broke', restock: true, ...body },
      shop.staff,
      key ? { 'idempotency-key': key } : {},
    )
  const before = await stockOf(shop.db, shop.tool.id)
  const first = await credit({ lines: [{ position: 1, quantity: 1 }] }, 'k')
  expect(first.status).toBe(201)
  expect(await first.json()).toMatchObject({ amount: 100, state: 'succeeded' })
  expect((await credit({ lines: [{ position: 1, quantity: 1 }] }, 'k')).status).toBe(201)
  expect((await stockOf(shop.db, shop.tool.id)).available).toBe((before.available ?? 0) + 1)
  expect(await shop.read(made._id, buyer)).toMatchObject({ refundedAmount: 100, owedAmount: 300 })
  await shop.pay(buyer, 250)
  await credit({ amount: 50, restock: false })
  expect(await shop.read(made._id, buyer)).toMatchObject({ state: 'paid', paid: true, owedAmount: 0 })
  await credit({ restock: false })
  expect(await shop.read(made._id, buyer)).toMatchObject({ state: 'refunded', refundedAmount: 400 })
  expect(await shop.stateOf(buyer)).toMatchObject({ owed: 0, credit: 250, available: 1250 })
})
