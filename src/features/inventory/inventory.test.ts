import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { orders } from '#features/orders/tables.ts'
import { encodeCursor } from '#platform/db/cursor.ts'
import { newId } from '#platform/ids.ts'
import { auditOf } from '#testing/audit.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { readPages } from '#testing/paging.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { StockMovement, StockNow } from './schema.ts'

type Person = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let staff: Person
let buyer: Person
let toolId: string
beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn({ role: 'admin', name: 'Farhana Islam' })
  buyer = await shop.signedIn()
})
beforeEach(async () => {
  toolId = (await makeTool(shop.db, { availableQuantity: 50, name: 'WX-850 Gold' })).id
})
afterAll(() => shop.close())

const enter = (body: unknown, headers: Record<string, string> = {}, id = toolId) =>
  shop.app.request(`/api/tool/${id}/stock`, json('POST', body, { ...staff.headers, ...headers }))
const read = (query = '', id = toolId) => shop.app.request(`/api/tool/${id}/stock${query}`, { headers: staff.headers })
const movements = async (query = '') => z.array(StockMovement).parse(await (await read(query)).json())
const stockIn = async (answer: Response) => StockNow.parse(await answer.json()).available_quantity

/** All movements, read in pages of `limit`. */
const inPages = async (limit: number) =>
  z
    .array(StockMovement)
    .parse(
      await readPages(
        async (address) => shop.app.request(`/api${address}`, { headers: staff.headers }),
        `/tool/${toolId}/stock?limit=${limit}`,
      ),
    )

describe('stock entries by staff', () => {
  test('put receipts, counts and changes in the ledger with author and note', async () => {
    expect(await stockIn(await enter({ received: 30, note: ' Delivery 4711 ' }))).toBe(80)
    expect(await stockIn(await enter({ counted: 77, note: 'Shelf B' }))).toBe(77)
    expect(await stockIn(await enter({ change: -7, note: ' ' }))).toBe(70)
    const who = 'Farhana Islam'
    expect(await movements()).toMatchObject([
      { quantity: -7, reason: 'correction', note: null, who, order: null, available: 70 },
      { quantity: -3, reason: 'correction', note: 'Shelf B', who, order: null, available: 77 },
      { quantity: 30, reason: 'receipt', note: 'Delivery 4711', who, order: null, available: 80 },
      { quantity: 50, reason: 'opening', note: null, who: null, order: null, available: 50 },
    ])
    expect((await read()).headers.get('x-total-count')).toBe('4')
    expect(await stockOf(shop.db, toolId)).toEqual({ available: 70, ledger: 70 })
    const entries = (await auditOf(shop.db)).filter(({ subjectId }) => subjectId === toolId)
    expect(entries).toMatchObject([
      {
        action: 'stock.received',
        actorId: staff.actor.id,
        before: { available_quantity: 50 },
        after: { available_quantity: 80, note: 'Delivery 4711' },
      },
      { action: 'stock.corrected', after: { available_quantity: 77, note: 'Shelf B' } },
      { action: 'stock.corrected', before: { available_quantity: 77 }, after: { available_quantity: 70 } },
    ])
  })

  test('change the product’s answer at once', async () => {
    const shown = async () =>
      z.looseObject({ available_quantity: z.int() }).parse(await (await shop.app.request(`/api/tool/${toolId}`)).json())
    expect((await shown()).available_quantity).toBe(50)
    await enter({ received: 1 })
    expect((await shown()).available_quantity).toBe(51)
  })

  test('leave no movement when a count agrees', async () => {
    expect(await stockIn(await enter({ counted: 50 }))).toBe(50)
    expect(await movements()).toHaveLength(1)
  })

  test.each([
    [{}, 422],
    [{ received: 0 }, 422],
    [{ received: 1.5 }, 422],
    [{ received: 10_000_001 }, 422],
    [{ counted: -1 }, 422],
    [{ change: 0 }, 422],
    [{ received: 1, change: 1 }, 422],
    [{ received: 1, note: 'x'.repeat(201) }, 422],
    [{ received: 1, note: '\u0000' }, 422],
    [{ change: -51 }, 422],
  ])('%j is refused and changes no stock', async (body, status) => {
    expect((await enter(body)).status).toBe(status)
    expect(await stockOf(shop.db, toolId)).toEqual({ available: 50, ledger: 50 })
  })

  test('taking too many pieces reports the current stock at the field', async () => {
    expect(await (await enter({ change: -51 })).json()).toMatchObject({
      errors: [{ path: 'change', message: expect.stringContaining('There are 50 now.') }],
    })
  })

  test.each([
    [{ received: 10_000_001 }, 'Must be 10,000,000 or less'],
    [{ counted: 1e20 }, 'Must be 10,000,000 or less'],
    [{ change: -10_000_001 }, 'Must be -10,000,000 or more'],
  ])('%j reports the limit', async (body, message) => {
    expect(await (await enter(body)).json()).toMatchObject({ detail: message })
  })

  test('a deleted product has no stock to see or change', async () => {
    await shop.app.request(`/api/tool/${toolId}`, { method: 'DELETE', headers: staff.headers })
    for (const id of [toolId, newId()]) {
      expect((await enter({ received: 1 }, {}, id)).status).toBe(404)
      expect((await read('', id)).status).toBe(404)
    }
  })
})

describe('an entry that is sent twice', () => {
  const key = () => ({ 'idempotency-key': newId() })

  test('with the same key changes the stock once, even at the same moment', async () => {
    const same = key()
    const answers = await Promise.all([1, 2, 3].map(() => enter({ received: 5 }, same)))
    expect(await Promise.all(answers.map(stockIn))).toEqual([55, 55, 55])
    expect(await stockIn(await enter({ received: 5 }, same))).toBe(55)
    expect(await stockIn(await enter({ received: 5 }, key()))).toBe(60)
  })

  test('with the key of another entry or product is refused', async () => {
    const same = key()
    await enter({ received: 5 }, same)
    expect((await enter({ received: 6 }, same)).status).toBe(409)
    const other = await makeTool(shop.db)
    expect((await enter({ received: 5 }, same, other.id)).status).toBe(409)
    expect(await stockOf(shop.db, other.id)).toEqual({ available: 50, ledger: 50 })
    expect(await stockOf(shop.db, toolId)).toEqual({ available: 55, ledger: 55 })
  })

  test('by another person counts separately', async () => {
    const same = key()
    await enter({ received: 5 }, same)
    const other = await shop.signedIn({ role: 'admin' })
    expect(await stockIn(await enter({ received: 5 }, { ...other.headers, ...same }))).toBe(60)
  })
})

describe('stock movements', () => {
  test('name the orders that moved the stock', async () => {
    const id = await shop.shop.orders.place(buyer.subject, orderOf({ id: toolId }, { orderQuantity: 4 }), undefined)
    await shop.app.request(`/api/order/${id}/cancel`, json('POST', {}, buyer.headers))
    const [row] = await shop.db.select().from(orders)
    const order = { id, number: row?.number }
    expect((await movements()).slice(0, 2)).toMatchObject([
      { quantity: 4, reason: 'cancelled', who: null, order, available: 50 },
      { quantity: -4, reason: 'order', who: null, order, available: 46 },
    ])
  })

  test('show the running total after each movement on every page', async () => {
    const change = fc.integer({ min: -20, max: 20 }).filter((by) => by !== 0)
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (changes, limit) => {
        toolId = (await makeTool(shop.db, { availableQuantity: 9 })).id
        for (const by of changes) await enter({ change: by })
        const all = await inPages(limit)
        let stock = 0
        const sums = all.toReversed().map(({ quantity }) => (stock += quantity))
        expect(all.map(({ available }) => available).toReversed()).toEqual(sums)
        expect(await stockOf(shop.db, toolId)).toEqual({ available: stock, ledger: stock })
        expect(all.map(({ _id }) => _id)).toEqual((await movements()).map(({ _id }) => _id))
      }),
      { numRuns: 20 },
    )
  })

  test('of a later page stay correct when the stock changes meanwhile', async () => {
    await enter({ received: 5 })
    const first = await read('?limit=1')
    const next = /<[^?]*(\?[^>]*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    await enter({ received: 100 })
    expect(await movements(next)).toMatchObject([{ reason: 'opening', available: 50 }])
  })

  test.each(['x', '1e9', '99999999999', ''])('refuse a cursor containing %j', async (key) => {
    expect((await read(`?limit=1&cursor=${encodeCursor({ key, id: newId() })}`)).status).toBe(400)
  })
})
