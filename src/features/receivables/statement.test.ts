import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditEntries } from '#features/credit/tables.ts'
import { noteProcessing } from '#features/orders/lifecycle.ts'
import type { Order } from '#features/orders/schema.ts'
import { withOrder } from '#testing/orders.ts'
import { minor } from '#shared/money.ts'
import { mostEntries, type Statement } from './schema.ts'
import { openAccountShop, type AccountShop } from './testing.ts'

let shop: AccountShop
beforeAll(async () => {
  shop = await openAccountShop()
})
afterAll(() => shop.close())

describe('a statement', () => {
  test('lists a month’s entries with the balance after each, and what is open now', async () => {
    const buyer = await shop.buyerWith()
    const first = await shop.placed(buyer, 2)
    await shop.pay(buyer, 50, { reference: 'June' })
    shop.clock.advance({ hours: 24 * 35 })
    const second = await shop.placed(buyer, 1)
    const now = await shop.statement(buyer)
    expect(now).toMatchObject({ month: '2025-07', opening: 150, closing: 250, owed: 250, overdue: 150, openCount: 2 })
    expect(now.open).toMatchObject([
      { number: first.number, owed: 150, isOverdue: true },
      { number: second.number, owed: 100, isOverdue: false },
    ])
    const june = await shop.statement(buyer, '&month=2025-06')
    expect(june).toMatchObject({ opening: 0, closing: 150 })
    const answer = await shop.call('GET', `/statement.pdf?email=${buyer.actor.email}&month=2025-06`, undefined, buyer)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="statement-2025-06.pdf"')
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())))
    const paper = text.join(' ').replaceAll(/\s+/g, ' ')
    for (const said of ['Statement June 2025', `Order ${first.number}`, 'Payment June', 'received on 1 Jun 2025']) {
      expect(paper).toContain(said)
    }
    for (const figure of ['$200.00', '−$50.00', '$150.00']) expect(paper).toContain(figure)
    expect(june.entries).toMatchObject([
      { kind: 'order', label: first.number, amount: 200, balance: 200, receivedAt: null },
      { kind: 'payment', label: 'June', amount: -50, balance: 150, receivedAt: '2025-06-01' },
    ])
  })

  test('of thousands of entries is paged, with balances that continue from page to page', async () => {
    const buyer = await shop.buyerWith()
    const at = (n: number) => new Date(Date.UTC(2025, 4, 31, 12) + Math.floor(n / 3) * 300_000)
    // From the last hours of May on, in the shop's own time zone, three entries at each moment.
    const made = Array.from({ length: 2400 }, (_, n) => ({
      userId: buyer.actor.id,
      kind: n % 2 ? ('payment' as const) : ('order' as const),
      amount: minor(n % 2 ? -n : n + 7),
      label: `E${n}`,
      at: at(n),
    }))
    await shop.db.insert(creditEntries).values(made)
    const inMay = made.filter((each) => each.at < new Date('2025-05-31T18:00:00Z'))
    const sum = (list: typeof made) => list.reduce((total, { amount }) => total + amount, 0) / 100
    const pages: Statement[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const page = await shop.statement(buyer, `&month=2025-06${cursor && `&cursor=${cursor}`}`)
      expect(page).toMatchObject({ opening: sum(inMay), closing: sum(made) })
      expect(page.before).toBe(pages.at(-1)?.entries.at(-1)?.balance ?? page.opening)
      pages.push(page)
      cursor = page.nextCursor
    }
    const entries = pages.flatMap((page) => page.entries)
    expect(entries.map(({ label }) => label).toSorted()).toEqual(
      made
        .slice(inMay.length)
        .map(({ label }) => label)
        .toSorted(),
    )
    expect(entries.at(-1)?.balance).toBe(sum(made))
    expect(pages.map((page) => page.entries.length)).toEqual([
      ...pages.slice(1).map(() => mostEntries),
      entries.length % mostEntries,
    ])
    expect((await shop.statement(buyer, '&month=2025-07')).opening).toBe(sum(made))
  })

  test('is visible only to its owner and staff', async () => {
    const [buyer, other] = [await shop.buyerWith(), await shop.signedIn()]
    const path = `/statement?email=${buyer.actor.email}`
    expect((await shop.call('GET', path, undefined, shop.staff)).status).toBe(200)
    expect((await shop.call('GET', path, undefined, other)).status).toBe(403)
    expect((await shop.call('GET', `${path}&month=2025-13`, undefined, buyer)).status).toBe(400)
    expect((await shop.call('GET', `${path}&cursor=here`, undefined, buyer)).status).toBe(400)
    expect((await shop.call('GET', '/statement?email=nobody@example.com', undefined, shop.staff)).status).toBe(404)
  })
})

test('a reminder offers the card only while it could pay the whole total', async () => {
  const buyer = await shop.buyerWith()
  const [untouched, partPaid] = [await shop.placed(buyer, 1), await shop.placed(buyer, 1)]
  await shop.pay(buyer, 40, { orders: [partPaid._id] })
  shop.clock.advance({ hours: 24 * 31 })
  await shop.shop.telling.remind()
  const reminderOf = ({ number }: Order) => shop.mails.find(({ subject }) => subject === `Order ${number} is overdue`)
  const [whole, rest] = [reminderOf(untouched), reminderOf(partPaid)]
  expect(whole?.paragraphs.join(' ')).toContain('or pay by card')
  expect(whole?.action?.url).toContain(`/dashboard/payment/${untouched._id}`)
  expect(rest?.paragraphs.join(' ')).toContain('$60.00 for order')
  expect(rest?.paragraphs.join(' ')).not.toContain('card')
  expect(rest?.action?.url).toContain(`/dashboard/orders/${partPaid._id}`)
})

test('a buyer with an overdue order is reminded once', async () => {
  const buyer = await shop.buyerWith()
  const made = await shop.placed(buyer, 1)
  const toldOf = async () => {
    await shop.shop.telling.remind()
    return shop.mails.filter(({ to }) => to === buyer.actor.email).map(({ subject }) => subject)
  }
  expect(await toldOf()).toEqual([`Order ${made.number} confirmed`])
  shop.clock.advance({ hours: 24 * 31 })
  // It may also be paid by card, and then the money is on its way.
  await withOrder(shop, made._id, (tx, order) => noteProcessing(tx, order, true))
  expect(await toldOf()).toHaveLength(1)
  await withOrder(shop, made._id, (tx, order) => noteProcessing(tx, order, false))
  expect(await toldOf()).toEqual([`Order ${made.number} confirmed`, `Order ${made.number} is overdue`])
  expect(await toldOf()).toHaveLength(2)
  const overdue = await shop.call('GET', '/orders?overdue=yes&limit=100', undefined, shop.staff)
  expect((await overdue.json()).map(({ number }: Order) => number)).toContain(made.number)
  await shop.pay(buyer, 40)
  expect((await toldOf()).at(-1)).toBe(`Payment received for order ${made.number}`)
  expect(shop.mails.at(-1)?.paragraphs.join(' ')).toContain('$60.00 is still due')
})

test('staff read what is open with a user, who may be removed by then', async () => {
  const buyer = await shop.buyerWith()
  await shop.placed(buyer, 2)
  await shop.placed(buyer, 1)
  const open = async () => (await shop.call('GET', `/user/${buyer.actor.email}/open`, undefined, shop.staff)).json()
  expect(await open()).toEqual({ currency: 'usd', owed: 300, credit: 0, toShip: 2 })
  const other = await shop.buyerWith()
  expect(await (await shop.call('GET', `/user/${other.actor.email}/open`, undefined, shop.staff)).json()).toMatchObject(
    { owed: 0, toShip: 0 },
  )
  expect((await shop.call('DELETE', `/user/${buyer.actor.email}`, undefined, shop.staff)).status).toBe(204)
  await shop.pay(buyer, 350)
  expect(await open()).toEqual({ currency: 'usd', owed: 0, credit: 50, toShip: 2 })
  expect((await shop.call('GET', '/user/nobody@example.com/open', undefined, shop.staff)).status).toBe(404)
})
