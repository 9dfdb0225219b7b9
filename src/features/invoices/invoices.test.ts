import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPaymentShop, type Buyer, type PaymentShop } from '#features/payments/testing.ts'
import { OrderPlaced, type Order } from '#features/orders/schema.ts'
import { newRefund } from '#features/payments/money-back.ts'
import { payments, refunds } from '#features/payments/tables.ts'
import { inTransaction } from '#platform/db/database.ts'
import { minor } from '#shared/money.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { brokenRules } from '#testing/en16931-rules.ts'
import { termsOf } from '#testing/en16931-terms.ts'
import { queriesOf } from '#testing/queries.ts'
import { json } from '#testing/shop.ts'
import { issueFor } from './issue.ts'
import { OrderPapers } from './schema.ts'
import { invoiceCounters, invoices } from './tables.ts'

let shop: PaymentShop
let staff: Buyer
beforeAll(async () => {
  shop = await openPaymentShop()
  Object.assign(shop.config.tax, { rates: [{ rate: 1500 }, { category: 'cases', rate: 750 }] })
  staff = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())

const get = (path: string, by: Buyer = shop.buyer) => shop.app.request(`/api${path}`, { headers: by.headers })
const post = (path: string, body: object, by: Buyer = staff) =>
  shop.app.request(`/api${path}`, json('POST', body, by.headers))
const papersOf = async (id: string, by?: Buyer) =>
  OrderPapers.parse(await (await get(`/order/${id}/papers`, by)).json())
/** The text of a paper. */
async function textOf(path: string, by?: Buyer): Promise<string> {
  const answer = await get(path, by)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), {
    mergePages: true,
  })
  return text
}
const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer()).toString('base64')

test('a paid order has an invoice with its tax, a confirmation and a packing slip', async () => {
  const { order } = await shop.paid({ name: 'WX-850', partNumber: 'WW-1', price: 11_500, quantity: 2 })
  expect((await get(`/order/${order._id}/invoice.pdf`)).headers.get('content-disposition')).toMatch(
    /invoice-INV-\d{6}\.pdf/,
  )
  const { issued, ...others } = await papersOf(order._id)
  expect(others).toEqual({ confirmation: true, packingSlip: true })
  expect(issued).toMatchObject([{ kind: 'invoice', total: 230, currency: 'usd' }])
  const invoice = await textOf(`/order/${order._id}/invoice.pdf`)
  for (const each of [
    'Invoice',
    issued[0]?.number,
    order.number,
    'WX-850',
    'WW-1',
    '$115.00',
    '$230.00',
    '$200.00',
    'VAT 15 %',
    '$30.00',
    'Paid. Thank you.',
  ])
    expect(invoice).toContain(each)
  expect(invoice).toContain('Delivered to')
  const confirmation = await textOf(`/order/${order._id}/confirmation.pdf`)
  for (const each of ['Order confirmation', 'Deliver to']) expect(confirmation).toContain(each)
  const slip = await textOf(`/order/${order._id}/packing-slip.pdf`, staff)
  for (const each of ['To send', 'Deliver to']) expect(slip).toContain(each)
  expect(slip).not.toContain('$')
  expect(slip).not.toContain('Refunded')
})

test('a packing slip shows refunded pieces and does not ask to send them', async () => {
  const { order } = await shop.paid({ price: 10_000, quantity: 5 })
  await post(`/order/${order._id}/refund`, { lines: [{ position: 1, quantity: 2 }], reason: 'One less', restock: true })
  const slip = await textOf(`/order/${order._id}/packing-slip.pdf`, staff)
  expect(slip).toMatch(/Ordered\s+Sent\s+Refunded\s+To send/)
  expect(slip).toMatch(/\b5\s+0\s+2\s+3\b/)
})

test('an unpaid order has no invoice or packing slip, and a cancelled one no confirmation', async () => {
  const { order } = await shop.ordered()
  expect(await papersOf(order._id)).toEqual({ confirmation: true, packingSlip: false, issued: [] })
  expect((await get(`/order/${order._id}/invoice.pdf`)).status).toBe(409)
  expect((await get(`/order/${order._id}/invoice.xml`)).status).toBe(409)
  expect((await get(`/order/${order._id}/packing-slip.pdf`)).status).toBe(409)
  await shop.cancel(order)
  expect((await get(`/order/${order._id}/confirmation.pdf`)).status).toBe(409)
})

test('each refund gets its own credit note and leaves the invoice as issued', async () => {
  const { order } = await shop.paid({ price: 10_000, quantity: 3 })
  const before = await bytesOf(`/order/${order._id}/invoice.pdf`)
  const reason = 'One broke'
  await post(`/order/${order._id}/refund`, { lines: [{ position: 1, quantity: 1 }], reason, restock: false })
  await post(`/order/${order._id}/refund`, { amount: 50, reason: 'Late', restock: false })
  const { issued } = await papersOf(order._id)
  expect(issued).toMatchObject([
    { kind: 'invoice', total: 300 },
    { kind: 'credit-note', total: 100 },
    { kind: 'credit-note', total: 50 },
  ])
  const note = await textOf(`/order/${order._id}/issued/${issued[1]?._id}`)
  expect(note).toContain(`Corrects ${issued[0]?.number}: One broke`)
  expect(note).toContain('$13.04')
  Object.assign(shop.config.seller, { name: 'Another name' })
  expect(await bytesOf(`/order/${order._id}/invoice.pdf`)).toBe(before)
  expect(await papersOf(order._id)).toMatchObject({ issued })
})

test('staff can find an order by the numbers of its papers and parcels', async () => {
  const { order } = await shop.paid({ price: 10_000, quantity: 3 })
  await post(`/order/${order._id}/refund`, { amount: 50, reason: 'Late', restock: false })
  await post(`/order/${order._id}/ship`, { carrier: 'DHL', tracking: 'JD-0146' })
  // Issues them before the order's own search words are written.
  const { issued } = await papersOf(order._id)
  await shop.shop.telling.tell()
  for (const q of [...issued.map(({ number }) => number), 'jd-0146', order.number]) {
    const found: unknown = await (await get(`/orders?q=${q}`, staff)).json()
    expect(found, q).toMatchObject([{ _id: order._id }])
  }
})

test('a credit note stands when its refund fails, and covers the refund sent instead', async () => {
  const { order } = await shop.paid({ price: 10_000, quantity: 3 })
  const refund = (amount: number) => post(`/order/${order._id}/refund`, { amount, reason: 'Late', restock: false })
  const totals = async () => (await papersOf(order._id)).issued.map(({ total }) => total)
  await refund(50)
  expect(await totals()).toEqual([300, 50])
  const failed = { state: 'failed', failure: 'lost_or_stolen_card' } as const
  await shop.db.update(refunds).set(failed).where(eq(refunds.orderId, order._id))
  await refund(50)
  expect(await totals()).toEqual([300, 50])
  await refund(20)
  expect(await totals()).toEqual([300, 50, 20])
  await shop.db
    .update(refunds)
    .set(failed)
    .where(eq(refunds.amount, minor(2000)))
  await refund(30)
  // The scheduled job issues them too, and only once.
  await shop.shop.invoices.issueDue()
  await shop.shop.invoices.issueDue()
  expect(await totals()).toEqual([300, 50, 20, 10])
})

test('a returned payment that the order could not take is on no credit note', async () => {
  const { order } = await shop.paid({ price: 10_000 })
  const at = shop.clock.now()
  const times = { createdAt: at, checkedAt: at, changedAt: at }
  const [second] = await shop.db
    .insert(payments)
    .values({
      orderId: order._id,
      intentId: 'pi_second',
      amount: minor(10_000),
      currency: 'usd',
      state: 'refunded',
      ...times,
    })
    .returning()
  if (!second) throw new Error('no payment')
  await shop.db
    .insert(refunds)
    .values({ ...newRefund(second, minor(10_000), 'The order could not take this payment', at), state: 'succeeded' })
  await shop.shop.invoices.issueDue()
  expect((await papersOf(order._id)).issued.map(({ kind }) => kind)).toEqual(['invoice'])
  // Nothing is left to be issued.
  expect(await queriesOf(() => shop.shop.invoices.issueDue())).toHaveLength(1)
})

test('an order on account is invoiced once fully sent, with its due date', async () => {
  const buyer = await shop.signedIn()
  const tool = await makeTool(shop.db, { price: 5_000 })
  await shop.app.request(
    `/api/user/${buyer.actor.email}/terms`,
    json('PUT', { netDays: 30, creditLimit: 1000 }, staff.headers),
  )
  const placed = await post(
    '/order',
    { ...orderOf(tool, { orderQuantity: 2 }), payBy: 'invoice', purchaseOrderNumber: 'PO-9' },
    buyer,
  )
  const { _id } = OrderPlaced.parse(await placed.json())
  expect((await get(`/order/${_id}/invoice.pdf`, buyer)).status).toBe(409)
  await post(`/order/${_id}/ship`, { carrier: 'Pathao' })
  const invoice = await textOf(`/order/${_id}/invoice.pdf`, buyer)
  expect(invoice).toContain('To be paid by: 2 July 2025')
  expect(invoice).toContain('Your order number: PO-9')
  expect(invoice).not.toContain('Thank you')
  const confirmation = () => textOf(`/order/${_id}/confirmation.pdf`, buyer)
  expect(await confirmation()).toContain('please pay by 2 July 2025')
  await post('/payment', { email: buyer.actor.email, amount: 200, reference: 'TT 9', receivedAt: '2025-06-01' })
  const afterwards = await confirmation()
  expect(afterwards).toContain('Paid. Thank you.')
  expect(afterwards).not.toContain('please pay')
})

test('an invoice is also an e-invoice when the seller’s details allow one', async () => {
  const { order } = await shop.paid({ price: 11_500 })
  const formOf = (id: string, as: string) => get(`/order/${order._id}/issued/${id}?as=${as}`)
  const before = (await papersOf(order._id)).issued[0]
  expect(before?.eInvoice).toBe(false)
  const refused = await formOf(before?._id ?? '', 'ubl')
  expect([refused.status, await refused.json()]).toMatchObject([409, { detail: expect.stringContaining('tax number') }])

  Object.assign(shop.config.seller, { taxId: '000123456-0101' })
  const { order: next } = await shop.paid({ price: 11_500 })
  await post(`/order/${next._id}/refund`, { amount: 50, reason: 'Late', restock: false })
  const { issued } = await papersOf(next._id)
  expect(issued.map(({ kind, eInvoice }) => [kind, eInvoice])).toEqual([
    ['invoice', true],
    ['credit-note', true],
  ])
  const xml = await get(`/order/${next._id}/invoice.xml`)
  expect(xml.headers.get('content-disposition')).toContain(`${issued[0]?.number}.xml`)
  expect((await get(`/order/${next._id}/invoice.xml`, await shop.signedIn())).status).toBe(404)
  for (const { _id, number } of issued) {
    const call = (as: string) => get(`/order/${next._id}/issued/${_id}?as=${as}`)
    const ubl = await call('ubl')
    expect(ubl.headers.get('content-type')).toBe('application/xml')
    expect(ubl.headers.get('content-disposition')).toContain(`${number}.xml`)
    expect(brokenRules(termsOf(await ubl.text()))).toEqual([])
    const facturX = await call('factur-x')
    expect(facturX.headers.get('content-type')).toBe('application/pdf')
    expect(await facturX.text()).toContain('factur-x.xml')
    expect((await call('doc')).status).toBe(400)
  }
})

describe('numbers', () => {
  const all = async () => (await shop.db.select().from(invoices)).map(({ kind, sequence }) => [kind, sequence] as const)
  const gaps = async () => {
    const found = await all()
    return (['invoice', 'credit-note'] as const).flatMap((kind) => {
      const numbers = found.flatMap(([of, sequence]) => (of === kind ? [sequence] : [])).toSorted((a, b) => a - b)
      return numbers.some((number, n) => number !== n + 1) ? [numbers] : []
    })
  }

  test('have no gaps or duplicates, under concurrency and failures', async () => {
    const orders: Order[] = []
    for (let n = 0; n < 6; n += 1) orders.push((await shop.paid()).order)
    const failing = (id: string) =>
      inTransaction(shop.db, async (tx) => {
        await issueFor(tx, id, shop.config, shop.clock.now())
        throw new Error('the process ended')
      }).catch(() => undefined)
    const asked = orders.flatMap(({ _id }) => [failing(_id), papersOf(_id), papersOf(_id), failing(_id)])
    await Promise.all(asked)
    expect(await gaps()).toEqual([])
    for (const { _id } of orders) expect((await papersOf(_id)).issued).toHaveLength(1)
    const counters = await shop.db.select().from(invoiceCounters)
    for (const { kind, last } of counters) expect((await all()).filter(([of]) => of === kind)).toHaveLength(last)
  })

  test('are also assigned by the scheduled job, soon after payment', async () => {
    const { order } = await shop.paid()
    const before = await shop.db.$count(invoices)
    // Event ids begin with the real time.
    shop.clock.advance({ seconds: (Date.now() - shop.clock.now().getTime()) / 1000 })
    await shop.shop.invoices.issueDue()
    await shop.shop.invoices.issueDue()
    expect(await shop.db.$count(invoices)).toBeGreaterThan(before)
    expect((await papersOf(order._id)).issued).toHaveLength(1)
  })
})

test('papers are visible only to their owner and staff', async () => {
  const { order } = await shop.paid()
  const other = await shop.signedIn()
  const { issued } = await papersOf(order._id)
  for (const path of ['papers', 'confirmation.pdf', 'invoice.pdf', 'packing-slip.pdf', `issued/${issued[0]?._id}`]) {
    expect((await get(`/order/${order._id}/${path}`, other)).status, path).toBe(404)
    expect((await get(`/order/${order._id}/${path}`, staff)).status, path).toBe(200)
  }
  const mine = await shop.paid()
  expect((await get(`/order/${mine.order._id}/issued/${issued[0]?._id}`)).status).toBe(404)
})
