import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#platform/ids.ts'
import { anAddress } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { DeliveryAddress } from './schema.ts'
import { deliveryAddresses } from './tables.ts'

type Caller = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let buyer: Caller
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  buyer = await shop.signedIn()
})
afterAll(() => shop.close())

const call = (method: string, path: string, body?: unknown, by = buyer) =>
  shop.app.request(`/api${path}`, body ? json(method, body, by.headers) : { method, headers: by.headers })
async function added(more: object = {}, by = buyer): Promise<DeliveryAddress> {
  const answer = await call('POST', '/addresses', { ...anAddress, ...more }, by)
  expect(answer.status).toBe(201)
  return DeliveryAddress.parse(await answer.json())
}
const all = async (by = buyer) =>
  z.array(DeliveryAddress).parse(await (await call('GET', '/addresses', undefined, by)).json())
const names = async (by = buyer) => (await all(by)).map(({ name, isDefault }) => [name, isDefault])

test('an address is stored with the fields its country uses, as written on an envelope', async () => {
  const { _id: _first, ...works } = await added({ region: 'of another country', phone: '+৮৮০ 1711 000000' })
  expect(works).toEqual({
    ...anAddress,
    region: '',
    isDefault: true,
    text: 'Karim\nPlot 7, Road 3\nTejgaon\nDhaka 1208\nBangladesh',
  })
})

test('exactly one address is the default: the first, then the chosen one, then the newest left', async () => {
  const works = await added({ name: 'Works' })
  const depot = await added({ name: 'Depot' })
  expect(await names()).toEqual([
    ['Works', true],
    ['Depot', false],
  ])
  await added({ name: 'Shop', isDefault: true })
  expect((await names())[0]).toEqual(['Shop', true])
  expect(
    (await call('PUT', `/addresses/${depot._id}`, { ...anAddress, name: 'Depot 2', isDefault: true })).status,
  ).toBe(200)
  expect(await names()).toEqual([
    ['Depot 2', true],
    ['Shop', false],
    ['Works', false],
  ])
  // The default can be unset, and there is one all the same.
  await call('PUT', `/addresses/${depot._id}`, { ...anAddress, name: 'Depot 2', isDefault: false })
  expect((await names()).filter(([, isDefault]) => isDefault)).toHaveLength(1)
  for (const { _id, isDefault } of await all()) if (isDefault) await call('DELETE', `/addresses/${_id}`)
  expect((await names())[0]?.[1]).toBe(true)
  expect((await call('DELETE', `/addresses/${works._id}`)).status).toBe(204)
  expect((await names()).map(([, isDefault]) => isDefault)).toEqual([true])
})

test('digits of another script are converted to those every carrier can read', async () => {
  const { postcode, phone } = await added({ postcode: '১২০৫', phone: '+৮৮০ ১৭১১\n ০০০০০০' })
  expect([postcode, phone]).toEqual(['1205', '+880 1711 000000'])
})

test('somebody else’s address is not found', async () => {
  const other = await shop.signedIn()
  const theirs = await added({ name: 'Theirs' }, other)
  await added({ name: 'Mine' })
  for (const [method, body] of [['PUT', { ...anAddress, name: 'Taken' }], ['DELETE']] as const) {
    for (const id of [theirs._id, newId(), 'none']) {
      expect((await call(method, `/addresses/${id}`, body)).status).toBe(404)
    }
  }
  expect(await names(other)).toEqual([['Theirs', true]])
  expect(await names()).toEqual([['Mine', true]])
})

test.each([
  [{ name: '' }, 'name', 'Enter who receives the goods'],
  [{ name: 'x'.repeat(61) }, 'name', 'Must be 60 characters or shorter'],
  [{ street: ' ' }, 'street', 'House and street is Required'],
  [{ street: 'two\nlines' }, 'street', 'Remove line breaks and invisible characters'],
  [{ city: '' }, 'city', 'City or district is Required'],
  [{ postcode: '12' }, 'postcode', 'Enter it like 1208'],
  [{ postcode: '1'.repeat(13) }, 'postcode', 'Must be 12 characters or shorter'],
  [{ country: 'XX' }, 'country', 'Choose a country'],
  [{ country: 'IN' }, 'region', 'State is Required'],
  [{ phone: 'none' }, 'phone', undefined],
])('an address with %j is refused', async (more, path, message) => {
  const answer = await call('POST', '/addresses', { ...anAddress, ...more })
  expect(answer.status).toBe(422)
  const { errors } = z
    .object({ errors: z.array(z.object({ path: z.string(), message: z.string() })) })
    .parse(await answer.json())
  expect(errors.find((each) => each.path === path)?.message).toEqual(message ?? expect.any(String))
  expect(await all()).toEqual([])
})

test('up to fifty addresses are kept, and they can still be changed', async () => {
  const { id: userId } = buyer.actor
  const rows = Array.from({ length: 49 }, () => ({ userId, ...anAddress, region: '', isDefault: false }))
  await shop.db.insert(deliveryAddresses).values(rows)
  const last = await added()
  const refused = await call('POST', '/addresses', anAddress)
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ detail: 'You can save 50 addresses at most. Delete one first.' })
  expect((await call('PUT', `/addresses/${last._id}`, { ...anAddress, name: 'Changed' })).status).toBe(200)
  expect(await all()).toHaveLength(50)
})

test('addresses are part of the data export and are deleted with their own account only', async () => {
  const other = await shop.signedIn()
  for (const by of [buyer, other]) await added({}, by)
  const file = await call('GET', '/profile/export')
  expect((await file.json()).addresses).toEqual([
    { address: 'Karim\nPlot 7, Road 3\nTejgaon\nDhaka 1208\nBangladesh', phone: '+880 1711 000000' },
  ])
  expect((await call('DELETE', '/profile', {})).status).toBe(204)
  expect(await shop.db.$count(deliveryAddresses, eq(deliveryAddresses.userId, buyer.actor.id))).toBe(0)
  expect(await all(other)).toHaveLength(1)
})

test('an account adds sixty an hour, whether or not it deletes them, and a call that was answered is answered again', async () => {
  const add = (key: string) =>
    shop.app.request('/api/addresses', json('POST', anAddress, { ...buyer.headers, 'idempotency-key': key }))
  const kept = DeliveryAddress.parse(await (await add('kept')).json())
  for (let n = 1; n < 60; n += 1) {
    const { _id } = DeliveryAddress.parse(await (await add(`key-${n}`)).json())
    await call('DELETE', `/addresses/${_id}`)
  }
  expect((await add('one-more')).status).toBe(429)
  expect(await (await add('kept')).json()).toEqual(kept)
  shop.clock.advance({ hours: 1 })
  expect((await add('one-more')).status).toBe(201)
})
