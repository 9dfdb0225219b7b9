import { expect, test } from 'vitest'
import type { CartTool } from '#features/cart/schema.ts'
import { viewOf } from './view.ts'

const tool: CartTool = {
  name: 'Fan',
  part_number: 'F-1',
  img: '/products/fan120.webp',
  price: 6.9,
  price_breaks: [{ from: 100, price: 6.5 }],
  minimum_order_quantity: 10,
  order_increment: 5,
  category: 'cases',
  available_quantity: 142,
}
const known = { fan: { tool, gone: false }, gone: { tool, gone: true } }
const view = (...lines: { toolId: string; quantity: number; seenPrice: number }[]) =>
  viewOf(lines, (id) => known[id as keyof typeof known], 'usd')
const of = (quantity: number, seenPrice: number, toolId = 'fan') => ({ toolId, quantity, seenPrice })

test('an unchanged line costs the price of its quantity, and needs no agreement', () => {
  const { lines, total } = view(of(100, 6.5))
  expect(lines).toMatchObject([{ ok: true, changes: [], unitPrice: 6.5, total: 650, agreed: of(100, 6.5) }])
  expect(total).toBe(650)
})

test('one click accepts the price and the nearest quantity that can be had', () => {
  expect(view(of(20, 7)).lines).toMatchObject([{ ok: true, changes: ['price'], agreed: of(20, 6.9) }])
  expect(view(of(12, 6.9)).lines).toMatchObject([{ ok: false, changes: ['increment'], agreed: of(10, 6.9) }])
  expect(view(of(3, 6.9)).lines).toMatchObject([{ ok: false, changes: ['minimum'], agreed: of(10, 6.9) }])
  expect(view(of(200, 6.9)).lines).toMatchObject([{ ok: false, changes: ['available', 'price'], agreed: of(140, 6.5) }])
})

test('a product that is gone or cannot be had offers nothing to accept', () => {
  expect(view(of(20, 1, 'gone')).lines).toMatchObject([
    { ok: false, changes: ['gone'], message: 'This product is no longer sold.', agreed: undefined, total: 0 },
  ])
  const few = viewOf([of(20, 6.9)], () => ({ tool: { ...tool, available_quantity: 9 }, gone: false }), 'usd')
  expect(few.lines).toMatchObject([{ ok: false, changes: ['available'], agreed: undefined }])
})

test('the total counts only lines that can be ordered, of known products', () => {
  expect(view(of(20, 6.9), of(3, 6.9), of(5, 1, 'gone'), of(5, 1, 'unheard of'))).toMatchObject({
    total: 138,
    lines: [{}, {}, {}],
  })
})
