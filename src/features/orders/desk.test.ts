import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Problem } from '#platform/http/problem.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { payFor } from '#testing/orders.ts'
import { readPages } from '#testing/paging.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { DeskOrder, orderSorts, OrderStock, type OrderSort } from './desk-schema.ts'
import { listDesk } from './desk-store.ts'
import { OrderEvent } from './schema.ts'
import { orders } from './tables.ts'

type Person = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let staff: Person
let rafiq: Person
let asma: Person
/** Ids in the order of placing: an hour apart, the last one a day later. */
const placed: string[] = []

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn({ role: 'admin', name: 'Karim Staff' })
  rafiq = await shop.signedIn({ name: 'Rafiq Uddin', email: 'rafiq@northgate.example' })
  asma = await shop.signedIn({ name: 'Asma Begum', email: 'asma@delta.example' })
  const supply = await makeTool(shop.db, { name: 'WX-850 Gold', partNumber: 'WW-850', price: 10_000 })
  const fan = await makeTool(shop.db, { name: 'AF-120', price: 650 })
  const place = async (buyer: Person, order: Parameters<typeof orderOf>[1], tool = supply) =>
    placed.push(await shop.shop.orders.place(buyer.subject, orderOf(tool, order), undefined))
  await place(rafiq, { orderQuantity: 2, address: '9 Qadir Lane' })
  shop.clock.advance({ hours: 1 })
  await place(asma, { orderQuantity: 3, purchaseOrderNumber: 'PO-100%' })
  shop.clock.advance({ hours: 1 })
  await place(rafiq, { orderQuantity: 4 }, fan)
  shop.clock.advance({ hours: 24 })
  await place(asma, {
    toolId: undefined,
    orderQuantity: undefined,
    lines: [
      { toolId: supply.id, quantity: 1 },
      { toolId: fan.id, quantity: 5 },
    ],
  })
  await payFor(shop, placed[1] ?? '')
  await shop.shop.telling.tell()
})
afterAll(() => shop.close())

const ask = async (path: string, by = staff) => shop.app.request(`/api${path}`, { headers: by.headers })
const listed = async (query: string) => {
  const answer = await ask(`/orders${query}`)
  expect(answer.status).toBe(200)
  const items = z.array(DeskOrder).parse(await answer.json())
  return items.map(({ _id }) => placed.indexOf(_id) + 1)
}

test('staff see all orders, newest first, and their number', async () => {
  const answer = await ask('/orders')
  expect(answer.headers.get('x-total-count')).toBe('4')
  const [newest, , second] = z.array(DeskOrder).parse(await answer.json())
  expect(newest).toMatchObject({
    name: 'Asma Begum',
    email: 'asma@delta.example',
    productName: 'WX-850 Gold + 1 more',
    lineCount: 2,
    orderQuantity: 6,
    totalAmount: 132.5,
    refundedAmount: 0,
    currency: 'usd',
    state: 'placed',
    paid: false,
    packed: false,
    paidAt: null,
  })
  expect(second).toMatchObject({ productName: 'WX-850 Gold', state: 'paid', paid: true })
})

describe('filtering the list', () => {
  test.each([
    ['by state', '?state=paid', [2]],
    ['by a state without orders', '?state=shipped', []],
    ['up to a day', '?to=2025-06-02', [3, 2, 1]],
    ['from a day', '?from=2025-06-03', [4]],
    ['between two days', '?from=2025-06-02&to=2025-06-03', [4, 3, 2, 1]],
    ['by a name', '?q=RAFIQ', [3, 1]],
    ['by a word of the e-mail address', '?q=delta', [4, 2]],
    ['by several words', '?q=asma%20af-120', [4]],
    ['by an address', '?q=qadir', [1]],
    ['by a part number', '?q=ww-850', [4, 2, 1]],
    ['by the buyer’s own order number, taken literally', '?q=po-100%25', [2]],
    ['by punctuation alone', '?q=%25', []],
    ['by the beginning of a word', '?q=del', [4, 2]],
    ['by words with the index’s special characters', "?q=po':*%20%26", [2]],
    ['by a short word', '?q=qa', [1]],
    ['by words that look like SQL', "?q=a'::tsquery)%20or%20true%20--", []],
    ['by words in Bangla', '?q=%E0%A6%A2%E0%A6%BE%E0%A6%95%E0%A6%BE', []],
    ['not by the middle of a word', '?q=adir', []],
    ['by all at once', '?q=asma&state=placed&from=2025-06-03', [4]],
  ])('%s', async (_, query, found) => expect(await listed(query)).toEqual(found))

  test('by days in Dhaka, whatever the database’s time zone', async () => {
    const narrowing = shop.db.transaction(async (tx) => {
      // Half an hour before the end of a day in Dhaka that is an hour shorter in Berlin.
      const createdAt = new Date('2026-03-29T17:30:00Z')
      await tx
        .update(orders)
        .set({ createdAt })
        .where(eq(orders.id, placed[0] ?? ''))
      await tx.execute(sql`set local time zone 'Europe/Berlin'`)
      const day = '2026-03-29'
      expect((await listDesk(tx, { from: day, to: day }, shop.clock.now())).items).toHaveLength(1)
      tx.rollback()
    })
    await expect(narrowing).rejects.toThrow('Rollback')
  })

  test('by order number', async () => {
    const [{ number } = { number: '' }] = z.array(DeskOrder).parse(await (await ask('/orders?q=qadir')).json())
    expect(number).toMatch(/^WW-2025-/)
    expect(await listed(`?q=${number.toLowerCase()}`)).toEqual([1])
  })

  test.each(['?from=yesterday', '?state=lost', '?sort=name', '?cursor=x', '?limit=0'])('refuses %s', async (query) => {
    expect((await ask(`/orders${query}`)).status).toBe(400)
  })
})

const sorted: Record<OrderSort, readonly number[]> = {
  newest: [4, 3, 2, 1],
  oldest: [1, 2, 3, 4],
  total: [3, 4, 1, 2],
  '-total': [2, 1, 4, 3],
}

test.each(orderSorts)('sorted by %s, pages add up to the whole list', async (sort) => {
  expect(await listed(`?sort=${sort}`)).toEqual(sorted[sort])
  const pages = z.array(DeskOrder).parse(await readPages(ask, `/orders?sort=${sort}&limit=1`))
  expect(pages.map(({ _id }) => placed.indexOf(_id) + 1)).toEqual(sorted[sort])
})

test('a cursor of one sort order is refused in another', async () => {
  const next = async (sort: string) =>
    /cursor=([^&>]+)/.exec((await ask(`/orders?sort=${sort}&limit=1`)).headers.get('link') ?? '')?.[1]
  expect((await ask(`/orders?sort=newest&cursor=${await next('total')}`)).status).toBe(400)
  expect((await ask(`/orders?sort=total&cursor=${await next('newest')}`)).status).toBe(400)
  const never = Buffer.from(JSON.stringify({ key: '2025-13-45T25:61:61.000Z', id: placed[0] })).toString('base64url')
  expect((await ask(`/orders?cursor=${never}`)).status).toBe(400)
})

test('the CSV matches the list and contains no formulas', async () => {
  const answer = await ask('/orders.csv?q=asma')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  // The byte order mark that tells spreadsheets it is UTF-8.
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
  const [head, ...rows] = new TextDecoder().decode(bytes).split('\r\n')
  expect(head).toBe(
    'Order,Placed (Asia/Dhaka),State,Name,E-mail,Phone,Address,Purchase order,Products,Pieces,Total,Refunded,Currency,Paid (Asia/Dhaka)',
  )
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatch(/^WW-2025-\d{6},2025-06-03 18:00:00,placed,Asma Begum,asma@delta\.example,'\+880 /)
  expect(rows[0]).toContain(',1 × WX-850 Gold; 5 × AF-120,6,132.50,0.00,USD,')
  expect(rows[1]).toMatch(/,PO-100%,3 × WX-850 Gold,3,300.00,0.00,USD,2025-06-03 18:00:00$/)
  expect(rows[2]).toBe('')
})

test('a user can download one CSV at a time, and the next once it has ended', async () => {
  const first = await ask('/orders.csv')
  const second = await ask('/orders.csv')
  expect(second.status).toBe(429)
  await first.body?.cancel()
  const third = await ask('/orders.csv')
  expect((await third.text()).split('\r\n')).toHaveLength(6)
  expect((await ask('/orders.csv')).status).toBe(200)
})

test('a HEAD request for the CSV does not count as a download', async () => {
  const { headers } = await shop.signedIn({ role: 'admin' })
  const asked = (method: string) => shop.app.request('/api/orders.csv', { method, headers })
  const head = await asked('HEAD')
  expect(head.status).toBe(200)
  expect(head.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect((await asked('GET')).status).toBe(200)
})

describe('the timeline', () => {
  const events = async (id: string, by: Person) => {
    const answer = await ask(`/order/${id}/events`, by)
    expect(answer.status).toBe(200)
    return z.array(OrderEvent).parse(await answer.json())
  }

  test('tells staff who did what, with notes, and hides both from the buyer', async () => {
    const id = placed[1] ?? ''
    const note = { note: ' Call the gate first. ' }
    expect((await shop.app.request(`/api/order/${id}/note`, json('POST', note, staff.headers))).status).toBe(204)
    expect(await events(id, staff)).toMatchObject([
      { kind: 'placed', by: 'Asma Begum', at: '2025-06-02T11:00:00.000Z' },
      { kind: 'paid', by: null },
      { kind: 'note', by: 'Karim Staff', note: 'Call the gate first.' },
    ])
    expect(await events(id, asma)).toMatchObject([
      { kind: 'placed', by: 'you' },
      { kind: 'paid', by: null },
    ])
    expect((await events(id, asma)).length).toBe(2)
  })

  test('tells whether the buyer or the shop cancelled', async () => {
    const tool = await makeTool(shop.db)
    const cancelledBy = async (by: Person) => {
      const id = await shop.shop.orders.place(rafiq.subject, orderOf(tool), undefined)
      await shop.app.request(`/api/order/${id}/cancel`, json('POST', {}, by.headers))
      return (await events(id, rafiq)).map((event) => [event.kind, event.by])
    }
    expect(await cancelledBy(rafiq)).toEqual([
      ['placed', 'you'],
      ['cancelled', 'you'],
    ])
    expect(await cancelledBy(staff)).toEqual([
      ['placed', 'you'],
      ['cancelled', 'us'],
    ])
  })

  test.each([
    ['', 'Note is Required'],
    [' ', 'Note is Required'],
    ['x'.repeat(1001), 'Must be 1,000 characters or shorter'],
  ])('refuses invalid note %#', async (note, detail) => {
    const answer = await shop.app.request(`/api/order/${placed[0]}/note`, json('POST', { note }, staff.headers))
    expect(answer.status).toBe(422)
    expect(Problem.parse(await answer.json()).detail).toBe(detail)
    expect(await events(placed[0] ?? '', staff)).toHaveLength(1)
  })

  test('answers 404 for an order that does not exist', async () => {
    const nobody = '0199f0a0-0000-7000-8000-000000000001'
    expect((await ask(`/order/${nobody}/events`)).status).toBe(404)
    const note = json('POST', { note: 'x' }, staff.headers)
    expect((await shop.app.request(`/api/order/${nobody}/note`, note)).status).toBe(404)
  })
})

test('staff see the stock an order took and gave back', async () => {
  const tool = await makeTool(shop.db, { name: 'LA-90' })
  const id = await shop.shop.orders.place(rafiq.subject, orderOf(tool, { orderQuantity: 3 }), undefined)
  await shop.app.request(`/api/order/${id}/cancel`, json('POST', {}, rafiq.headers))
  const answer = await ask(`/order/${id}/stock`)
  expect(z.array(OrderStock).parse(await answer.json())).toMatchObject([
    { toolId: tool.id, productName: 'LA-90', quantity: -3, reason: 'order' },
    { toolId: tool.id, productName: 'LA-90', quantity: 3, reason: 'cancelled' },
  ])
  expect((await ask('/order/0199f0a0-0000-7000-8000-000000000001/stock')).status).toBe(404)
})
