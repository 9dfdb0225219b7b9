import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cart } from '#features/cart/schema.ts'
import { categories, type Category } from '#features/catalogue/schema.ts'
import { CheckedOrder } from '#features/orders/placing-schema.ts'
import { Order, OrderPlaced } from '#features/orders/schema.ts'
import { orders } from '#features/orders/tables.ts'
import { openPaymentShop, type Buyer, type PaymentShop } from '#features/payments/testing.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import { minor, toMajor } from '#shared/money.ts'
import { makeTool } from '#testing/factories.ts'
import { json } from '#testing/shop.ts'
import { viewOf } from '#web/lib/cart/view.ts'
import { invoices } from './tables.ts'

let shop: PaymentShop
let buyer: Buyer
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

const rate = fc.constantFrom(0, 500, 750, 1500, 1975)
const rates = fc
  .record({ all: rate, cases: fc.option(rate), DE: fc.option(rate), germanCases: fc.option(rate) })
  .map(({ all, cases, DE, germanCases }): TaxRules['rates'] => [
    { rate: all },
    ...(cases === null ? [] : [{ category: 'cases', rate: cases }]),
    ...(DE === null ? [] : [{ country: 'DE', rate: DE }]),
    ...(germanCases === null ? [] : [{ country: 'DE', category: 'cases', rate: germanCases }]),
  ])
const rules = fc.record({
  prices: fc.constantFrom<TaxRules['prices']>('inclusive', 'exclusive'),
  rounding: fc.constantFrom<TaxRules['rounding']>('line', 'sum'),
  rates,
})
const product = fc
  .record({
    category: fc.constantFrom<Category>(...categories),
    price: fc.integer({ min: 1, max: 99_999 }),
    quantity: fc.integer({ min: 1, max: 60 }),
    breakAt: fc.option(fc.integer({ min: 2, max: 60 })),
  })
  .map(({ category, price, quantity, breakAt }) => ({
    category,
    price,
    quantity,
    priceBreaks: breakAt === null || price < 2 ? [] : [{ from: breakAt, price: minor(Math.ceil(price * 0.9) - 1) }],
  }))
  .filter(({ price, priceBreaks }) => priceBreaks.every((each) => each.price > 0 && each.price < price))
const situations = fc.record({
  tax: rules,
  country: fc.constantFrom(undefined, 'BD', 'DE'),
  products: fc.array(product, { minLength: 1, maxLength: 5 }),
})

const call = async (path: string, init?: RequestInit) =>
  (await shop.app.request(`/api${path}`, init ?? { headers: buyer.headers })).json()
const post = (path: string, body: object) => call(path, json('POST', body, buyer.headers))

/** What each place that states a price says for the same lines. */
async function saidOf({ tax, country, products }: typeof situations extends fc.Arbitrary<infer S> ? S : never) {
  Object.assign(shop.config.tax, tax)
  const { currency } = shop.config
  const tools = await Promise.all(
    products.map(({ category, price, priceBreaks }) =>
      makeTool(shop.db, { category, price, priceBreaks, minimumOrderQuantity: 1, availableQuantity: 10_000 }),
    ),
  )
  const lines = tools.map(({ id: toolId }, n) => ({ toolId, quantity: products[n]?.quantity ?? 1 }))
  const where = country && { country }
  const before = Cart.parse(await call('/cart'))
  const put = json(
    'PUT',
    { version: before.version, lines: lines.map((line) => ({ ...line, seenPrice: 1 })) },
    buyer.headers,
  )
  await call('/cart', put)
  const cart = Cart.parse(await call(`/cart${country ? `?country=${country}` : ''}`))
  const known = new Map(cart.lines.map(({ toolId, tool }) => [toolId, { tool, gone: false }]))
  const page = viewOf(cart.lines, (id) => known.get(id), currency, { rules: shop.config.tax, country })
  const checked = CheckedOrder.parse(await post('/order/check', { lines, ...where }))
  const asked = { lines, ...where, address: 'Plot 14', phone: '+880 1711 000000', totalAmount: page.total }
  const { _id } = OrderPlaced.parse(await post('/order', { ...asked, cartVersion: cart.version }))
  await shop.db.update(orders).set({ state: 'paid', paidAt: shop.clock.now() }).where(eq(orders.id, _id))
  const order = Order.parse(await call(`/order/${_id}`))
  await call(`/order/${_id}/papers`)
  const [invoice] = await shop.db.select().from(invoices).where(eq(invoices.orderId, _id))
  if (!invoice) throw new Error('no invoice was issued')
  const { taxes, lines: issued } = invoice.document
  const major = (amount: typeof taxes.gross) => toMajor(amount, currency)
  return {
    totals: [page.total, cart.total, checked.total, order.totalAmount, major(invoice.total), major(taxes.gross)],
    taxes: [page.tax, cart.tax.amount, checked.tax.amount, order.taxAmount, major(taxes.tax)],
    lines: [cart.lines, checked.lines, order.lines, issued.map(({ total }) => ({ total: major(total) }))].map((each) =>
      each.map(({ total }) => total),
    ),
    order,
    net: taxes.net,
    invoice,
  }
}

test(
  'page, cart, check, order and invoice agree on the same lines to the minor unit',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(situations, async (situation) => {
        buyer = await shop.signedIn()
        const { totals, taxes, lines, order, net, invoice } = await saidOf(situation)
        expect(new Set(totals).size, JSON.stringify(totals)).toBe(1)
        expect(new Set(taxes).size, JSON.stringify(taxes)).toBe(1)
        for (const each of lines) expect(each).toEqual(lines[0])
        expect(order.addedTaxAmount).toBe(situation.tax.prices === 'exclusive' ? taxes[0] : 0)
        expect(order.country).toBe(situation.country ?? 'BD')
        expect(net + invoice.document.taxes.tax).toBe(invoice.total)
      }),
      { numRuns: 40 },
    )
  },
)

test.each([
  ['Hafen 12', 'DE', 'Hafen 12\nGermany'],
  ['Hafen 12, 20457 Hamburg, GERMANY', 'DE', 'Hafen 12, 20457 Hamburg, GERMANY'],
  ['Plot 14', 'BD', 'Plot 14'],
  ['Plot 14', undefined, 'Plot 14'],
])('the address %j in %s is printed on the parcel as %j', async (address, country, written) => {
  const by = await shop.signedIn()
  Object.assign(shop.config.tax, { rates: [] })
  const tool = await makeTool(shop.db)
  const body = {
    lines: [{ toolId: tool.id, quantity: 1 }],
    address,
    phone: '+880 1711 000000',
    ...(country && { country }),
  }
  const { _id } = OrderPlaced.parse(await (await shop.app.request('/api/order', json('POST', body, by.headers))).json())
  const answer = await shop.app.request(`/api/order/${_id}`, { headers: by.headers })
  expect(Order.parse(await answer.json())).toMatchObject({ address: written, country: country ?? 'BD' })
})

test('a buyer who saw another tax is told the new total, and nothing is ordered', async () => {
  buyer = await shop.signedIn()
  Object.assign(shop.config.tax, {
    prices: 'exclusive',
    rounding: 'sum',
    rates: [{ rate: 1500 }, { country: 'DE', rate: 1900 }],
  })
  const tool = await makeTool(shop.db, { price: 10_000 })
  const asked = {
    lines: [{ toolId: tool.id, quantity: 1 }],
    address: 'Plot 14',
    phone: '+880 1711 000000',
    totalAmount: 115,
  }
  const refused = await shop.app.request('/api/order', json('POST', { ...asked, country: 'DE' }, buyer.headers))
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ totalAmount: 119 })
  const unknown = await shop.app.request('/api/order', json('POST', { ...asked, country: 'XX' }, buyer.headers))
  expect([unknown.status, await unknown.json()]).toMatchObject([422, { errors: [{ path: 'country' }] }])
  expect((await shop.app.request('/api/cart?country=XX', { headers: buyer.headers })).status).toBe(400)
  expect(await shop.db.$count(orders, eq(orders.userId, buyer.actor.id))).toBe(0)
})
