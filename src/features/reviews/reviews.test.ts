import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { reviewMessages } from '#content/reviews.ts'
import { fieldMessages } from '#content/fields.ts'
import { messages } from '#content/messages.ts'
import { orders } from '#features/orders/tables.ts'
import { Problem } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { recordedBy } from '#testing/audit.ts'
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
    toolId: null,
    productName: null,
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

test('the author is a verified buyer once one of their orders is paid, and a sample has none', async () => {
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
  ['name', { name: 'x'.repeat(21) }, fieldMessages.nameTooLong],
  ['name', { name: ' ' }, messages.nameRequired],
  ['name', { name: '\u202eKarim' }, fieldMessages.hiddenCharacters],
  ['description', { description: '' }, fieldMessages.descriptionRequired],
  ['rating', { rating: 0 }, fieldMessages.ratingInvalid],
  ['rating', { rating: 6 }, fieldMessages.ratingInvalid],
  ['rating', { rating: 4.5 }, fieldMessages.ratingInvalid],
])('a wrong %s is told: %o', async (path, change, message) => {
  const { headers } = await shop.signedIn()
  const before = await shop.db.$count(reviews)
  const answer = await add({ ...good, ...change }, headers)
  expect(answer.status).toBe(422)
  expect(Problem.parse(await answer.json()).errors).toContainEqual({ path, message })
  expect(await shop.db.$count(reviews)).toBe(before)
})

test("nobody can write in another user's name or without signing in", async () => {
  const { headers } = await shop.signedIn()
  expect((await add({ ...good, userId: crypto.randomUUID() }, headers)).status).toBe(422)
  expect((await add({ ...good, verifiedBuyer: true }, headers)).status).toBe(422)
  expect((await add(good, {})).status).toBe(401)
})

describe('a product review', () => {
  async function buyer(state: 'placed' | 'paid' | 'refunded' = 'paid') {
    const caller = await shop.signedIn()
    const [tool, other] = [await makeTool(shop.db), await makeTool(shop.db)]
    const id = await shop.shop.orders.place(caller.subject, orderOf(tool), undefined)
    await shop.db.update(orders).set({ state, paidAt: shop.clock.now() }).where(eq(orders.id, id))
    return { ...caller, tool, other }
  }
  const of = async (toolId: string) =>
    z.array(Review).parse(await (await shop.app.request(`/api/review?toolId=${toolId}`)).json())

  test('is accepted once from a user who has paid for it, and is found by the product', async () => {
    const { headers, tool, other } = await buyer()
    const answer = await add({ ...good, toolId: tool.id }, headers)
    expect(answer.status).toBe(201)
    const { _id } = ReviewAdded.parse(await answer.json())
    expect(await of(tool.id)).toMatchObject([{ _id, toolId: tool.id, productName: tool.name, verifiedBuyer: true }])
    expect(await of(other.id)).toEqual([])
    expect((await list())[0]).toMatchObject({ _id, productName: tool.name })
    const page = await shop.app.request(`/api/review?toolId=${tool.id}&limit=1`)
    expect(page.headers.get('x-total-count')).toBe('1')

    const again = await add({ ...good, toolId: tool.id }, headers)
    expect([again.status, Problem.parse(await again.json()).detail]).toEqual([409, reviewMessages.reviewedAlready])
    const notBought = await add({ ...good, toolId: other.id }, headers)
    expect(notBought.status).toBe(422)
    expect(Problem.parse(await notBought.json()).errors).toEqual([
      { path: 'toolId', message: reviewMessages.notBought },
    ])
    expect((await of(tool.id)).length + (await of(other.id)).length).toBe(1)
    // An account can review the shop any number of times.
    for (let n = 0; n < 2; n += 1) expect((await add(good, headers)).status).toBe(201)
  })

  test.each(['placed', 'refunded'] as const)('is refused for an order that is %s', async (state) => {
    const { headers, tool } = await buyer(state)
    expect((await add({ ...good, toolId: tool.id }, headers)).status).toBe(422)
    expect(await of(tool.id)).toEqual([])
  })

  test('is refused for an invalid product', async () => {
    const { headers } = await buyer()
    expect((await add({ ...good, toolId: 'none' }, headers)).status).toBe(422)
    expect((await shop.app.request('/api/review?toolId=none')).status).toBe(400)
  })
})

describe('hiding a review', () => {
  test('requires a reason, removes it from lists and counts, and keeps it in the database', async () => {
    const author = await shop.signedIn()
    const admin = await shop.signedIn({ role: 'admin' })
    const { _id } = ReviewAdded.parse(await (await add({ ...good, rating: 1 }, author.headers)).json())
    const hide = async (id: string, body: unknown) =>
      shop.app.request(`/api/review/${id}`, json('DELETE', body, admin.headers))
    const before = await shop.shop.reviews.summary()
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(201) }])
      expect((await hide(_id, body)).status).toBe(422)
    expect((await list()).some((each) => each._id === _id)).toBe(true)

    expect((await hide(_id, { reason: 'Names a person.' })).status).toBe(204)
    expect((await list()).some((each) => each._id === _id)).toBe(false)
    expect(await shop.shop.reviews.newest(1)).not.toMatchObject([{ _id }])
    expect((await shop.shop.reviews.summary()).count).toBe(before.count - 1)
    const page = await shop.app.request('/api/review?limit=1')
    expect(page.headers.get('x-total-count')).toBe(String(before.count - 1))
    const row = async () => (await shop.db.select().from(reviews).where(eq(reviews.id, _id)))[0]
    const kept = { hiddenBy: admin.actor.id, hiddenReason: 'Names a person.', hiddenAt: shop.clock.now() }
    expect(await row()).toMatchObject(kept)
    shop.clock.advance({ hours: 1 })
    expect((await hide(_id, { reason: 'Another.' })).status).toBe(204)
    expect(await row()).toMatchObject(kept)
    expect((await hide(newId(), { reason: 'None.' })).status).toBe(404)
  })
})

describe('the audit log', () => {
  test('records once that a review was hidden and why, without its author', async () => {
    const { actor, headers } = await shop.signedIn({ role: 'admin' })
    const tool = await makeTool(shop.db)
    const id = newId()
    await shop.db
      .insert(reviews)
      .values({ id, toolId: tool.id, name: 'Nusrat', description: 'Call me.', rating: 5, createdAt: shop.clock.now() })
    const hide = async () =>
      shop.app.request(`/api/review/${id}`, json('DELETE', { reason: 'Names a person.' }, headers))
    const entries = await recordedBy(shop.db, hide)
    expect(entries).toMatchObject([
      {
        action: 'review.hidden',
        actorId: actor.id,
        subjectType: 'review',
        subjectId: id,
        subjectLabel: tool.name,
        before: { shown: true },
        after: { shown: false, reason: 'Names a person.' },
      },
    ])
    expect(JSON.stringify(entries)).not.toContain('Nusrat')
    expect(await recordedBy(shop.db, hide)).toEqual([])
  })
})

test('a review written while the account is being erased is not stored', async () => {
  const { headers, actor } = await shop.signedIn()
  vi.spyOn(shop.shop.limiter, 'use').mockImplementationOnce(async () => {
    const erased = await shop.app.request('/api/profile', json('DELETE', {}, headers))
    expect(erased.status).toBe(204)
  })
  expect((await add(good, headers)).status).toBe(401)
  expect(await shop.db.$count(reviews, eq(reviews.userId, actor.id))).toBe(0)
})
