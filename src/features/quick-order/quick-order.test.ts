import { eq, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deleteTool } from '#features/catalogue/store.ts'
import { makeTool } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { MatchedOrder, type MatchedRow } from './schema.ts'
import { buyerParts } from './tables.ts'

type Caller = Awaited<ReturnType<TestShop['signedIn']>>
type Tool = Awaited<ReturnType<typeof makeTool>>

let shop: TestShop
let buyer: Caller
let supply: Tool
let silver: Tool
let fan: Tool
beforeAll(async () => {
  shop = await openTestShop({ trustedProxies: 1 })
  buyer = await shop.signedIn()
  const more = { availableQuantity: 100, minimumOrderQuantity: 10, orderIncrement: 5 }
  supply = await makeTool(shop.db, { name: 'WX-850 Gold', partNumber: 'WW-PS-850G', price: 8450, ...more })
  silver = await makeTool(shop.db, { name: 'WX-850 Silver', partNumber: 'WW-PS-850S', price: 7450, ...more })
  fan = await makeTool(shop.db, { name: 'AF-120 Case Fan', partNumber: 'WW-FN-120', price: 690, ...more })
})
afterAll(() => shop.close())

const send = (body: unknown, by = buyer) => shop.app.request('/api/quick-order', json('POST', body, by.headers))
const remember = (body: unknown, by = buyer) => shop.app.request('/api/quick-order/part', json('PUT', body, by.headers))
async function matched(rows: readonly [part: string, quantity: number][], by = buyer): Promise<MatchedOrder> {
  const answer = await send({ rows: rows.map(([part, quantity]) => ({ part, quantity })) }, by)
  expect(answer.status).toBe(200)
  return MatchedOrder.parse(await answer.json())
}
async function meant(part: string, by = buyer): Promise<Pick<MatchedRow, 'how' | 'toolIds'>> {
  const { rows } = await matched([[part, 10]], by)
  return { how: rows[0]?.how ?? 'unknown', toolIds: rows[0]?.toolIds ?? [] }
}

test('rows are answered in order and checked like an order, and each product is listed once', async () => {
  const { rows, tools, currency } = await matched([
    ['ww ps 850g', 20],
    ['AF-120 case fan', 12],
    ['', 5],
    ['WW-PS-850G', 500],
  ])
  expect(currency).toBe('usd')
  expect(rows).toMatchObject([
    { part: 'ww ps 850g', how: 'part', toolIds: [supply.id], line: { ok: true, unitPrice: 84.5, total: 1690 } },
    { how: 'name', toolIds: [fan.id], line: { ok: false, code: 'increment', suggestion: 10 } },
    { part: '', how: 'unknown', toolIds: [], line: null },
    { how: 'part', line: { ok: false, code: 'available', suggestion: 100 } },
  ])
  expect(tools.map(({ _id }) => _id).toSorted()).toEqual([supply.id, fan.id].toSorted())
  expect(tools.find(({ _id }) => _id === fan.id)).toMatchObject({ name: 'AF-120 Case Fan', price: 6.9 })
})

test('an ambiguous row lists the matches, a misspelt one the nearest, and an unknown one nothing', async () => {
  const several = await matched([['WX-850', 10]])
  expect(several.rows).toMatchObject([{ how: 'several', line: null }])
  expect(several.rows[0]?.toolIds.toSorted()).toEqual([supply.id, silver.id].toSorted())
  expect(several.tools).toHaveLength(2)
  expect(await meant('WW-FM-120')).toEqual({ how: 'unknown', toolIds: [fan.id] })
  expect(await meant('Case fam')).toMatchObject({ how: 'unknown', toolIds: [fan.id] })
  expect(await meant('qqqqqqq')).toEqual({ how: 'unknown', toolIds: [] })
  expect(await meant('WX')).toEqual({ how: 'unknown', toolIds: [] })
})

test('a product no longer sold is reported with the nearest alternative', async () => {
  const old = await makeTool(shop.db, { name: 'AF-110 Case Fan', partNumber: 'WW-OLD-1' })
  await deleteTool(shop.db, old.id, shop.clock.now())
  expect(await meant('WW-OLD-1')).toEqual({ how: 'gone', toolIds: [fan.id] })
})

test('a row with an id from an earlier order finds that product, or reports it as gone', async () => {
  const [kept, gone] = [
    await makeTool(shop.db, { partNumber: 'WW-NEW-1' }),
    await makeTool(shop.db, { name: 'AF-112 Case Fan' }),
  ]
  await deleteTool(shop.db, gone.id, shop.clock.now())
  const answer = await send({
    rows: [
      { part: 'WW-OLD-7', quantity: 10, toolId: kept.id },
      { part: 'WW-OLD-8', quantity: 10, toolId: gone.id },
      { part: 'WW-FN-120', quantity: 10, toolId: '0199f0a0-0000-7000-8000-000000000001' },
    ],
  })
  expect(MatchedOrder.parse(await answer.json()).rows).toMatchObject([
    { how: 'part', toolIds: [kept.id], line: { ok: true } },
    { how: 'gone', toolIds: [fan.id], line: null },
    { how: 'part', toolIds: [fan.id] },
  ])
})

test('rows with the same text and different ids each find their own product', async () => {
  const gone = await makeTool(shop.db, { name: 'AF-114 Case Fan' })
  await deleteTool(shop.db, gone.id, shop.clock.now())
  const answer = await send({
    rows: [
      { part: 'Adapter', quantity: 10, toolId: supply.id },
      { part: 'adapter', quantity: 20, toolId: silver.id },
      { part: 'Adapter', quantity: 30, toolId: gone.id },
      { part: 'Adapter', quantity: 40 },
      { part: '', quantity: 10, toolId: supply.id },
    ],
  })
  expect(MatchedOrder.parse(await answer.json()).rows).toMatchObject([
    { how: 'part', toolIds: [supply.id], line: { ok: true, total: 845 } },
    { how: 'part', toolIds: [silver.id], line: { ok: true, total: 1490 } },
    { how: 'gone', toolIds: [fan.id], line: null },
    { how: 'unknown', toolIds: [], line: null },
    { how: 'unknown', toolIds: [] },
  ])
})

test('a buyer’s own part number is remembered for them alone, and can be changed and forgotten', async () => {
  const other = await shop.signedIn()
  expect((await remember({ part: 'Kiosk-PSU 1', toolId: supply.id })).status).toBe(204)
  expect(await meant('KIOSK PSU1')).toEqual({ how: 'yours', toolIds: [supply.id] })
  expect((await meant('KIOSK PSU1', other)).how).toBe('unknown')
  expect((await remember({ part: 'kiosk psu 1', toolId: silver.id })).status).toBe(204)
  expect(await meant('Kiosk-PSU 1')).toEqual({ how: 'yours', toolIds: [silver.id] })
  expect((await remember({ part: 'Kiosk-PSU 1', toolId: null }, other)).status).toBe(204)
  expect((await meant('Kiosk-PSU 1')).how).toBe('yours')
  expect((await remember({ part: 'Kiosk-PSU 1', toolId: null })).status).toBe(204)
  expect((await meant('Kiosk-PSU 1')).how).toBe('unknown')
})

test('a name in Bangla is found as written, with Bangla digits and with a letter that Unicode takes apart', async () => {
  const bangla = await makeTool(shop.db, { name: 'পাও\u09dfার ৬৫০', partNumber: 'WW-BN-1' })
  expect(await meant('পাও\u09dfার ৬৫০')).toEqual({ how: 'name', toolIds: [bangla.id] })
  expect(await meant('WW-BN-১')).toEqual({ how: 'part', toolIds: [bangla.id] })
})

test('a part number copied from a PDF is found, as are names and own numbers written that way', async () => {
  expect(await meant('WW\u2011PS\u2011850G\u200b')).toEqual({ how: 'part', toolIds: [supply.id] })
  expect(await meant('WW–FM–120')).toEqual({ how: 'unknown', toolIds: [fan.id] })
  const dashed = await makeTool(shop.db, { name: 'ZQ–77', partNumber: 'ZQ77' })
  expect(await meant('ZQ–77')).toEqual({ how: 'part', toolIds: [dashed.id] })

  // As it was stored before all kinds of hyphen became one.
  const before = { userId: buyer.actor.id, key: 'bench–9', part: 'Bench–9', toolId: fan.id }
  await shop.db.insert(buyerParts).values(before)
  expect(await meant('Bench–9')).toEqual({ how: 'yours', toolIds: [fan.id] })
  expect((await remember({ part: 'Bench–9', toolId: supply.id })).status).toBe(204)
  expect(await meant('Bench–9')).toEqual({ how: 'yours', toolIds: [supply.id] })
  expect(await meant('Bench-9')).toEqual({ how: 'yours', toolIds: [supply.id] })
  expect((await remember({ part: 'Bench–9', toolId: null })).status).toBe(204)
  expect((await meant('Bench–9')).how).toBe('unknown')
})

test.each([
  [{ part: '', toolId: null }, 'part'],
  [{ part: '--', toolId: 'fan' }, 'part'],
  [{ part: '–\u200b', toolId: 'fan' }, 'part'],
  [{ part: 'x'.repeat(101), toolId: 'fan' }, 'part'],
  [{ part: 'Kiosk', toolId: '0199f0a0-0000-7000-8000-000000000001' }, 'toolId'],
  [{ part: 'Kiosk', toolId: 'x' }, 'toolId'],
])('%j is refused as a buyer’s own part number', async ({ part, toolId }, path) => {
  const before = await shop.db.$count(buyerParts)
  const answer = await remember({ part, toolId: toolId === 'fan' ? fan.id : toolId })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ errors: [{ path }] })
  expect(await shop.db.$count(buyerParts)).toBe(before)
})

test('up to five thousand part numbers are remembered, and they can still be changed', async () => {
  const { headers, actor } = await shop.signedIn()
  const by = { headers, actor } as Caller
  await shop.db
    .insert(buyerParts)
    .values(
      Array.from({ length: 5000 }, (_, n) => ({ userId: actor.id, key: `p${n}`, part: `P ${n}`, toolId: fan.id })),
    )
  const answer = await remember({ part: 'One more', toolId: fan.id }, by)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    detail: 'We remember 5,000 of your part numbers at most. Forget one first.',
  })
  expect((await remember({ part: 'P-7', toolId: supply.id }, by)).status).toBe(204)
  expect(await meant('p7', by)).toEqual({ how: 'yours', toolIds: [supply.id] })
  expect(await shop.db.$count(buyerParts, eq(buyerParts.userId, actor.id))).toBe(5000)
})

test('at most two thousand rows are accepted at once', async () => {
  const rows = Array.from({ length: 2000 }, (_, n) => ({ part: n % 3 ? `WW-PS-850G` : `part ${n}`, quantity: 10 }))
  const { rows: found } = await matched(rows.map(({ part, quantity }) => [part, quantity]))
  expect(found.map(({ part }) => part)).toEqual(rows.map(({ part }) => part))
  expect(found.filter(({ how }) => how === 'part')).toHaveLength(1333)
  const refused = await send({ rows: [...rows, rows[0]] })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ detail: 'Send 2,000 rows or fewer at once' })
})

test.each([
  [{}, 'rows'],
  [{ rows: [{ part: 'x' }] }, 'rows.0.quantity'],
  [{ rows: [{ part: 'x', quantity: -1 }] }, 'rows.0.quantity'],
  [{ rows: [{ part: 'x'.repeat(101), quantity: 1 }] }, 'rows.0.part'],
  [{ rows: [{ part: 'x', quantity: 1, toolId: 'x' }] }, 'rows.0.toolId'],
])('%j is refused with 422 at %s', async (body, path) => {
  const answer = await send(body)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ errors: [{ path }] })
})

test('a caller who is not signed in gets 401', async () => {
  expect((await shop.app.request('/api/quick-order', json('POST', { rows: [] }))).status).toBe(401)
  expect((await shop.app.request('/api/quick-order/part', json('PUT', {}))).status).toBe(401)
})

test('the sixty-first list in a minute is refused', async () => {
  const busy = await shop.signedIn()
  for (let n = 0; n < 60; n += 1) expect((await send({ rows: [] }, busy)).status).toBe(200)
  expect((await send({ rows: [] }, busy)).status).toBe(429)
})

test('own part numbers are part of the data export and are deleted with their own account only', async () => {
  const [leaving, other] = [await shop.signedIn(), await shop.signedIn()]
  for (const by of [leaving, other]) await remember({ part: 'Kiosk fan', toolId: fan.id }, by)
  const file = await shop.app.request('/api/profile/export', { headers: leaving.headers })
  expect((await file.json()).partNumbers).toEqual([{ part: 'Kiosk fan', productName: 'AF-120 Case Fan' }])
  expect((await shop.app.request('/api/profile', json('DELETE', {}, leaving.headers))).status).toBe(204)
  expect(await shop.db.$count(buyerParts, eq(buyerParts.userId, leaving.actor.id))).toBe(0)
  expect((await meant('Kiosk fan', other)).how).toBe('yours')
})

test('an account’s lists are looked up one at a time, from any number of networks', async () => {
  let [looked, running, most] = [0, 0, 0]
  const execute = shop.db.execute.bind(shop.db)
  const looking = vi.spyOn(shop.db, 'execute').mockImplementation((async (query: SQL) => {
    // Other queries go through unchanged.
    if (!new PgDialect().sqlToQuery(query).sql.includes('as asked')) return execute(query)
    looked += 1
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    return { rows: [] }
  }) as never)
  const from = (n: number) => {
    const headers = { ...buyer.headers, 'x-forwarded-for': `198.51.100.${n}` }
    return shop.app.request('/api/quick-order', json('POST', { rows: [{ part: 'unheard of', quantity: 1 }] }, headers))
  }
  const answers = await Promise.all([1, 2, 3, 4].map(from))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect([looked, most]).toEqual([4, 1])
  looking.mockRestore()
})
