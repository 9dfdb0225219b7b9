import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditEntries } from '#features/credit/tables.ts'
import { CreditState } from '#features/credit/schema.ts'
import { Order, OrderPlaced } from '#features/orders/schema.ts'
import { openPaymentShop, type Buyer, type PaymentShop } from '#features/payments/testing.ts'
import { Problem } from '#platform/http/problem.ts'
import { recordedBy } from '#testing/audit.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { minor } from '#shared/money.ts'
import { mostEntries, Statement } from './schema.ts'

let shop: PaymentShop
let staff: Buyer
let tool: Awaited<ReturnType<typeof makeTool>>
beforeAll(async () => {
  shop = await openPaymentShop()
  staff = await shop.signedIn({ role: 'admin' })
  tool = await makeTool(shop.db, { price: 10_000, availableQuantity: 10_000 })
})
afterAll(() => shop.close())

const call = (method: string, path: string, body: unknown, by: Buyer, more: Record<string, string> = {}) =>
  shop.app.request(
    `/api${path}`,
    method === 'GET' ? { headers: by.headers } : json(method, body, { ...by.headers, ...more }),
  )
const setTerms = (email: string, terms: unknown, by = staff) => call('PUT', `/user/${email}/terms`, terms, by)
/** A buyer who pays within 30 days and may owe so much, in major units. */
async function buyerWith(creditLimit = 1000): Promise<Buyer> {
  const buyer = await shop.signedIn()
  expect((await setTerms(buyer.actor.email, { netDays: 30, creditLimit })).status).toBe(200)
  return buyer
}
const order = (by: Buyer, pieces: number, more: object = {}) =>
  call('POST', '/order', { ...orderOf(tool, { orderQuantity: pieces }), payBy: 'invoice', ...more }, by)
async function placed(by: Buyer, pieces: number): Promise<Order> {
  const answer = await order(by, pieces)
  expect(answer.status).toBe(201)
  return read(OrderPlaced.parse(await answer.json())._id, by)
}
const read = async (id: string, by: Buyer) =>
  Order.parse(await (await call('GET', `/order/${id}`, undefined, by)).json())
const stateOf = async (by: Buyer) => CreditState.parse(await (await call('GET', '/credit', undefined, by)).json())
const pay = (by: Buyer, amount: number, more: object = {}, headers: Record<string, string> = {}, from = staff) =>
  call(
    'POST',
    '/payment',
    { email: by.actor.email, amount, reference: 'TT 4711', receivedAt: '2025-06-01', ...more },
    from,
    headers,
  )
const statement = async (by: Buyer, query = '') =>
  Statement.parse(await (await call('GET', `/statement?email=${by.actor.email}${query}`, undefined, by)).json())

describe('terms', () => {
  test('let a user buy on account up to the limit, and are in the audit log', async () => {
    const buyer = await shop.signedIn()
    expect(await stateOf(buyer)).toEqual({
      currency: 'usd',
      terms: null,
      owed: 0,
      credit: 0,
      available: 0,
      dueAt: null,
    })
    const entries = await recordedBy(shop.db, () => setTerms(buyer.actor.email, { netDays: 30, creditLimit: 500.5 }))
    expect(entries).toMatchObject([
      {
        action: 'credit.terms-set',
        subjectId: buyer.actor.id,
        before: null,
        after: { netDays: 30, creditLimit: 500.5 },
      },
    ])
    // The end of the day in Dhaka.
    expect(await stateOf(buyer)).toMatchObject({
      terms: { netDays: 30, creditLimit: 500.5 },
      available: 500.5,
      dueAt: '2025-07-02T17:59:59.000Z',
    })
    expect((await setTerms(buyer.actor.email, null)).status).toBe(200)
    expect(await stateOf(buyer)).toMatchObject({ terms: null, available: 0, dueAt: null })
  })

  test.each([
    [{ netDays: -1, creditLimit: 1 }, 'netDays'],
    [{ netDays: 1.5, creditLimit: 1 }, 'netDays'],
    [{ netDays: 366, creditLimit: 1 }, 'netDays'],
    [{ netDays: 30, creditLimit: -1 }, 'creditLimit'],
    [{ netDays: 30, creditLimit: 0.001 }, 'creditLimit'],
    [{ netDays: 30 }, 'creditLimit'],
  ])('%j are none', async (terms, path) => {
    const buyer = await shop.signedIn()
    const answer = await setTerms(buyer.actor.email, terms)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path }] })
    expect((await stateOf(buyer)).terms).toBeNull()
  })

  test('are given by staff alone, to who is there', async () => {
    const buyer = await shop.signedIn()
    expect((await setTerms(buyer.actor.email, { netDays: 1, creditLimit: 1 }, buyer)).status).toBe(403)
    expect((await setTerms('nobody@example.com', { netDays: 1, creditLimit: 1 })).status).toBe(404)
  })
})

describe('an order on account', () => {
  test('is confirmed at once, takes its stock for good, and is owed by its day', async () => {
    const buyer = await buyerWith()
    const before = await stockOf(shop.db, tool.id)
    const made = await placed(buyer, 4)
    expect(made).toMatchObject({
      state: 'confirmed',
      paid: false,
      payBy: 'invoice',
      owedAmount: 400,
      dueAt: '2025-07-02T17:59:59.000Z',
    })
    expect(await stateOf(buyer)).toMatchObject({ owed: 400, available: 600 })
    shop.clock.advance({ hours: 100 })
    await shop.shop.orders.expireDue()
    shop.clock.advance({ hours: -100 })
    expect((await read(made._id, buyer)).state).toBe('confirmed')
    expect((await stockOf(shop.db, tool.id)).available).toBe((before.available ?? 0) - 4)
  })

  test('goes up to the limit and no further, and says what is left', async () => {
    const buyer = await buyerWith(500)
    await placed(buyer, 3)
    const before = await stockOf(shop.db, tool.id)
    const refused = await order(buyer, 3)
    expect(refused.status).toBe(422)
    expect(Problem.parse(await refused.json())).toMatchObject({
      detail:
        'This order is $300.00, and your credit limit leaves $200.00. Order less, pay by card, or pay what is open first.',
      errors: [{ path: 'payBy', code: 'credit' }],
    })
    expect(await stockOf(shop.db, tool.id)).toEqual(before)
    expect((await order(buyer, 3, { payBy: 'card' })).status).toBe(201)
    expect((await order(buyer, 2)).status).toBe(201)
    expect(await stateOf(buyer)).toMatchObject({ owed: 500, available: 0 })
  })

  test('needs terms', async () => {
    const buyer = await shop.signedIn()
    const refused = await order(buyer, 1)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ errors: [{ path: 'payBy', code: 'credit' }] })
    await setTerms(buyer.actor.email, { netDays: 0, creditLimit: 1000 })
    await placed(buyer, 1)
    await setTerms(buyer.actor.email, null)
    expect((await order(buyer, 1)).status).toBe(422)
    expect(await stateOf(buyer)).toMatchObject({ owed: 100 })
  })

  test('of many at once the limit is never passed', async () => {
    const buyer = await buyerWith(1000)
    const answers = await Promise.all(Array.from({ length: 12 }, () => order(buyer, 3)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(await stateOf(buyer)).toMatchObject({ owed: 900, available: 100 })
  })

  test('is not hindered by what limits unpaid orders and the stock they hold', async () => {
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

  test('is sent before its money comes, and paid after', async () => {
    const buyer = await buyerWith()
    const { _id } = await placed(buyer, 2)
    expect((await call('POST', `/order/${_id}/pack`, {}, staff)).status).toBe(200)
    expect((await call('POST', `/order/${_id}/cancel`, {}, buyer)).status).toBe(409)
    expect((await call('POST', `/order/${_id}/ship`, { carrier: 'Pathao' }, staff)).status).toBe(200)
    expect(await read(_id, buyer)).toMatchObject({ state: 'shipped', paid: false, owedAmount: 200 })
    expect((await call('POST', `/order/${_id}/cancel`, {}, staff)).status).toBe(409)
    expect((await pay(buyer, 200)).status).toBe(201)
    expect(await read(_id, buyer)).toMatchObject({ state: 'shipped', paid: true, owedAmount: 0 })
  })

  test('is cancelled by its buyer while nothing stands packed: its stock and its room return', async () => {
    const buyer = await buyerWith()
    const before = await stockOf(shop.db, tool.id)
    const { _id } = await placed(buyer, 5)
    await pay(buyer, 100)
    expect((await call('POST', `/order/${_id}/cancel`, {}, buyer)).status).toBe(200)
    expect(await stockOf(shop.db, tool.id)).toEqual(before)
    expect(await stateOf(buyer)).toMatchObject({ owed: 0, credit: 100, available: 1100 })
    expect((await statement(buyer)).entries.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['order', 500, 500],
      ['payment', -100, 400],
      ['cancelled', -500, -100],
    ])
  })

  test('takes a card instead, whole', async () => {
    const tight = await shop.signedIn()
    await setTerms(tight.actor.email, { netDays: 30, creditLimit: 300 })
    const made = await placed(tight, 3)
    const begun = await call('POST', '/create-payment-intent', { orderId: made._id }, tight)
    expect(begun.status).toBe(200)
    await shop.network.pay((await begun.json()).clientSecret)
    await call('POST', '/payment/return', { orderId: made._id }, tight)
    expect(await read(made._id, tight)).toMatchObject({ state: 'paid', paid: true, owedAmount: 0 })
    expect(await stateOf(tight)).toMatchObject({ owed: 0, credit: 0, available: 300 })
    expect((await statement(tight)).entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['order', 300],
      ['card', -300],
    ])
    // What goes back goes back to the card.
    const refund = await call(
      'POST',
      `/order/${made._id}/refund`,
      { amount: 50, reason: 'Late', restock: false },
      staff,
    )
    expect(refund.status).toBe(201)
    expect(await stateOf(tight)).toMatchObject({ owed: 0, credit: 0 })
    const differing = await call('GET', '/payments/disagreements', undefined, staff)
    expect(await differing.json()).toEqual([])
  })

  test('of which a part was paid takes no card, and money that a card brings all the same goes back', async () => {
    const buyer = await buyerWith()
    const made = await placed(buyer, 3)
    const begun = await call('POST', '/create-payment-intent', { orderId: made._id }, buyer)
    const { clientSecret } = await begun.json()
    await pay(buyer, 100)
    expect((await call('POST', '/create-payment-intent', { orderId: made._id }, buyer)).status).toBe(409)
    await shop.network.pay(clientSecret)
    await call('POST', '/payment/return', { orderId: made._id }, buyer)
    expect(await read(made._id, buyer)).toMatchObject({ state: 'confirmed', owedAmount: 200 })
    expect(await shop.paymentsOf(made)).toMatchObject([{ state: 'refunded' }])
  })
})

describe('money that came otherwise', () => {
  test('pays in part, then whole, the longest due first; what is left over pays the next order', async () => {
    const buyer = await buyerWith()
    const first = await placed(buyer, 1)
    shop.clock.advance({ hours: 48 })
    const second = await placed(buyer, 2)
    expect((await pay(buyer, 150)).status).toBe(201)
    expect(await read(first._id, buyer)).toMatchObject({ state: 'paid', owedAmount: 0 })
    expect(await read(second._id, buyer)).toMatchObject({ state: 'confirmed', owedAmount: 150 })
    await pay(buyer, 200)
    expect(await stateOf(buyer)).toMatchObject({ owed: 0, credit: 50, available: 1050 })
    const third = await placed(buyer, 1)
    expect(third).toMatchObject({ state: 'confirmed', owedAmount: 50 })
    expect(await stateOf(buyer)).toMatchObject({ owed: 50, credit: 0, available: 950 })
  })

  test('pays the orders that are named first, several with one payment', async () => {
    const buyer = await buyerWith()
    const [first, second, third] = [await placed(buyer, 1), await placed(buyer, 2), await placed(buyer, 3)]
    await pay(buyer, 450, { orders: [third._id, second._id] })
    expect((await read(third._id, buyer)).owedAmount).toBe(0)
    expect((await read(second._id, buyer)).owedAmount).toBe(50)
    expect((await read(first._id, buyer)).owedAmount).toBe(100)
    const again = await pay(buyer, 50, { orders: [second._id, third._id] })
    expect(again.status).toBe(422)
    expect(await again.json()).toMatchObject({
      errors: [{ path: 'orders.1', message: 'Nothing is open of this order.' }],
    })
  })

  test('is entered once with a key, and never twice', async () => {
    const buyer = await buyerWith()
    await placed(buyer, 5)
    const key = { 'idempotency-key': 'one' }
    const answers = await Promise.all([1, 2, 3].map(() => pay(buyer, 100, {}, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await stateOf(buyer)).toMatchObject({ owed: 400 })
    expect((await pay(buyer, 200, {}, key)).status).toBe(409)
  })

  test('can be paid back as far as no order took it', async () => {
    const buyer = await buyerWith()
    await pay(buyer, 80)
    const most = await pay(buyer, -80.01)
    expect(most.status).toBe(422)
    expect(await most.json()).toMatchObject({
      errors: [{ path: 'amount', message: 'Of this account’s money $80.00 can be paid back.' }],
    })
    const entries = await recordedBy(shop.db, () => pay(buyer, -80))
    expect(entries).toMatchObject([{ action: 'credit.payment-recorded', after: { amount: -80, reference: 'TT 4711' } }])
    expect(await stateOf(buyer)).toMatchObject({ owed: 0, credit: 0 })
  })

  test.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 0.001 }, 'amount'],
    [{ amount: 1e15 }, 'amount'],
    [{ reference: ' ' }, 'reference'],
    [{ receivedAt: '2025-13-01' }, 'receivedAt'],
    [{ receivedAt: '2035-01-01' }, 'receivedAt'],
    [{ orders: ['x'] }, 'orders.0'],
  ])('with %j it is refused, and nothing entered', async (more, path) => {
    const buyer = await buyerWith()
    const before = await shop.db.$count(creditEntries)
    const answer = await pay(buyer, 10, more)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path }] })
    expect(await shop.db.$count(creditEntries)).toBe(before)
  })

  test('is entered by staff alone, for who buys on account', async () => {
    const [buyer, other] = [await buyerWith(), await shop.signedIn()]
    expect((await pay(buyer, 10, {}, {}, buyer)).status).toBe(403)
    expect((await pay(other, 10)).status).toBe(409)
    expect((await pay(buyer, 10, { email: 'nobody@example.com' })).status).toBe(404)
  })
})

test('what is credited goes off what is owed; of what was paid already it becomes credit', async () => {
  const buyer = await buyerWith()
  const made = await placed(buyer, 4)
  const credit = (body: object, key?: string) =>
    call(
      'POST',
      `/order/${made._id}/refund`,
      { reason: 'One broke', restock: true, ...body },
      staff,
      key ? { 'idempotency-key': key } : {},
    )
  const before = await stockOf(shop.db, tool.id)
  const first = await credit({ lines: [{ position: 1, quantity: 1 }] }, 'k')
  expect(first.status).toBe(201)
  expect(await first.json()).toMatchObject({ amount: 100, state: 'succeeded' })
  expect((await credit({ lines: [{ position: 1, quantity: 1 }] }, 'k')).status).toBe(201)
  expect((await stockOf(shop.db, tool.id)).available).toBe((before.available ?? 0) + 1)
  expect(await read(made._id, buyer)).toMatchObject({ refundedAmount: 100, owedAmount: 300 })
  await pay(buyer, 250)
  await credit({ amount: 50, restock: false })
  expect(await read(made._id, buyer)).toMatchObject({ state: 'paid', paid: true, owedAmount: 0 })
  await credit({ restock: false })
  expect(await read(made._id, buyer)).toMatchObject({ state: 'refunded', refundedAmount: 400 })
  expect(await stateOf(buyer)).toMatchObject({ owed: 0, credit: 250, available: 1250 })
})

describe('a statement', () => {
  test('has a month’s entries with what was owed after each, and what is open now', async () => {
    const buyer = await buyerWith()
    const first = await placed(buyer, 2)
    await pay(buyer, 50, { reference: 'June' })
    shop.clock.advance({ hours: 24 * 35 })
    const second = await placed(buyer, 1)
    const now = await statement(buyer)
    expect(now).toMatchObject({ month: '2025-07', opening: 150, closing: 250, owed: 250, overdue: 150, openCount: 2 })
    expect(now.open).toMatchObject([
      { number: first.number, owed: 150, isOverdue: true },
      { number: second.number, owed: 100, isOverdue: false },
    ])
    const june = await statement(buyer, '&month=2025-06')
    expect(june).toMatchObject({ opening: 0, closing: 150 })
    const answer = await call('GET', `/statement.pdf?email=${buyer.actor.email}&month=2025-06`, undefined, buyer)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="statement-2025-06.pdf"')
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())))
    const paper = text.join(' ').replaceAll(/\s+/g, ' ')
    for (const said of ['Statement June 2025', `Order ${first.number}`, 'Payment June', 'received on 1 Jun 2025']) {
      expect(paper).toContain(said)
    }
    for (const figure of ['$200.00', '-$50.00', '$150.00']) expect(paper).toContain(figure)
    expect(june.entries).toMatchObject([
      { kind: 'order', label: first.number, amount: 200, balance: 200, receivedAt: null },
      { kind: 'payment', label: 'June', amount: -50, balance: 150, receivedAt: '2025-06-01' },
    ])
  })

  test('of thousands of entries comes in pages, whose balances go on from each other and are right at the end', async () => {
    const buyer = await buyerWith()
    const at = (n: number) => new Date(Date.UTC(2025, 4, 31, 12) + Math.floor(n / 3) * 300_000)
    // From the last hours of May on, by the shop's own time, three at each moment.
    const made = Array.from({ length: 2400 }, (_, n) => ({
      userId: buyer.actor.id,
      kind: n % 2 ? ('payment' as const) : ('order' as const),
      amount: minor(n % 2 ? -n : n + 7),
      label: `E${n}`,
      at: at(n),
    }))
    await shop.db.insert(creditEntries).values(made)
    const inMay = made.filter((each) => each.at < new Date('2025-05-31T18:00:00Z'))
    const sum = (list: typeof made) => list.reduce((total, { amount }) => total + amount, 0) / 100
    const pages: Statement[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const page = await statement(buyer, `&month=2025-06${cursor && `&cursor=${cursor}`}`)
      expect(page).toMatchObject({ opening: sum(inMay), closing: sum(made) })
      expect(page.before).toBe(pages.at(-1)?.entries.at(-1)?.balance ?? page.opening)
      pages.push(page)
      cursor = page.nextCursor
    }
    const entries = pages.flatMap((page) => page.entries)
    expect(entries.map(({ label }) => label).toSorted()).toEqual(
      made
        .slice(inMay.length)
        .map(({ label }) => label)
        .toSorted(),
    )
    expect(entries.at(-1)?.balance).toBe(sum(made))
    expect(pages.map((page) => page.entries.length)).toEqual([
      ...pages.slice(1).map(() => mostEntries),
      entries.length % mostEntries,
    ])
    expect((await statement(buyer, '&month=2025-07')).opening).toBe(sum(made))
  })

  test('is its owner’s and the staff’s alone', async () => {
    const [buyer, other] = [await buyerWith(), await shop.signedIn()]
    const path = `/statement?email=${buyer.actor.email}`
    expect((await call('GET', path, undefined, staff)).status).toBe(200)
    expect((await call('GET', path, undefined, other)).status).toBe(403)
    expect((await call('GET', `${path}&month=2025-13`, undefined, buyer)).status).toBe(400)
    expect((await call('GET', `${path}&cursor=here`, undefined, buyer)).status).toBe(400)
    expect((await call('GET', '/statement?email=nobody@example.com', undefined, staff)).status).toBe(404)
  })
})

test('who owes is told once when the time is over', async () => {
  const buyer = await buyerWith()
  const made = await placed(buyer, 1)
  const toldOf = async () => {
    await shop.shop.telling.remind()
    return shop.mails.filter(({ to }) => to === buyer.actor.email).map(({ subject }) => subject)
  }
  expect(await toldOf()).toEqual([`Order ${made.number} confirmed`])
  shop.clock.advance({ hours: 24 * 31 })
  expect(await toldOf()).toEqual([`Order ${made.number} confirmed`, `Order ${made.number} is overdue`])
  expect(await toldOf()).toHaveLength(2)
  const overdue = await call('GET', '/orders?overdue=yes&limit=100', undefined, staff)
  expect((await overdue.json()).map(({ number }: Order) => number)).toContain(made.number)
  await pay(buyer, 40)
  expect((await toldOf()).at(-1)).toBe(`Payment received for order ${made.number}`)
  expect(shop.mails.at(-1)?.paragraphs.join(' ')).toContain('$60.00 is still open')
})
