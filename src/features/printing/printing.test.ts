import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { erasePrints, readPrints } from '#features/printing/personal-data.ts'
import { orders } from '#features/orders/tables.ts'
import { newId } from '#platform/ids.ts'
import { auditOf } from '#testing/audit.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { printQueue } from './jobs.ts'
import { mostPrinted, Print } from './schema.ts'
import { prints } from './tables.ts'

type Person = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let staff: Person
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  staff = await shop.signedIn({ role: 'admin' })
  shop.clock.advance({ hours: 24 })
})

/** Each test has a day of its own, and its orders. */
function today() {
  const day = shop.clock.now().toISOString().slice(0, 10)
  return { from: day, to: day }
}

/** An order of a buyer in that state. */
async function ordered(state: 'placed' | 'paid', buyer?: Person) {
  const { subject, actor } = buyer ?? (await shop.signedIn())
  const tool = await makeTool(shop.db, { name: 'Printed fan' })
  const id = await shop.shop.orders.place(subject, orderOf(tool), undefined)
  if (state === 'paid') {
    await shop.db.update(orders).set({ state, paidAt: shop.clock.now() }).where(eq(orders.id, id))
  }
  return { id, actor }
}

const call = (path: string, by: Person, init: RequestInit = {}) =>
  shop.app.request(`/api${path}`, { headers: by.headers, ...init })
const ask = (body: object, by = staff) => shop.app.request('/api/prints', json('POST', body, by.headers))
async function asked(body: object, by = staff): Promise<Print> {
  const answer = await ask(body, by)
  expect(answer.status).toBe(202)
  return Print.parse(await answer.json())
}
const work = (id: string) => printQueue(() => shop.shop.printing).work({ id }, 'job')
const read = async (id: string) => Print.parse(await (await call(`/prints/${id}`, staff)).json())
async function pagesOf(id: string): Promise<string[]> {
  const answer = await call(`/prints/${id}/papers.pdf`, staff)
  expect(answer.status).toBe(200)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())))
  return text
}

describe('packing slips for a list of orders', () => {
  test('are one file, oldest first, each with its own page numbers, and count the orders left out', async () => {
    const buyer = await shop.signedIn({ name: 'Farida Akter' })
    await ordered('paid', buyer)
    await ordered('placed', buyer)
    shop.clock.advance({ seconds: 1 })
    const second = await ordered('paid', buyer)
    const print = await asked({ kind: 'packing-slip', ...today() })
    expect(print).toMatchObject({ kind: 'packing-slip', state: 'waiting', orders: 2, drawn: 0, leftOut: 1 })
    expect((await call(`/prints/${print._id}/papers.pdf`, staff)).status).toBe(409)

    await work(print._id)
    expect(await read(print._id)).toMatchObject({ state: 'done', drawn: 2 })
    const pages = await pagesOf(print._id)
    expect(pages).toHaveLength(2)
    const [row] = await shop.db.select().from(orders).where(eq(orders.id, second.id))
    expect(pages[0]).not.toContain(row?.number)
    expect(pages[1]).toContain(row?.number)
    for (const page of pages) {
      expect(page).toContain('Packing slip')
      expect(page).toContain('Page 1 of 1')
      expect(page).toContain('Farida Akter')
    }
  })

  test('can be requested for named orders, and are printed oldest first', async () => {
    const buyer = await shop.signedIn()
    const first = await ordered('paid', buyer)
    shop.clock.advance({ seconds: 1 })
    const [second, unpaid] = [await ordered('paid', buyer), await ordered('placed', buyer)]
    await ordered('paid', buyer)
    const named = [second.id, first.id.toUpperCase(), unpaid.id, second.id, newId()]
    const print = await asked({ kind: 'packing-slip', orders: named })
    expect(print).toMatchObject({ orders: 2, leftOut: 2 })
    await work(print._id)
    const pages = await pagesOf(print._id)
    const numbers = await shop.db.select().from(orders).where(eq(orders.id, first.id))
    expect(pages).toHaveLength(2)
    expect(pages[0]).toContain(numbers[0]?.number)
  })

  test.each([[[]], [['one']], [Array.from({ length: mostPrinted + 1 }, () => newId())], [[newId()]]])(
    'are refused for %#, which names no order or too many',
    async (named) => {
      expect((await ask({ kind: 'packing-slip', orders: named })).status).toBe(422)
    },
  )

  test('follow the list’s filters by day and by what is to ship', async () => {
    await ordered('paid')
    const filter = { kind: 'packing-slip', ...today(), toship: 'yes' }
    expect(await asked(filter)).toMatchObject({ orders: 1 })
    await ordered('placed')
    expect(await asked(filter)).toMatchObject({ orders: 1, leftOut: 0 })
    expect((await ask({ ...filter, from: '2025-01-01', to: '2025-01-01' })).status).toBe(422)
  })

  test('are drawn once, however often the job runs, and not for an order that has ended meanwhile', async () => {
    const buyer = await shop.signedIn()
    const [first] = [await ordered('paid', buyer), await ordered('paid', buyer)]
    const { _id } = await asked({ kind: 'packing-slip', ...today() })
    await shop.db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, first.id))
    await work(_id)
    expect(await read(_id)).toMatchObject({ state: 'done', orders: 2, drawn: 1 })
    const [before] = await shop.db.select().from(prints).where(eq(prints.id, _id))
    await work(_id)
    expect(await shop.db.select().from(prints).where(eq(prints.id, _id))).toEqual([before])
    expect(await pagesOf(_id)).toHaveLength(1)
  })
})

test('printing issues the invoices that are due, and prints the same papers', async () => {
  const { id } = await ordered('paid')
  const { _id } = await asked({ kind: 'invoice', ...today() })
  await work(_id)
  const [page] = await pagesOf(_id)
  const { issued } = await (await call(`/order/${id}/papers`, staff)).json()
  expect(issued).toHaveLength(1)
  expect(page).toContain(issued[0].number)
})

describe('a print request', () => {
  test('is refused with a reason when it is invalid or has nothing to print', async () => {
    await ordered('placed')
    const none = await ask({ kind: 'packing-slip', ...today() })
    expect(none.status).toBe(422)
    expect(await none.json()).toMatchObject({ detail: expect.stringContaining('None of these orders') })
    expect(await (await ask({ kind: 'invoice', ...today() })).json()).toMatchObject({
      detail: expect.stringContaining('an invoice yet'),
    })
    for (const body of [{}, { kind: 'quote' }, { kind: 'invoice', from: 'yesterday' }, { kind: 'invoice', by: 'me' }]) {
      expect((await ask(body)).status).toBe(422)
    }
    expect((await shop.app.request('/api/prints', { ...json('POST', {}, staff.headers), body: '{' })).status).toBe(400)
  })

  test(`is refused for more than ${mostPrinted} orders`, async () => {
    const { id } = await ordered('paid')
    const [row] = await shop.db.select().from(orders).where(eq(orders.id, id))
    if (!row) throw new Error('the order is gone')
    const copy = () => {
      const copied = newId()
      return { ...row, id: copied, number: copied, idempotencyKey: null, requestHash: null }
    }
    await shop.db.insert(orders).values(Array.from({ length: mostPrinted - 1 }, copy))
    const filter = { kind: 'packing-slip', ...today() }
    expect(await asked(filter)).toMatchObject({ orders: mostPrinted })
    await shop.db.insert(orders).values(copy())
    const answer = await ask(filter)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('200 orders') })
  })

  test('is limited in number', async () => {
    await ordered('paid')
    const answers: number[] = []
    for (let n = 0; n < 21; n += 1) answers.push((await ask({ kind: 'packing-slip', ...today() })).status)
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 202), 429])
  })

  test('with a key is one file, however often it is repeated, and the key serves no other request', async () => {
    await ordered('paid')
    const keyed = { ...staff, headers: { ...staff.headers, 'idempotency-key': newId() } }
    const wanted = { kind: 'packing-slip', ...today() }
    // More often than files may be requested: a repeat counts towards no limit.
    const ids = new Set<string>()
    for (let n = 0; n < 22; n += 1) ids.add((await asked(wanted, keyed))._id)
    expect(ids.size).toBe(1)
    expect(await (await call('/prints', staff)).json()).toHaveLength(1)
    expect((await ask({ ...wanted, kind: 'invoice' }, keyed)).status).toBe(409)
    expect((await asked(wanted))._id, 'without the key it is another').not.toBe([...ids][0])
  })
})

describe('a file', () => {
  test('is visible only to its requester and deleted after a day', async () => {
    await ordered('paid')
    const { _id, until } = await asked({ kind: 'packing-slip', ...today() })
    expect(Date.parse(until) - shop.clock.now().getTime()).toBe(24 * 3_600_000)
    await work(_id)
    const other = await shop.signedIn({ role: 'admin' })
    for (const path of [`/prints/${_id}`, `/prints/${_id}/papers.pdf`]) {
      expect((await call(path, other)).status).toBe(404)
      expect((await call(path, staff)).status).toBe(200)
    }
    expect(await (await call('/prints', other)).json()).toEqual([])
    expect(await (await call('/prints', staff)).json()).toMatchObject([{ _id }])
    shop.clock.advance({ hours: 24 })
    expect((await call(`/prints/${_id}/papers.pdf`, staff)).status).toBe(404)
    expect(await (await call('/prints', staff)).json()).toEqual([])
    await shop.shop.printing.sweep()
    expect(await shop.db.$count(prints, eq(prints.id, _id))).toBe(0)
  })

  test('is marked as failed when it could not be drawn, and is not retried', async () => {
    await ordered('paid')
    const { _id } = await asked({ kind: 'packing-slip', ...today() })
    await printQueue(() => shop.shop.printing).giveUp?.({ id: _id })
    expect(await read(_id)).toMatchObject({ state: 'failed' })
    await work(_id)
    expect(await read(_id)).toMatchObject({ state: 'failed' })
  })

  test('is in the audit log without the buyers', async () => {
    await ordered('paid')
    const { _id } = await asked({ kind: 'packing-slip', ...today() })
    const [entry] = (await auditOf(shop.db)).filter(({ subjectId }) => subjectId === _id)
    expect(entry).toMatchObject({ action: 'order.printed', actorId: staff.actor.id, after: { orders: 1 } })
  })
})

describe('erasing a person', () => {
  test('deletes every file that names them and every file they requested', async () => {
    const buyer = await ordered('paid')
    const named = await asked({ kind: 'packing-slip', ...today() })
    shop.clock.advance({ hours: 16 })
    await ordered('paid')
    const another = await asked({ kind: 'packing-slip', ...today() })
    await shop.db.transaction((tx) => erasePrints(tx, { ...buyer.actor, emailVerified: true }))
    expect((await call(`/prints/${named._id}`, staff)).status).toBe(404)
    // Its job finds nothing to do.
    await work(named._id)
    expect((await call(`/prints/${another._id}`, staff)).status).toBe(200)
    for await (const taken of readPrints(shop.db, { ...staff.actor, emailVerified: true })) {
      expect(taken).toMatchObject({ kind: 'packing-slip', orders: 1 })
    }
    await shop.db.transaction((tx) => erasePrints(tx, { ...staff.actor, emailVerified: true }))
    expect(await shop.db.$count(prints, eq(prints.id, another._id))).toBe(0)
  })
})
