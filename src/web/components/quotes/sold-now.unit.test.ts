import { expect, test } from 'vitest'
import type { QuickTool } from '#features/quick-order/schema.ts'
import { listedLine, soldNowText } from './sold-now.ts'

const tool = {
  _id: 't1',
  name: 'WX',
  price: 40,
  price_breaks: [{ from: 100, price: 38.5 }],
  minimum_order_quantity: 100,
  order_increment: 1,
  available_quantity: 1200,
} as unknown as QuickTool

test('an offer line shows the list price of its quantity, and the stock', () => {
  expect(soldNowText(tool, '99', 'usd')).toBe('List price $40.00, 1,200 in stock')
  expect(soldNowText(tool, '1,000', 'usd')).toBe('List price $38.50, 1,200 in stock')
})

test('an unreadable quantity shows the list price of the smallest order', () => {
  expect(soldNowText(tool, 'many', 'usd')).toBe('List price $38.50, 1,200 in stock')
})

test('a product that staff add starts at the smallest order and its list price', () => {
  const line = { toolId: 't1', productName: 'WX', quantity: '100', unitPrice: '38.5' }
  expect(listedLine(tool, 'usd')).toEqual(line)
  const inSteps = { ...tool, minimum_order_quantity: 10, order_increment: 4 }
  expect(listedLine(inSteps, 'usd')).toEqual({ ...line, quantity: '12', unitPrice: '40' })
})

test('a product that is no longer sold has no price', () => {
  expect(soldNowText(null, '10', 'usd')).toBe('No longer sold.')
})
