import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTool } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import type { NewQuote } from './schema.ts'
import { quotes } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ trustedProxies: 1 })
  await makeTool(shop.db, { name: 'WX-850 Gold' })
})
afterAll(() => shop.close())
beforeEach(() => {
  shop.mails.splice(0)
  shop.clock.advance({ hours: 25 })
})

const wish: NewQuote = {
  name: 'Daniel Okafor',
  email: 'daniel@workshop.example',
  phone: '+880 1711 000000',
  productName: 'WX-850 Gold',
  price: 89.5,
  quantity: 4000,
}
let networks = 0
async function ask(changes: Partial<NewQuote> = {}, headers: Record<string, string> = {}) {
  networks += 1
  const from = { ...headers, 'x-forwarded-for': `10.0.${networks}.1` }
  const answer = await shop.app.request('/api/quote', json('POST', { ...wish, ...changes }, from))
  expect(answer.status).toBe(201)
  return answer.json()
}
/** How a link answers, with the token in it if there is one. */
async function opened(url = ''): Promise<number> {
  const [, id, , token] = /^http:\/\/localhost:\d+\/quote\/([\w-]+)(#token=(.+))?$/.exec(url) ?? []
  const headers: Record<string, string> = token ? { 'quote-link': token } : {}
  return (await shop.app.request(`/api/quote/${id}`, { headers })).status
}

test('a quote request is confirmed by one mail with the product and quantity', async () => {
  await ask()
  expect(shop.mails).toHaveLength(1)
  expect(shop.mails[0]).toMatchObject({
    to: wish.email,
    subject: expect.stringMatching(/^We received your request for a quote, WQ-\d{4}-\d{6} · Wattwork$/),
    details: [
      { label: 'Product', value: 'WX-850 Gold' },
      { label: 'Quantity', value: '4,000' },
    ],
  })
})

test('the mail contains neither typed names nor products that we do not sell', async () => {
  await ask({ name: 'Win at evil.example', productName: 'Win at evil.example', phone: '+880 666' })
  expect(shop.mails).toHaveLength(1)
  expect(JSON.stringify({ ...shop.mails[0], action: undefined })).not.toMatch(/evil|666/)
  expect(shop.mails[0]?.details).toEqual([{ label: 'Quantity', value: '4,000' }])
})

test('the mail has a link that opens the request for 60 days, and whoever sent it gets no such link', async () => {
  const { _id, ...others } = await ask()
  expect(others).toEqual({ success: true })
  const url = shop.mails[0]?.action?.url
  expect(url).toContain(`/quote/${_id}#token=`)
  expect(await opened(url)).toBe(200)
  shop.clock.advance({ hours: 60 * 24 + 1 })
  expect(await opened(url)).toBe(404)
})

test('the link to a request by an account needs that account, since anybody’s address may have been typed', async () => {
  const buyer = await shop.signedIn()
  const { _id } = await ask({}, buyer.headers)
  const url = shop.mails[0]?.action?.url
  expect(url).toMatch(new RegExp(`/quote/${_id}$`))
  expect(await opened(url)).toBe(401)
  expect((await shop.app.request(`/api/quote/${_id}`, { headers: buyer.headers })).status).toBe(200)
})

test('a mailbox gets three mails a day, whatever follows the plus, and every request is stored', async () => {
  const before = await shop.db.$count(quotes)
  for (let n = 0; n < 5; n += 1) await ask({ email: `daniel+${n}@workshop.example` })
  expect(shop.mails).toHaveLength(3)
  shop.clock.advance({ hours: 6 })
  await ask({ email: 'daniel@workshop.example' })
  expect(shop.mails).toHaveLength(3)
  expect(await shop.db.$count(quotes)).toBe(before + 6)
  await ask({ email: 'nusrat@workshop.example' })
  expect(shop.mails).toHaveLength(4)
})

test('a refused request sends no mail', async () => {
  const answer = await shop.app.request('/api/quote', json('POST', { ...wish, price: 89.555 }))
  expect(answer.status).toBe(422)
  expect(shop.mails).toEqual([])
})
