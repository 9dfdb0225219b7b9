import { expect, test } from 'vitest'
import type { Tool } from '#features/catalogue/schema.ts'
import { productData, toolListData } from './structured-data.ts'

const tool: Tool = {
  _id: '019ab7a4-6c00-7000-8000-000000000001',
  name: 'AF-120 Case Fan',
  description: 'A fan.',
  img: '/products/af120-1280.webp',
  category: 'cooling',
  part_number: 'WW-FN-120',
  price: 84.5,
  minimum_order_quantity: 20,
  order_increment: 1,
  price_breaks: [],
  available_quantity: 20,
  specification: { rows: [] },
  version: 1,
  createdAt: '2026-11-21T10:00:00.000Z',
}
const origin = 'https://shop.example'
const blockOf = ([descriptor]: object[]) => ({ ...descriptor }) as Record<string, Record<string, unknown>>
const product = (changes: Partial<Tool> = {}, currency = 'usd') =>
  blockOf(productData(origin, { ...tool, ...changes }, currency))['script:ld+json']

test('a product states its price in major units, its currency and its address', () => {
  expect(product()).toMatchObject({
    '@type': 'Product',
    name: 'AF-120 Case Fan',
    sku: 'WW-FN-120',
    image: `${origin}/products/af120-1280.webp`,
    offers: { price: 84.5, priceCurrency: 'USD', url: `${origin}/tool/${tool._id}` },
  })
  expect(product({ price: 9100 }, 'jpy')).toMatchObject({ offers: { price: 9100, priceCurrency: 'JPY' } })
})

test('a product is in stock while the smallest order can be placed', () => {
  expect(product()).toMatchObject({ offers: { availability: 'https://schema.org/InStock' } })
  expect(product({ available_quantity: 19 })).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock', eligibleQuantity: { minValue: 20 } },
  })
  expect(product({ order_increment: 8, available_quantity: 23 })).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock', eligibleQuantity: { minValue: 24 } },
  })
})

test('a list names its products in order, with their pages', () => {
  const list = blockOf(toolListData(origin, [tool, { _id: 'two', name: 'Two' }]))['script:ld+json']
  expect(list).toMatchObject({
    itemListElement: [
      { position: 1, name: 'AF-120 Case Fan', url: `${origin}/tool/${tool._id}` },
      { position: 2, name: 'Two', url: `${origin}/tool/two` },
    ],
  })
})
