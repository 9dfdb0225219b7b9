import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#features/accounts/tables.ts'
import { OrderPlaced } from '#features/orders/schema.ts'
import { json } from '#testing/shop.ts'
import { quotes } from './tables.ts'
import { openQuoteShop, type Headers, type QuoteShop } from './testing.ts'

let shop: QuoteShop
beforeAll(async () => {
  shop = await openQuoteShop()
})
afterAll(() => shop.close())

const read = (path: string, headers: Headers) => shop.app.request(`/api${path}`, { headers })

/** Asks for a quote with an e-mail address and offers it. @returns its id, and its link as a header. */
async function offered(email: string, headers: Headers): Promise<{ id: string; link: Headers }> {
  const id = await shop.ask(email, headers)
  await shop.offer(id, '2025-06-10')
  const token = /#token=(.+)$/.exec(shop.mails.at(-1)?.action?.url ?? '')?.[1] ?? ''
  return { id, link: { 'quote-link': token } }
}

async function accept(id: string, headers: Headers): Promise<string> {
  const answer = await shop.post(`/${id}/accept`, { address: 'Plot 9, Dhaka', phone: '+880 1711 000000' }, headers)
  expect(answer.status).toBe(201)
  return OrderPlaced.parse(await answer.json())._id
}

test.each([
  ['while signed in', true, false],
  ['with their verified e-mail', false, true],
])(
  'a quote that somebody asked for %s stays theirs when another user accepts it',
  async (_how, isSignedIn, emailVerified) => {
    const [asker, other] = [await shop.signedIn(), await shop.signedIn()]
    await shop.db.update(users).set({ emailVerified }).where(eq(users.id, asker.actor.id))
    const { id, link } = await offered(asker.actor.email, isSignedIn ? asker.headers : {})
    const orderId = await accept(id, { ...other.headers, ...link })

    const seenBy = async (headers: Headers) => (await read(`/quote/${id}`, headers)).json()
    // No buyer sees the id of an order that is not theirs.
    expect(await seenBy(asker.headers)).toMatchObject({ state: 'accepted', isOwn: true, orderId: null })
    expect(await seenBy(link)).toMatchObject({ state: 'accepted', orderId: null })
    for (const headers of [shop.staff.headers, { ...other.headers, ...link }])
      expect(await seenBy(headers)).toMatchObject({ orderId })
    expect(await (await read('/quote', asker.headers)).json()).toMatchObject([{ _id: id, orderId: null }])
    expect(await (await read('/quote?limit=1', shop.staff.headers)).json()).toMatchObject([{ _id: id, orderId }])
    const { quotes: exported } = await (await read('/profile/export', asker.headers)).json()
    expect(exported).toMatchObject([{ name: 'Daniel Costa', orderId: null }])
    // The order belongs to whoever accepted, and the link still opens the quote.
    expect((await read(`/order/${orderId}`, other.headers)).status).toBe(200)
    expect((await read(`/order/${orderId}`, asker.headers)).status).toBe(404)
    expect(await accept(id, { ...other.headers, ...link })).toBe(orderId)
    expect(await (await read('/quote', other.headers)).json()).toEqual([])

    await shop.app.request('/api/profile', json('DELETE', {}, asker.headers))
    expect(await shop.db.$count(quotes, eq(quotes.id, id))).toBe(0)
  },
)

test('a quote belongs to the account that asked for it, whatever e-mail was typed', async () => {
  const [owner, other] = [await shop.signedIn(), await shop.signedIn()]
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, owner.actor.id))
  const { id } = await offered(owner.actor.email, other.headers)
  expect(await (await read('/profile/export', owner.headers)).json()).toMatchObject({ quotes: [] })
  await shop.app.request('/api/profile', json('DELETE', {}, owner.headers))
  expect((await read(`/quote/${id}`, other.headers)).status).toBe(200)
})

test('a quote without an owner belongs to the user who accepts it', async () => {
  const other = await shop.signedIn()
  const { id, link } = await offered(`nobody-${other.actor.email}`, {})
  const orderId = await accept(id, { ...other.headers, ...link })
  expect(await (await read('/quote', other.headers)).json()).toMatchObject([{ _id: id, orderId }])
  const { quotes: exported } = await (await read('/profile/export', other.headers)).json()
  expect(exported).toMatchObject([{ orderId }])
})
