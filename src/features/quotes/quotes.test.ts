import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { messages } from '#content/messages.ts'
import { Problem } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { minor } from '#shared/money.ts'
import { makeTool } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { Quote, QuoteAdded, type QuoteForm } from './schema.ts'
import { insertQuote } from './store.ts'
import { quotes } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const wish: QuoteForm = {
  name: 'Daniel Okafor',
  email: 'daniel@workshop.example',
  phone: '+880 1711 000000',
  productName: 'WX-850 Gold',
  price: 89.5,
  quantity: 400,
}
const numbered = (createdAt = shop.clock.now()) =>
  insertQuote(shop.db, { ...wish, id: newId(), price: minor(8950), createdAt })
const ask = async (quote: unknown) => shop.app.request('/api/quote', json('POST', quote))

test('anyone can ask for a quote, but only admins see it', async () => {
  const answer = await ask({ ...wish, email: 'Daniel@Workshop.example' })
  expect(answer.status).toBe(201)
  const { _id } = QuoteAdded.parse(await answer.json())
  const [user, admin] = [await shop.signedIn(), await shop.signedIn({ role: 'admin' })]
  const seenBy = async (headers: Record<string, string>) => shop.app.request('/api/quote', { headers })
  expect((await seenBy({})).status).toBe(401)
  expect(await (await seenBy(user.headers)).json()).toEqual([])
  const listed = z.array(Quote).parse(await (await seenBy(admin.headers)).json())
  expect(listed).toEqual([
    {
      ...wish,
      _id,
      number: expect.stringMatching(/^WQ-\d{4}-000001$/),
      createdAt: '2025-06-02T10:00:00.000Z',
      answeredAt: null,
      answeredBy: null,
      lines: [],
      note: null,
      currency: 'usd',
      state: 'asked',
      offer: null,
      orderId: null,
    },
  ])
})

test('numbers count up and continue beyond six digits', async () => {
  await shop.db.execute(sql`select setval('quote_number_seq', 41)`)
  expect([await numbered(), await numbered()]).toEqual(['WQ-2025-000042', 'WQ-2025-000043'])
  await shop.db.execute(sql`select setval('quote_number_seq', 999999)`)
  expect([await numbered(), await numbered()]).toEqual(['WQ-2025-1000000', 'WQ-2025-1000001'])
})

test('a number has the year of the request in the shop’s time zone, not that of the database’s clock', async () => {
  // In Dhaka, 2026 begins at 18:00 of the last of December, UTC.
  const years = ['2025-12-31T17:59:59Z', '2025-12-31T18:00:00Z'].map((at) => numbered(new Date(at)))
  expect(await Promise.all(years)).toEqual([expect.stringMatching(/^WQ-2025-/), expect.stringMatching(/^WQ-2026-/)])
})

test.each([
  ['price', { price: 89.555 }, 'Enter a price such as 84.50'],
  ['price', { price: 0 }, messages.priceInvalid],
  ['email', { email: 'daniel' }, messages.emailInvalid],
  ['quantity', { quantity: 1.5 }, fieldMessages.wholeNumber],
])('a wrong %s is told: %o', async (path, change, message) => {
  const before = await shop.db.$count(quotes)
  const answer = await ask({ ...wish, ...change })
  expect(answer.status).toBe(422)
  expect(Problem.parse(await answer.json()).errors).toContainEqual({ path, message })
  expect(await shop.db.$count(quotes)).toBe(before)
})

test.each(['name', 'email', 'phone', 'productName'] as const)(
  '%s refuses unstorable, invisible and direction-changing characters',
  async (path) => {
    const before = await shop.db.$count(quotes)
    for (const character of ['\u0000', '\ud800', '\u202e', '\u200b']) {
      const answer = await ask({ ...wish, [path]: `${wish[path].slice(0, 2)}${character}${wish[path].slice(2)}` })
      expect(answer.status).toBe(422)
      expect(Problem.parse(await answer.json()).errors).toEqual([{ path, message: expect.any(String) }])
    }
    expect(await shop.db.$count(quotes)).toBe(before)
  },
)

test('the sixth request in an hour from one address is refused, even with simultaneous requests', async () => {
  shop.clock.advance({ hours: 2 })
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(wish)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  shop.clock.advance({ hours: 1 })
  expect((await ask(wish)).status).toBe(201)
})

test('the total of an offer is limited to what can be counted exactly', async () => {
  const [staff, tool] = [await shop.signedIn({ role: 'admin' }), await makeTool(shop.db)]
  const { _id } = QuoteAdded.parse(await (await ask(wish)).json())
  const offer = (unitPrice: number) => {
    const lines = [{ toolId: tool.id, quantity: 10_000_000, unitPrice }]
    return shop.app.request(`/api/quote/${_id}/offer`, json('POST', { lines, validUntil: '2025-06-03' }, staff.headers))
  }
  const answer = await offer(9_007_200)
  expect(answer.status).toBe(422)
  expect(Problem.parse(await answer.json()).errors?.[0]?.path).toBe('lines')
  expect((await offer(9_007_199)).status).toBe(204)
})
