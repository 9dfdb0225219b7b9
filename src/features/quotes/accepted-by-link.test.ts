import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#features/accounts/tables.ts'
import { OrderPlaced } from '#features/orders/schema.ts'
import { makeTool } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { QuoteAdded, type Quote } from './schema.ts'
import { quotes } from './tables.ts'

type Caller = Awaited<ReturnType<TestShop['signedIn']>>
type Headers = Record<string, string>

let shop: TestShop
let staff: Caller
let tool: Awaited<ReturnType<typeof makeTool>>
beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn({ role: 'admin' })
  tool = await makeTool(shop.db, { availableQuantity: 1000 })
})
afterAll(() => shop.close())

const read = (path: string, headers: Headers) => shop.app.request(`/api${path}`, { headers })
const post = (path: string, body: object, headers: Headers) =>
  shop.app.request(`/api${path}`, json('POST', body, headers))

const person = { name: 'Daniel Costa', phone: '+880 1711 000000' }

/** What was asked for with an e-mail, and offered. @returns its link as a header too. */
async function offered(email: string, headers: Headers): Promise<{ id: string; link: Headers }> {
  const answer = await post('/quote', { ...person, email, lines: [{ toolId: tool.id, quantity: 10 }] }, headers)
  const { _id: id } = QuoteAdded.parse(await answer.json())
  const lines = [{ toolId: tool.id, quantity: 10, unitPrice: 80 }]
  await post(`/quote/${id}/offer`, { lines, validUntil: '2025-06-10' }, staff.headers)
  const token = /#token=(.+)$/.exec(shop.mails.at(-1)?.action?.url ?? '')?.[1] ?? ''
  return { id, link: { 'quote-link': token } }
}

async function accept(id: string, headers: Headers): Promise<string> {
  const answer = await post(`/quote/${id}/accept`, { address: 'Plot 9, Dhaka', phone: person.phone }, headers)
  expect(answer.status).toBe(201)
  return OrderPlaced.parse(await answer.json())._id
}

const idsOf = (found: readonly Quote[]) => found.map(({ _id }) => _id)

test.each([
  ['while signed in', true, false],
  ['by the e-mail that they have shown to be theirs', false, true],
])(
  'a quote that somebody asked for %s stays theirs when another accepts it',
  async (_how, isSignedIn, emailVerified) => {
    const [asker, other] = [await shop.signedIn(), await shop.signedIn()]
    await shop.db.update(users).set({ emailVerified }).where(eq(users.id, asker.actor.id))
    const { id, link } = await offered(asker.actor.email, isSignedIn ? asker.headers : {})
    const orderId = await accept(id, { ...other.headers, ...link })

    const seenBy = async (headers: Headers) => (await read(`/quote/${id}`, headers)).json()
    // Nobody is led to an order that is not theirs.
    expect(await seenBy(asker.headers)).toMatchObject({ state: 'accepted', isOwn: true, orderId: null })
    expect(await seenBy(link)).toMatchObject({ state: 'accepted', orderId: null })
    for (const headers of [staff.headers, { ...other.headers, ...link }])
      expect(await seenBy(headers)).toMatchObject({ orderId })
    expect(idsOf(await (await read('/quote', asker.headers)).json())).toEqual([id])
    const { quotes: exported } = await (await read('/profile/export', asker.headers)).json()
    expect(exported).toMatchObject([{ name: person.name }])
    // The order is who accepted's, and the link still opens what it was made of.
    expect((await read(`/order/${orderId}`, other.headers)).status).toBe(200)
    expect((await read(`/order/${orderId}`, asker.headers)).status).toBe(404)
    expect(await accept(id, { ...other.headers, ...link })).toBe(orderId)
    expect(await (await read('/quote', other.headers)).json()).toEqual([])

    await shop.app.request('/api/profile', json('DELETE', {}, asker.headers))
    expect(await shop.db.$count(quotes, eq(quotes.id, id))).toBe(0)
  },
)

test('what another account asked for is theirs, whatever e-mail they typed', async () => {
  const [owner, other] = [await shop.signedIn(), await shop.signedIn()]
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, owner.actor.id))
  const { id } = await offered(owner.actor.email, other.headers)
  expect(await (await read('/profile/export', owner.headers)).json()).toMatchObject({ quotes: [] })
  await shop.app.request('/api/profile', json('DELETE', {}, owner.headers))
  expect((await read(`/quote/${id}`, other.headers)).status).toBe(200)
})

test('a quote that was nobody’s is theirs who accept it', async () => {
  const other = await shop.signedIn()
  const { id, link } = await offered(`nobody-${other.actor.email}`, {})
  await accept(id, { ...other.headers, ...link })
  expect(idsOf(await (await read('/quote', other.headers)).json())).toEqual([id])
})
