import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '#features/accounts/tables.ts'
import { Order, OrderPlaced } from '#features/orders/schema.ts'
import { Problem } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { recordedBy } from '#testing/audit.ts'
import { deleteTool } from '#features/catalogue/store.ts'
import { makeTool } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { QuoteAdded, WholeQuote, type Quote } from './schema.ts'

type Caller = Awaited<ReturnType<TestShop['signedIn']>>
type Headers = Record<string, string>

let shop: TestShop
let staff: Caller
let tool: Awaited<ReturnType<typeof makeTool>>
let fan: typeof tool
beforeAll(async () => {
  shop = await openTestShop({ trustedProxies: 1 })
  staff = await shop.signedIn({ role: 'admin' })
  const rules = { minimumOrderQuantity: 10, orderIncrement: 5, availableQuantity: 1000 }
  tool = await makeTool(shop.db, { name: 'WX-850 Gold', price: 10_000, ...rules })
  fan = await makeTool(shop.db, { name: 'AF-120 Fan', price: 690, ...rules })
})
afterAll(() => shop.close())
beforeEach(() => void shop.mails.splice(0))

const call = (method: string, path: string, body: unknown, headers: Headers = {}) =>
  shop.app.request(`/api${path}`, method === 'GET' ? { headers } : json(method, body, headers))
let networks = 0
async function ask(by: Caller | undefined, more: object = {}): Promise<string> {
  networks += 1
  const person = { name: 'Daniel', email: by?.actor.email ?? 'daniel@workshop.example', phone: '+880 1711 000000' }
  const lines = [
    { toolId: tool.id, quantity: 33 },
    { toolId: fan.id, quantity: 100 },
  ]
  const from = { ...by?.headers, 'x-forwarded-for': `10.1.${networks}.1` }
  const answer = await call('POST', '/quote', { ...person, lines, note: 'Before June', ...more }, from)
  expect(answer.status).toBe(201)
  return QuoteAdded.parse(await answer.json())._id
}
const read = async (id: string, headers: Headers): Promise<WholeQuote> =>
  WholeQuote.parse(await (await call('GET', `/quote/${id}`, undefined, headers)).json())
const offer = (id: string, more: object = {}, by = staff) =>
  call(
    'POST',
    `/quote/${id}/offer`,
    {
      lines: [
        { toolId: tool.id, quantity: 33, unitPrice: 81.5 },
        { toolId: fan.id, quantity: 7, unitPrice: 6 },
      ],
      validUntil: '2025-06-10',
      message: 'For both together.',
      ...more,
    },
    by.headers,
  )
const delivery = { address: 'Plot 9, Mirpur, Dhaka', phone: '+880 1711 000000' }
const accept = (id: string, headers: Headers, more: object = {}) =>
  call('POST', `/quote/${id}/accept`, { ...delivery, ...more }, headers)
const linkIn = (url: string | undefined): Headers => ({ 'quote-link': /#token=(.+)$/.exec(url ?? '')?.[1] ?? '' })

test('a cart becomes a quote, an offer and one order at the prices of the offer', async () => {
  const buyer = await shop.signedIn()
  const id = await ask(buyer)
  expect(await read(id, buyer.headers)).toMatchObject({
    state: 'asked',
    productName: 'WX-850 Gold + 1 more',
    price: null,
    quantity: 133,
    note: 'Before June',
    lines: [{ toolId: tool.id, quantity: 33 }, { productName: 'AF-120 Fan' }],
    isOwn: true,
    isStaff: false,
  })
  const entries = await recordedBy(shop.db, async () => expect((await offer(id)).status).toBe(204))
  expect(entries).toMatchObject([{ action: 'quote.offered', subjectId: id, actorId: staff.actor.id }])
  expect(entries[0]?.subjectLabel).toMatch(/^WQ-/)
  const offered = await read(id, buyer.headers)
  expect(offered).toMatchObject({
    state: 'offered',
    offer: { total: 2731.5, validUntil: '2025-06-10T17:59:59.000Z', message: 'For both together.' },
    events: [{ kind: 'offered', byStaff: true, by: null }],
  })
  expect(offered.answeredAt).not.toBeNull()
  const mail = shop.mails.find(({ to, lines }) => to === buyer.actor.email && lines)
  expect(mail).toMatchObject({ total: { amount: '$2,731.50' }, action: { label: 'Open the quote' } })

  expect((await call('POST', `/quote/${id}/message`, { message: 'In black?' }, buyer.headers)).status).toBe(204)
  expect((await read(id, staff.headers)).answeredAt).toBeNull()
  expect((await call('POST', `/quote/${id}/message`, { message: 'Yes.' }, staff.headers)).status).toBe(204)
  expect(shop.mails.at(-1)).toMatchObject({ to: buyer.actor.email, paragraphs: [expect.any(String), 'Yes.'] })

  const before = await stockOf(shop.db, tool.id)
  const answers = await Promise.all([1, 2, 3, 4].map(() => accept(id, buyer.headers, { purchaseOrderNumber: 'PO 7' })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const ids = await Promise.all(answers.map(async (answer) => OrderPlaced.parse(await answer.json())._id))
  expect(new Set(ids).size).toBe(1)
  const order = Order.parse(await (await call('GET', `/order/${ids[0]}`, undefined, buyer.headers)).json())
  expect(order).toMatchObject({
    totalAmount: 2731.5,
    purchaseOrderNumber: 'PO 7',
    lines: [
      { quantity: 33, unitPrice: 81.5, total: 2689.5 },
      { quantity: 7, unitPrice: 6, total: 42 },
    ],
  })
  expect((await stockOf(shop.db, tool.id)).available).toBe((before.available ?? 0) - 33)
  expect(await read(id, buyer.headers)).toMatchObject({ state: 'accepted', orderId: ids[0] })
  for (const step of ['decline', 'withdraw']) {
    expect((await call('POST', `/quote/${id}/${step}`, {}, buyer.headers)).status).toBe(409)
  }
  expect((await offer(id)).status).toBe(409)
})

test('a visitor opens an offer by its link, writes and declines, and needs an account to accept', async () => {
  const id = await ask(undefined, { email: 'daniel+link@workshop.example' })
  expect((await call('GET', `/quote/${id}`, undefined)).status).toBe(401)
  await offer(id)
  const link = linkIn(shop.mails.at(-1)?.action?.url)
  expect(await read(id, link)).toMatchObject({ state: 'offered', isOwn: true })
  expect((await call('POST', `/quote/${id}/message`, { message: 'Thanks' }, link)).status).toBe(204)
  expect((await accept(id, link)).status).toBe(401)
  const other = await shop.signedIn()
  expect((await call('GET', `/quote/${id}`, undefined, other.headers)).status).toBe(404)
  expect((await accept(id, other.headers)).status).toBe(404)
  expect((await accept(id, { ...other.headers, ...link })).status).toBe(201)
  // From then on it is theirs without the link.
  expect(await read(id, other.headers)).toMatchObject({ state: 'accepted', isOwn: true })
  expect((await accept(id, { ...(await shop.signedIn()).headers, ...link })).status).toBe(409)

  const second = await ask(undefined, { email: 'daniel+second@workshop.example' })
  await offer(second)
  const secondLink = linkIn(shop.mails.at(-1)?.action?.url)
  expect((await call('GET', `/quote/${id}`, undefined, secondLink)).status).toBe(404)
  expect((await call('POST', `/quote/${second}/decline`, { message: 'Too dear' }, secondLink)).status).toBe(204)
  expect(await read(second, secondLink)).toMatchObject({ state: 'declined' })
  shop.clock.advance({ hours: 24 * 70 })
  expect((await call('GET', `/quote/${second}`, undefined, secondLink)).status).toBe(404)
  shop.clock.advance({ hours: -24 * 70 })
})

test('a quote asked for by e-mail belongs to the user who has verified that e-mail', async () => {
  const buyer = await shop.signedIn()
  const id = await ask(undefined, { email: buyer.actor.email })
  const mine = async () =>
    (await (await call('GET', '/quote', undefined, buyer.headers)).json()).map((each: Quote) => each._id)
  expect(await mine()).toEqual([])
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, buyer.actor.id))
  expect(await mine()).toEqual([id])
  expect((await read(id, buyer.headers)).isOwn).toBe(true)
})

test('missing stock is reported by line without taking any, and the offer stays valid', async () => {
  const buyer = await shop.signedIn()
  const scarce = await makeTool(shop.db, { price: 100, availableQuantity: 5 })
  const gone = await makeTool(shop.db, { price: 100, availableQuantity: 5 })
  const id = await ask(buyer)
  const lines = [
    { toolId: scarce.id, quantity: 6, unitPrice: 0.5 },
    { toolId: gone.id, quantity: 1, unitPrice: 0.5 },
  ]
  expect((await offer(id, { lines })).status).toBe(204)
  await deleteTool(shop.db, gone.id, shop.clock.now())
  const refused = await accept(id, buyer.headers)
  expect(refused.status).toBe(422)
  expect(Problem.parse(await refused.json()).errors).toMatchObject([
    { path: 'lines.0.quantity', code: 'available' },
    { path: 'lines.1.toolId', code: 'gone' },
  ])
  expect((await stockOf(shop.db, scarce.id)).available).toBe(5)
  expect((await read(id, buyer.headers)).state).toBe('offered')
  await offer(id, { lines: lines.slice(0, 1) })
  await call('PATCH', `/tool/${scarce.id}`, { stock_change: 1 }, staff.headers)
  expect((await accept(id, buyer.headers)).status).toBe(201)
})

test('accepting another offer than the one shown is refused', async () => {
  const buyer = await shop.signedIn()
  const id = await ask(buyer)
  await offer(id)
  const { offer: first } = await read(id, buyer.headers)
  shop.clock.advance({ seconds: 60 })
  await offer(id, { lines: [{ toolId: tool.id, quantity: 33, unitPrice: 99 }] })
  expect((await accept(id, buyer.headers, { offeredAt: first?.offeredAt })).status).toBe(409)
  const { offer: second } = await read(id, buyer.headers)
  expect((await accept(id, buyer.headers, { offeredAt: second?.offeredAt })).status).toBe(201)
})

test('an offer ends with its day, with one reminder a day before, and cannot be accepted afterwards', async () => {
  const buyer = await shop.signedIn()
  const id = await ask(buyer)
  await offer(id, { validUntil: '2025-06-03' })
  shop.mails.splice(0)
  await shop.shop.quotes.keepTime()
  expect(shop.mails).toEqual([])
  shop.clock.advance({ hours: 24 })
  await shop.shop.quotes.keepTime()
  await shop.shop.quotes.keepTime()
  const mailed = shop.mails.filter(({ to }) => to === buyer.actor.email).map(({ subject }) => subject)
  expect(mailed).toEqual([expect.stringMatching(/^Your quote WQ-.+ from Wattwork expires soon$/)])
  shop.clock.advance({ hours: 24 })
  expect((await read(id, buyer.headers)).state).toBe('expired')
  expect((await (await accept(id, buyer.headers)).json()).detail).toContain('has expired')
  await shop.shop.quotes.keepTime()
  expect((await read(id, buyer.headers)).events.map(({ kind }) => kind)).toEqual(['offered', 'expired'])
  expect((await offer(id)).status).toBe(204)
  expect((await accept(id, buyer.headers)).status).toBe(201)
})

test('staff decline requests and withdraw offers, with a mail, and buyers can withdraw too', async () => {
  const buyer = await shop.signedIn()
  const [declined, withdrawn, own] = [await ask(buyer), await ask(buyer), await ask(buyer)]
  expect(
    (await call('POST', `/quote/${declined}/decline`, { message: 'Not made any more.' }, staff.headers)).status,
  ).toBe(204)
  expect(shop.mails.at(-1)?.paragraphs).toContain('Not made any more.')
  await offer(withdrawn)
  expect((await call('POST', `/quote/${withdrawn}/decline`, {}, staff.headers)).status).toBe(409)
  expect((await call('POST', `/quote/${withdrawn}/withdraw`, {}, staff.headers)).status).toBe(204)
  expect(shop.mails.at(-1)?.subject).toContain('withdrawn')
  expect((await accept(withdrawn, buyer.headers)).status).toBe(409)
  expect((await call('POST', `/quote/${own}/withdraw`, {}, buyer.headers)).status).toBe(204)
  expect((await read(own, buyer.headers)).state).toBe('withdrawn')
})

describe('refuses', () => {
  test.each<[{ lines?: unknown; validUntil?: string; message?: string }, string]>([
    [{ lines: [] }, 'lines'],
    [{ lines: [{ toolId: newId(), quantity: 1, unitPrice: 1 }] }, 'lines.0.toolId'],
    [{ lines: 'one free' }, 'lines.0.unitPrice'],
    [{ lines: 'one exact' }, 'lines.0.unitPrice'],
    [{ lines: 'twice' }, 'lines.1.toolId'],
    [{ validUntil: '2025-06-01' }, 'validUntil'],
    [{ validUntil: '2027-06-01' }, 'validUntil'],
    [{ message: 'x'.repeat(2001) }, 'message'],
    [{ message: 'For\u0001both' }, 'message'],
  ])('the offer %j', async (more, path) => {
    const buyer = await shop.signedIn()
    const id = await ask(buyer)
    const line = { toolId: tool.id, quantity: 1, unitPrice: 1 }
    const kinds: Record<string, unknown> = {
      'one free': [{ ...line, unitPrice: 0 }],
      'one exact': [{ ...line, unitPrice: 1.001 }],
      twice: [line, line],
    }
    const lines = typeof more.lines === 'string' ? kinds[more.lines] : more.lines
    const answer = await offer(id, { ...more, ...(lines !== undefined && { lines }) })
    expect(answer.status).toBe(422)
    expect(Problem.parse(await answer.json()).errors?.[0]?.path).toBe(path)
    expect((await read(id, buyer.headers)).state).toBe('asked')
  })

  test('a request for a product not sold, or for lines together with a single product', async () => {
    const person = { name: 'Daniel', email: 'daniel@workshop.example', phone: '+880 1711 000000' }
    const lines = [{ toolId: newId(), quantity: 1 }]
    const gone = await call('POST', '/quote', { ...person, lines }, { 'x-forwarded-for': '10.9.0.1' })
    expect(await gone.json()).toMatchObject({ errors: [{ path: 'lines.0.toolId', code: 'gone' }] })
    const both = await call('POST', '/quote', { ...person, lines, price: 4 }, { 'x-forwarded-for': '10.9.0.1' })
    expect(await both.json()).toMatchObject({ errors: [{ path: 'price' }] })
    const neither = await call('POST', '/quote', person, { 'x-forwarded-for': '10.9.0.1' })
    expect((await neither.json()).errors.map(({ path }: { path: string }) => path)).toEqual([
      'productName',
      'price',
      'quantity',
    ])
  })

  test('an account’s twenty-first request in an hour, from any network', async () => {
    const buyer = await shop.signedIn()
    const person = { name: 'Daniel', email: buyer.actor.email, phone: '+880 1711 000000' }
    const body = { ...person, lines: [{ toolId: tool.id, quantity: 1 }] }
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) statuses.push((await call('POST', '/quote', body, buyer.headers)).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })

  test('a buyer’s twenty-first message in an hour, but not one of staff', async () => {
    const buyer = await shop.signedIn()
    const id = await ask(buyer)
    const write = (by: Caller) => call('POST', `/quote/${id}/message`, { message: 'Hello' }, by.headers)
    for (let n = 0; n < 20; n += 1) expect((await write(buyer)).status).toBe(204)
    expect((await write(buyer)).status).toBe(429)
    expect((await write(staff)).status).toBe(204)
  })

  test('acceptance by staff or by another user', async () => {
    const id = await ask(await shop.signedIn())
    await offer(id)
    expect((await accept(id, staff.headers)).status).toBe(409)
    expect((await accept(id, (await shop.signedIn()).headers)).status).toBe(404)
    expect((await accept(newId(), staff.headers)).status).toBe(409)
  })
})
