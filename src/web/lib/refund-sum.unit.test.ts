import { expect, test } from 'vitest'
import { refundSum } from './refund-sum.ts'

const line = (position: number, more: object = {}) => ({
  position,
  toolId: 't',
  productName: 'WX-850',
  partNumber: 'WX',
  img: '/x.webp',
  quantity: 10,
  unitPrice: 75.5,
  total: 755,
  taxRate: 0,
  tax: 0,
  shipped: 0,
  refunded: 0,
  ...more,
})
const order = {
  totalAmount: 1510,
  refundedAmount: 0,
  addedTaxAmount: 0,
  currency: 'usd',
  lines: [line(1), line(2)],
}

test('the sum of a refund is everything that is left, the price of the pieces, or the amount', () => {
  expect(refundSum(order, {})).toBe(1510)
  expect(refundSum({ ...order, refundedAmount: 10.5 }, {})).toBe(1499.5)
  expect(refundSum(order, { lines: [{ position: 1, quantity: 3 }] })).toBe(226.5)
  expect(refundSum(order, { amount: 99.99 })).toBe(99.99)
})

test('tax that was added goes back with its pieces, tax within the price is in it', () => {
  const taxed = { ...order, lines: [line(1, { tax: 75.5 })] }
  const lines = [{ position: 1, quantity: 4 }]
  expect(refundSum({ ...taxed, addedTaxAmount: 75.5 }, { lines })).toBe(332.2)
  expect(refundSum(taxed, { lines })).toBe(302)
})

test('there is none for more than is left, or an amount that the currency does not have', () => {
  expect(refundSum(order, { amount: 1510.01 })).toBeUndefined()
  expect(refundSum(order, { amount: 0.001 })).toBeUndefined()
  expect(refundSum(order, { lines: [{ position: 1, quantity: 11 }] })).toBeUndefined()
})
