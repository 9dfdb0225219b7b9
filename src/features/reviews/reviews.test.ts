import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { messages } from '#content/messages.ts'
import { orders } from '#features/orders/tables.ts'
import { Problem } from '#platform/http/problem.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { readPages } from '#testing/paging.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { Review, ReviewAdded, type NewReview } from './schema.ts'
import { reviews } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const good: NewReview = { name: 'Nusrat Jahan', description: 'Two years and not one sent back.', rating: 5 }
const add = async (review: unknown, headers: Record<string, string>) =>
  shop.app.request('/api/addreview', json('POST', review, headers))
const list = async () => z.array(Review).parse(await (await shop.app.request('/api/review')).json())

test('a review is added by whoever is signed in, and listed newest first to anyone', async () => {
  const { headers } = await shop.signedIn()
  const ids: string[] = []
  for (const rating of [5, 3, 1]) {
    const answer = await add({ ...good, rating }, headers)
    expect(answer.status).toBe(201)
    ids.unshift(ReviewAdded.parse(await answer.json())._id)
  }
  const listed = await list()
  expect(listed.map(({ _id }) => _id)).toEqual(ids)
  expect(listed[0]).toEqual({
    _id: ids[0],
    name: 'Nusrat Jahan',
    description: 'Two years and not one sent back.',
    rating: 1,
    verifiedBuyer: false,
    createdAt: '2025-06-02T10:00:00.000Z',
  })
  expect((await shop.shop.reviews.newest(2)).map(({ _id }) => _id)).toEqual(ids.slice(0, 2))
  expect(await shop.shop.reviews.summary()).toMatchObject({ count: 3, mean: 3 })
  const page = await shop.app.request('/api/review?limit=2')
  expect(page.headers.get('x-total-count')).toBe('3')
  expect(await page.json()).toEqual(listed.slice(0, 2))
  const [, next = ''] = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? []
  const last = await shop.app.request(next)
  expect(await last.json()).toEqual(listed.slice(2))
  expect(last.headers.get('link')).toBeNull()
  for (const limit of [1, 2, 3]) {
    expect(await readPages(async (address) => shop.app.request(`/api${address}`), `/review?limit=${limit}`)).toEqual(
      listed,
    )
  }
  expect((await shop.app.request('/api/review?cursor=nonsense')).status).toBe(400)
})

test("its author is a verified buyer once one of their orders is paid; a sample's is nobody", async () => {
  const { subject, headers } = await shop.signedIn()
  const tool = await makeTool(shop.db)
  const orderId = await shop.shop.orders.place(subject, orderOf(tool), undefined)
  const { _id } = ReviewAdded.parse(await (await add(good, headers)).json())
  await shop.shop.reviews.addAll([good])
  const verified = async () => {
    const { items } = await shop.shop.reviews.list()
    return items.filter(({ verifiedBuyer }) => verifiedBuyer).map((review) => review._id)
  }
  expect(await verified()).toEqual([])
  for (const state of ['paid', 'shipped', 'delivered'] as const) {
    await shop.db.update(orders).set({ state, paidAt: shop.clock.now() }).where(eq(orders.id, orderId))
    expect(await verified()).toEqual([_id])
  }
})

test.each([
  ['name', { name: 'x'.repeat(21) }, messages.nameTooLong],
  ['name', { name: ' ' }, messages.nameRequired],
  ['name', { name: '\u202eKarim' }, messages.hiddenCharacters],
  ['description', { description: '' }, messages.descriptionRequired],
  ['rating', { rating: 0 }, messages.ratingInvalid],
  ['rating', { rating: 6 }, messages.ratingInvalid],
  ['rating', { rating: 4.5 }, messages.ratingInvalid],
])('a wrong %s is told: %o', async (path, change, message) => {
  const { headers } = await shop.signedIn()
  const before = await shop.db.$count(reviews)
  const answer = await add({ ...good, ...change }, headers)
  expect(answer.status).toBe(422)
  expect(Problem.parse(await answer.json()).errors).toContainEqual({ path, message })
  expect(await shop.db.$count(reviews)).toBe(before)
})

test("nobody writes in another's name, and nobody who is not signed in", async () => {
  const { headers } = await shop.signedIn()
  expect((await add({ ...good, userId: crypto.randomUUID() }, headers)).status).toBe(422)
  expect((await add({ ...good, verifiedBuyer: true }, headers)).status).toBe(422)
  expect((await add(good, {})).status).toBe(401)
})
