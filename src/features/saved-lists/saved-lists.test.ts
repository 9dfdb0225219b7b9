import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { deleteTool } from '#features/catalogue/store.ts'
import { newId } from '#platform/ids.ts'
import { makeTool } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { ListSummary, SavedList } from './schema.ts'
import { savedListLines, savedLists } from './tables.ts'

type Caller = Awaited<ReturnType<TestShop['signedIn']>>
type Tool = Awaited<ReturnType<typeof makeTool>>

let shop: TestShop
let buyer: Caller
let supply: Tool
let fan: Tool
beforeAll(async () => {
  shop = await openTestShop()
  supply = await makeTool(shop.db, { name: 'WX-850', partNumber: 'WW-1' })
  fan = await makeTool(shop.db, { name: 'AF-120', partNumber: 'WW-2' })
})
beforeEach(async () => {
  buyer = await shop.signedIn()
})
afterAll(() => shop.close())

const call = (method: string, path: string, body?: unknown, by = buyer) =>
  shop.app.request(`/api${path}`, body ? json(method, body, by.headers) : { method, headers: by.headers })
const of = (...lines: [Tool, number][]) => lines.map(([{ id: toolId }, quantity]) => ({ toolId, quantity }))
async function saved(name: string, lines = of([supply, 20]), by = buyer): Promise<SavedList> {
  const answer = await call('POST', '/lists', { name, lines }, by)
  expect(answer.status).toBe(201)
  return SavedList.parse(await answer.json())
}
const all = async (by = buyer) => z.array(ListSummary).parse(await (await call('GET', '/lists', undefined, by)).json())

test('a list is saved by name and read with current product names, and the latest comes first', async () => {
  const kit = await saved(' Monthly kit ', of([supply, 20], [fan, 100]))
  expect(kit).toMatchObject({
    name: 'Monthly kit',
    savedAt: shop.clock.now().toISOString(),
    lines: [
      { toolId: supply.id, productName: 'WX-850', partNumber: 'WW-1', quantity: 20 },
      { toolId: fan.id, productName: 'AF-120', quantity: 100 },
    ],
  })
  shop.clock.advance({ seconds: 1 })
  await saved('Spare fans', of([fan, 50]))
  expect((await all()).map(({ name, products }) => [name, products])).toEqual([
    ['Spare fans', 1],
    ['Monthly kit', 2],
  ])
  const gone = await makeTool(shop.db, { name: 'OLD-1' })
  const withGone = await saved('With a gone one', of([gone, 5]))
  await deleteTool(shop.db, gone.id, shop.clock.now())
  const read = await call('GET', `/lists/${withGone._id}`)
  expect(SavedList.parse(await read.json()).lines).toMatchObject([{ productName: 'OLD-1', quantity: 5 }])
})

test('a list can be replaced, renamed and deleted, and somebody else’s is not found', async () => {
  const kit = await saved('Kit', of([supply, 20], [fan, 100]))
  const other = await shop.signedIn()
  const theirs = await saved('Kit', of([fan, 1]), other)
  shop.clock.advance({ seconds: 1 })
  const replaced = await call('PUT', `/lists/${kit._id}`, { name: 'Small kit', lines: of([fan, 30]) })
  expect(replaced.status).toBe(200)
  expect(await replaced.json()).toMatchObject({
    _id: kit._id,
    name: 'Small kit',
    savedAt: shop.clock.now().toISOString(),
    lines: [{ toolId: fan.id, quantity: 30 }],
  })
  for (const [method, body] of [['GET'], ['PUT', { name: 'Mine', lines: of([fan, 1]) }], ['DELETE']] as const) {
    expect((await call(method, `/lists/${theirs._id}`, body)).status).toBe(404)
    expect((await call(method, `/lists/${newId()}`, body)).status).toBe(404)
    expect((await call(method, '/lists/none', body)).status).toBe(404)
  }
  expect((await call('DELETE', `/lists/${kit._id}`)).status).toBe(204)
  expect(await all()).toEqual([])
  expect(await shop.db.$count(savedListLines, eq(savedListLines.listId, kit._id))).toBe(0)
  expect(await all(other)).toMatchObject([{ name: 'Kit', products: 1 }])
})

test('a name belongs to one list, and using it again reports which', async () => {
  const [kit, spare] = [await saved('Kit'), await saved('Spare')]
  const again = await call('POST', '/lists', { name: 'Kit', lines: of([fan, 1]) })
  expect(again.status).toBe(409)
  expect(await again.json()).toMatchObject({ detail: 'You already have a list with this name.', listId: kit._id })
  expect((await call('PUT', `/lists/${spare._id}`, { name: 'Kit', lines: of([fan, 1]) })).status).toBe(409)
  expect((await call('PUT', `/lists/${kit._id}`, { name: 'Kit', lines: of([fan, 1]) })).status).toBe(200)
  expect((await all()).map(({ name }) => name).toSorted()).toEqual(['Kit', 'Spare'])
})

test.each([
  [{ name: '', lines: 'fan' }, 'name'],
  [{ name: 'x'.repeat(61), lines: 'fan' }, 'name'],
  [{ name: 'two\nlines', lines: 'fan' }, 'name'],
  [{ name: 'Kit', lines: [] }, 'lines'],
  [{ name: 'Kit', lines: [{ toolId: 'x', quantity: 1 }] }, 'lines.0.toolId'],
  [{ name: 'Kit', lines: [{ toolId: '0199f0a0-0000-7000-8000-000000000001', quantity: 1 }] }, 'lines.0.toolId'],
  [{ name: 'Kit', lines: 'none of a fan' }, 'lines.0.quantity'],
  [{ name: 'Kit', lines: 'too many' }, 'lines'],
])('%j is refused as a list', async ({ name, lines }, path) => {
  const given = {
    fan: of([fan, 1]),
    'none of a fan': of([fan, 0]),
    'too many': Array.from({ length: 501 }, () => ({ toolId: fan.id, quantity: 1 })),
  }
  const body = { name, lines: typeof lines === 'string' ? given[lines as keyof typeof given] : lines }
  const answer = await call('POST', '/lists', body)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ errors: [{ path }] })
  expect(await all()).toEqual([])
})

test('up to fifty lists are kept, and they can still be changed', async () => {
  const { id: userId } = buyer.actor
  const rows = Array.from({ length: 49 }, (_, n) => ({ id: newId(), userId, name: `Kit ${n}`, savedAt: new Date() }))
  await shop.db.insert(savedLists).values(rows)
  const last = await saved('The fiftieth')
  const refused = await call('POST', '/lists', { name: 'One more', lines: of([fan, 1]) })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ detail: 'You can save 50 lists at most. Delete one first.' })
  expect((await call('PUT', `/lists/${last._id}`, { name: 'Renamed', lines: of([fan, 1]) })).status).toBe(200)
  expect(await all()).toHaveLength(50)
})

test('lists are part of the data export and are deleted with their own account only', async () => {
  const other = await shop.signedIn()
  await saved('Kit', of([supply, 20], [fan, 100]))
  await saved('Kit', of([fan, 1]), other)
  const file = await call('GET', '/profile/export')
  expect((await file.json()).lists).toEqual([
    {
      name: 'Kit',
      lines: [
        { productName: 'WX-850', quantity: 20 },
        { productName: 'AF-120', quantity: 100 },
      ],
    },
  ])
  expect((await call('DELETE', '/profile', {})).status).toBe(204)
  expect(await shop.db.$count(savedLists, eq(savedLists.userId, buyer.actor.id))).toBe(0)
  expect(await all(other)).toHaveLength(1)
})
