import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordedBy } from '#testing/audit.ts'
import { makeTool } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { Tool } from './schema.ts'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signedIn']>>
let tool: Tool
beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  const { id } = await makeTool(shop.db, { price: 8450, availableQuantity: 50 })
  tool = await read(id)
})

const read = async (id: string) => Tool.parse(await (await shop.app.request(`/api/tool/${id}`)).json())
const recorded = (work: () => unknown) => recordedBy(shop.db, work)
const call = (method: string, path: string, body?: unknown) =>
  shop.app.request(`/api${path}`, { method, headers: admin.headers, ...(body ? { body: JSON.stringify(body) } : {}) })
const change = (body: object) => call('PATCH', `/tool/${tool._id}`, body)

const byAdmin = (action: string) => ({
  at: shop.clock.now(),
  actorId: admin.actor.id,
  actorEmail: admin.actor.email,
  action,
  area: 'staff',
  address: 'unknown',
})
const about = (action: string) => ({
  ...byAdmin(action),
  subjectType: 'tool',
  subjectId: tool._id,
  subjectLabel: tool.name,
})

test('a price change records the old and new price and no unchanged field', async () => {
  const entries = await recorded(() => change({ version: tool.version, price: 79, name: tool.name }))
  expect(entries).toMatchObject([about('tool.changed')])
  expect(entries[0]).toMatchObject({ before: { price: 84.5 }, after: { price: 79 } })
  expect(Object.keys(entries[0]?.after ?? {})).toEqual(['price'])
})

test('a change without effect leaves no entry', async () => {
  expect(await recorded(() => change({ version: tool.version, price: tool.price }))).toEqual([])
  expect(await recorded(() => change({ available_quantity: 50 }))).toEqual([])
})

test('a stock correction is a separate entry', async () => {
  const stock = { before: { available_quantity: 50 }, after: { available_quantity: 47 } }
  expect(await recorded(() => change({ stock_change: -3 }))).toMatchObject([{ ...about('stock.corrected'), ...stock }])
  const both = await recorded(() => change({ version: tool.version, price: 80, available_quantity: 60 }))
  expect(both.map(({ action }) => action)).toEqual(['tool.changed', 'stock.corrected'])
})

test('a refused change leaves no entry: stale version, negative stock, prices that do not fit', async () => {
  expect(await recorded(() => change({ version: tool.version - 1, price: 1 }))).toEqual([])
  expect(await recorded(() => change({ version: tool.version + 1, price: 1 }))).toEqual([])
  expect(await recorded(() => change({ stock_change: -51 }))).toEqual([])
  const breaks = [{ from: 10, price: 90 }]
  expect(await recorded(() => change({ version: tool.version, price_breaks: breaks }))).toEqual([])
  const user = await shop.signedIn()
  const asUser = json('PATCH', { version: tool.version, price: 1 }, user.headers)
  expect(await recorded(async () => shop.app.request(`/api/tool/${tool._id}`, asUser))).toEqual([])
})

test('a deletion and its undo are each recorded once', async () => {
  const [remove, restore] = [() => call('DELETE', `/tool/${tool._id}`), () => call('POST', `/tool/${tool._id}/restore`)]
  expect(await recorded(remove)).toMatchObject([about('tool.deleted')])
  expect(await recorded(remove)).toEqual([])
  expect(await recorded(restore)).toMatchObject([about('tool.restored')])
  expect(await recorded(restore)).toEqual([])
})

test('a new product is recorded with its initial values', async () => {
  const input = { name: 'Fan', description: 'A fan.', price: 6.9, img: '/products/fan120.webp', available_quantity: 7 }
  const entries = await recorded(() => call('POST', '/tool', input))
  expect(entries).toMatchObject([{ ...byAdmin('tool.added'), subjectLabel: 'Fan', before: null, after: input }])
})

test('a picture is recorded once', async () => {
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#c6f030' } })
    .png()
    .toBuffer()
  const upload = () =>
    shop.app.request('/api/picture', {
      method: 'POST',
      headers: { ...admin.headers, 'content-type': 'image/png', 'content-length': String(picture.length) },
      body: new Uint8Array(picture),
    })
  const entries = await recorded(async () => upload())
  expect(entries).toMatchObject([{ ...byAdmin('picture.uploaded'), subjectType: 'picture' }])
  expect(entries[0]?.after).toEqual({ img: entries[0]?.subjectLabel })
  expect(await recorded(async () => upload())).toEqual([])
})
