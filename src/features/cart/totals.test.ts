import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CheckedOrder } from '#features/orders/placing-schema.ts'
import { Order, OrderPlaced } from '#features/orders/schema.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { Cart } from './schema.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const product = fc.record({
  price: fc.integer({ min: 1, max: 1_500 }),
  breaks: fc.uniqueArray(fc.integer({ min: 2, max: 60 }), { maxLength: 3 }),
  increment: fc.integer({ min: 1, max: 6 }),
  minimum: fc.integer({ min: 1, max: 20 }),
  available: fc.integer({ min: 0, max: 200 }),
  quantity: fc.integer({ min: 1, max: 80 }),
})

test(
  'the cart’s total equals the check’s total and the price of ordering its valid lines',
  { timeout: 60_000 },
  async () => {
    const property = fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 6 }), async (products) => {
      const { headers } = await shop.signedIn()
      const call = (method: string, path: string, body: unknown) =>
        shop.app.request(`/api${path}`, json(method, body, headers))
      const entries = await Promise.all(
        products.map(async ({ price, breaks, increment, minimum, available, quantity }) => {
          const tool = await makeTool(shop.db, {
            price: price * 100,
            priceBreaks: breaks
              .toSorted((a, b) => a - b)
              .map((from, n) => ({ from, price: price * 100 - (n + 1) * 7 })),
            orderIncrement: increment,
            minimumOrderQuantity: minimum,
            availableQuantity: available,
          })
          return { toolId: tool.id, quantity, seenPrice: price }
        }),
      )
      const lines = entries.map(({ toolId, quantity }) => ({ toolId, quantity }))
      const cart = Cart.parse(await (await call('PUT', '/cart', { version: 0, lines: entries })).json())
      const checked = CheckedOrder.parse(await (await call('POST', '/order/check', { lines })).json())
      const judged = cart.lines.map(({ changes: _changes, seenPrice: _seen, tool: _tool, ...line }) => line)
      expect({ currency: cart.currency, total: cart.total, tax: cart.tax, lines: judged }).toEqual(checked)

      const good = cart.lines.flatMap(({ ok, toolId, quantity }) => (ok ? { toolId, quantity } : []))
      if (good.length === 0) return
      const { address, phone } = orderOf({ id: '' })
      const placed = await call('POST', '/order', {
        lines: good,
        totalAmount: cart.total,
        cartVersion: cart.version,
        address,
        phone,
      })
      expect(placed.status).toBe(201)
      const { _id } = OrderPlaced.parse(await placed.json())
      const order = Order.parse(await (await shop.app.request(`/api/order/${_id}`, { headers })).json())
      expect(order.totalAmount).toBe(cart.total)
      const left = Cart.parse(await (await shop.app.request('/api/cart', { headers })).json())
      expect(left.lines.map(({ toolId }) => toolId)).toEqual(cart.lines.flatMap(({ ok, toolId }) => (ok ? [] : toolId)))
    })
    await fc.assert(property, { numRuns: 25 })
  },
)
