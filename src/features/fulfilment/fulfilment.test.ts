import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { staffSteps } from '#features/orders/rules.ts'
import { Order, OrderEvent } from '#features/orders/schema.ts'
import { Problem } from '#platform/http/problem.ts'
import { markRefunded, markRefundFailed, wholeRest } from '#features/orders/after-payment.ts'
import { recordedBy } from '#testing/audit.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { payFor, withOrder } from '#testing/orders.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { minor } from '#shared/money.ts'

type Person = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let staff: Person
let buyer: Person
beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn({ role: 'admin', name: 'Karim Staff' })
  buyer = await shop.signedIn()
})
afterAll(() => shop.close())

/** A paid order of 10 supplies and 4 fans. */
async function paidOrder() {
  const supply = await makeTool(shop.db, { availableQuantity: 50, price: 1000 })
  const fan = await makeTool(shop.db, { availableQuantity: 50, price: 500 })
  const lines = [
    { toolId: supply.id, quantity: 10 },
    { toolId: fan.id, quantity: 4 },
  ]
  const order = orderOf(supply, { toolId: undefined, orderQuantity: undefined, lines })
  const id = await shop.shop.orders.place(buyer.subject, order, undefined)
  await payFor(shop, id)
  return { id, supply, fan }
}

const step = (id: string, name: string, body: unknown = {}) =>
  shop.app.request(`/api/order/${id}/${name}`, json('POST', body, staff.headers))
const taken = async (id: string, name: string, body?: unknown) => {
  const answer = await step(id, name, body)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return Order.parse(await answer.json())
}
const refused = async (id: string, name: string, body: unknown, status: number) => {
  const before = await read(id)
  const answer = await step(id, name, body)
  expect(answer.status).toBe(status)
  expect(await read(id)).toEqual(before)
  return Problem.parse(await answer.json())
}
const read = async (id: string) =>
  Order.parse(await (await shop.app.request(`/api/order/${id}`, { headers: buyer.headers })).json())
/** The order as the staff list shows it. */
const listed = async (id: string) =>
  (await shop.shop.orderDesk.list(staff.actor, {})).items.find(({ _id }) => _id === id)
const timeline = async (id: string) =>
  z
    .array(OrderEvent)
    .parse(await (await shop.app.request(`/api/order/${id}/events`, { headers: staff.headers })).json())

test('an order is packed, shipped whole and delivered', async () => {
  const { id, supply } = await paidOrder()
  expect(await taken(id, 'pack')).toMatchObject({ state: 'paid', packedAt: shop.clock.now().toISOString() })
  // A second press changes nothing.
  await taken(id, 'pack')
  const sent = await taken(id, 'ship', { carrier: ' DHL ', tracking: 'JD 014' })
  expect(sent).toMatchObject({ state: 'shipped', paid: true, packedAt: null })
  expect(sent.lines.map(({ shipped }) => shipped)).toEqual([10, 4])
  expect(await taken(id, 'deliver')).toMatchObject({ state: 'delivered', paid: true })
  expect(await timeline(id)).toMatchObject([
    { kind: 'placed' },
    { kind: 'paid' },
    { kind: 'packed', by: 'Karim Staff' },
    {
      kind: 'shipped',
      by: 'Karim Staff',
      carrier: 'DHL',
      tracking: 'JD 014',
      trackingUrl: 'https://www.dhl.com/en/express/tracking.html?AWB=JD%20014',
      lines: [
        { position: 1, quantity: 10 },
        { position: 2, quantity: 4 },
      ],
    },
    { kind: 'delivered', by: 'Karim Staff' },
  ])
  expect(await stockOf(shop.db, supply.id)).toEqual({ available: 40, ledger: 40 })
})

test('an order sent in parts is shipped with its last piece and delivered with its last parcel', async () => {
  const { id } = await paidOrder()
  await taken(id, 'pack')
  expect(await listed(id)).toMatchObject({ packed: true, partSent: false })
  const part = await taken(id, 'ship', { carrier: 'Own van', lines: [{ position: 1, quantity: 6 }], parcelsBefore: 0 })
  expect(part).toMatchObject({ state: 'paid', packedAt: null })
  expect(part.lines.map(({ shipped }) => shipped)).toEqual([6, 0])
  expect(await listed(id)).toMatchObject({ state: 'paid', packed: false, partSent: true })
  const [first] = (await timeline(id)).flatMap(({ parcel }) => parcel ?? [])
  expect(await taken(id, 'deliver', { parcel: first })).toMatchObject({ state: 'paid' })
  // A hurried second press: the page does not know of the parcel yet.
  expect(
    await refused(id, 'ship', { carrier: 'Own van', lines: [{ position: 1, quantity: 4 }], parcelsBefore: 0 }, 409),
  ).toMatchObject({ detail: expect.stringContaining('in the meantime') })
  expect((await taken(id, 'ship', { carrier: 'DHL', parcelsBefore: 1 })).state).toBe('shipped')
  expect(await listed(id)).toMatchObject({ state: 'shipped', partSent: false })
  expect(await refused(id, 'deliver', { parcel: first }, 409)).toMatchObject({
    detail: 'No parcel of this order is on its way.',
  })
  expect((await taken(id, 'deliver')).state).toBe('delivered')
  const parcels = (await timeline(id)).filter(({ kind }) => kind === 'delivered').map(({ parcel }) => parcel)
  expect(parcels).toEqual([first, undefined])
})

test('an arrived parcel does not make the order delivered while pieces are left to send', async () => {
  const { id } = await paidOrder()
  await taken(id, 'ship', { carrier: 'DHL', lines: [{ position: 2, quantity: 4 }] })
  expect((await taken(id, 'deliver')).state).toBe('paid')
  await taken(id, 'ship', { carrier: 'DHL' })
  expect((await taken(id, 'deliver')).state).toBe('delivered')
})

test('a parcel cannot exceed what was ordered, and each wrong line is named', async () => {
  const { id } = await paidOrder()
  await taken(id, 'ship', { carrier: 'DHL', lines: [{ position: 2, quantity: 4 }] })
  const problem = await refused(
    id,
    'ship',
    {
      carrier: 'DHL',
      lines: [
        { position: 1, quantity: 11 },
        { position: 2, quantity: 1 },
        { position: 3, quantity: 1 },
      ],
    },
    422,
  )
  expect(problem.errors).toEqual([
    { path: 'lines.0.quantity', message: 'Only 10 left to send on this line.', code: 'available' },
    { path: 'lines.1.quantity', message: 'Nothing on this line is left to send.', code: 'available' },
    { path: 'lines.2.position', message: 'The order has no line 3.', code: 'gone' },
  ])
})

test('refunded lines are not sent, and the order is shipped without them', async () => {
  const { id, fan } = await paidOrder()
  await withOrder(shop, id, (tx, order) =>
    markRefunded(
      tx,
      order,
      { amount: minor(2000), lines: [{ position: 2, quantity: 4 }], restock: true, reason: 'Out of production' },
      { at: shop.clock.now(), actorId: staff.actor.id },
    ),
  )
  expect(await stockOf(shop.db, fan.id)).toEqual({ available: 50, ledger: 50 })
  const sent = await taken(id, 'ship', { carrier: 'DHL' })
  expect(sent).toMatchObject({ state: 'shipped', refundedAmount: 20, totalAmount: 120 })
  expect(sent.lines.map(({ shipped, refunded }) => [shipped, refunded])).toEqual([
    [10, 0],
    [0, 4],
  ])
})

test('an order is shipped once the unsent rest is refunded, and refunded once all of it is', async () => {
  const { id } = await paidOrder()
  await taken(id, 'ship', { carrier: 'DHL', lines: [{ position: 1, quantity: 10 }] })
  const pay = (amount: number, lines: { position: number; quantity: number }[]) =>
    withOrder(shop, id, (tx, order) =>
      markRefunded(
        tx,
        order,
        { amount: minor(amount), lines, restock: false, reason: 'Broken' },
        { at: shop.clock.now() },
      ),
    )
  expect(await pay(2000, [{ position: 2, quantity: 4 }])).toEqual([])
  expect(await read(id)).toMatchObject({ state: 'shipped' })
  await pay(10_000, [])
  expect(await read(id)).toMatchObject({ state: 'refunded', refundedAmount: 120, paid: false })
})

test('an order is delivered once the rest is refunded, and paid again when that refund fails', async () => {
  const { id } = await paidOrder()
  await taken(id, 'ship', { carrier: 'DHL', lines: [{ position: 1, quantity: 10 }] })
  const fans = { amount: minor(2000), lines: [{ position: 2, quantity: 4 }] }
  const at = shop.clock.now()
  const refundAndFail = async () => {
    const refund = { ...fans, restock: false, reason: 'Broken' }
    await withOrder(shop, id, (tx, order) => markRefunded(tx, order, refund, { at }))
    const { state } = await read(id)
    await withOrder(shop, id, (tx, order) => markRefundFailed(tx, order, fans, { at }))
    return [state, (await read(id)).state]
  }
  expect(await refundAndFail()).toEqual(['shipped', 'paid'])
  await taken(id, 'deliver')
  expect(await refundAndFail()).toEqual(['delivered', 'paid'])
  expect((await taken(id, 'ship', { carrier: 'DHL' })).state).toBe('shipped')
  expect((await taken(id, 'deliver')).state).toBe('delivered')
})

test('staff actions on an order are in the audit log, once per actual change', async () => {
  const { id } = await paidOrder()
  const entries = await recordedBy(shop.db, async () => {
    await taken(id, 'pack')
    await taken(id, 'pack')
    await taken(id, 'ship', { carrier: 'DHL', tracking: 'JD1', lines: [{ position: 1, quantity: 10 }] })
    await refused(id, 'ship', { carrier: 'DHL', lines: [{ position: 1, quantity: 1 }] }, 422)
    await taken(id, 'deliver')
    expect((await step(id, 'note', { note: 'Late' })).status).toBe(204)
  })
  const { number } = await read(id)
  const common = { actorId: staff.actor.id, subjectType: 'order', subjectId: id, subjectLabel: number }
  expect(entries).toMatchObject([
    { ...common, action: 'order.packed' },
    {
      ...common,
      action: 'order.shipped',
      after: { carrier: 'DHL', tracking: 'JD1', lines: [{ position: 1, quantity: 10 }] },
    },
    { ...common, action: 'order.delivered' },
    // The note's text is in the order's timeline, for staff only.
    { ...common, action: 'order.noted', before: null, after: null },
  ])
})

test('cancelling is recorded for an admin but not for the buyer', async () => {
  const tool = await makeTool(shop.db)
  const cancelled = async (by: Person) => {
    const id = await shop.shop.orders.place(buyer.subject, orderOf(tool), undefined)
    return recordedBy(shop.db, () => shop.app.request(`/api/order/${id}/cancel`, json('POST', {}, by.headers)))
  }
  expect(await cancelled(buyer)).toEqual([])
  expect(await cancelled(staff)).toMatchObject([{ action: 'order.cancelled', actorId: staff.actor.id }])
})

test('each step is refused with a reason when the order’s state does not allow it', async () => {
  const tool = await makeTool(shop.db)
  const unpaid = await shop.shop.orders.place(buyer.subject, orderOf(tool), undefined)
  for (const name of ['pack', 'ship', 'deliver'] as const) {
    const { detail } = await refused(unpaid, name, name === 'ship' ? { carrier: 'DHL' } : {}, 409)
    expect(detail).toBe(`This order is placed. ${staffSteps[name].because}`)
  }
  const { id } = await paidOrder()
  expect((await refused(id, 'deliver', {}, 409)).detail).toBe('No parcel of this order is on its way.')
  await taken(id, 'ship', { carrier: 'DHL' })
  expect((await refused(id, 'ship', { carrier: 'DHL' }, 409)).detail).toBe(
    'This order is shipped. Only orders that are paid, or on account, can be shipped, as long as pieces are left to send.',
  )
  expect((await step('0199f0a0-0000-7000-8000-000000000001', 'pack')).status).toBe(404)
})

test.each([
  [{}, 'carrier', 'Carrier is Required'],
  [{ carrier: ' ' }, 'carrier', 'Carrier is Required'],
  [{ carrier: 'x'.repeat(61) }, 'carrier', 'Must be 60 characters or shorter'],
  [{ carrier: 'DHL', lines: [] }, 'lines', 'Send at least one piece'],
  [{ carrier: 'DHL', lines: [{ position: 1, quantity: 0 }] }, 'lines.0.quantity', expect.any(String)],
  [
    {
      carrier: 'DHL',
      lines: [
        { position: 1, quantity: 1 },
        { position: 1, quantity: 1 },
      ],
    },
    'lines',
    'List each line only once',
  ],
])('a parcel is refused: %j', async (body, path, message) => {
  const { id } = await paidOrder()
  expect((await refused(id, 'ship', body, 422)).errors?.[0]).toMatchObject({ path, message })
})

test('an order returns to its previous state when its full refund fails', async () => {
  const refundAndFail = async (id: string) => {
    await withOrder(shop, id, async (tx, order) => {
      const rest = await wholeRest(tx, order)
      const at = shop.clock.now()
      await markRefunded(tx, order, { ...rest, restock: false, reason: 'Broken' }, { at })
      await markRefundFailed(tx, { ...order, state: 'refunded', refunded: order.total }, rest, { at })
    })
    return (await read(id)).state
  }
  const { id } = await paidOrder()
  expect(await refundAndFail(id)).toBe('paid')
  await taken(id, 'ship', { carrier: 'DHL', lines: [{ position: 1, quantity: 10 }] })
  expect(await refundAndFail(id)).toBe('paid')
  await taken(id, 'ship', { carrier: 'DHL' })
  expect((await timeline(id)).findLast(({ kind }) => kind === 'shipped')?.lines).toEqual([{ position: 2, quantity: 4 }])
  expect(await refundAndFail(id)).toBe('shipped')
  const [first] = (await timeline(id)).flatMap(({ kind, parcel }) => (kind === 'shipped' && parcel ? [parcel] : []))
  await taken(id, 'deliver', { parcel: first })
  expect(await refundAndFail(id)).toBe('shipped')
  await taken(id, 'deliver')
  expect(await refundAndFail(id)).toBe('delivered')
})
