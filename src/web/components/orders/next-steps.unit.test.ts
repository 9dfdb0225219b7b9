import { expect, test } from 'vitest'
import { isPaid } from '#features/orders/rules.ts'
import { orderStates, type Order, type OrderState } from '#features/orders/schema.ts'
import { nextSteps, type NextStep } from './next-steps.ts'

const paidAt = '2026-11-22T10:00:00.000Z'
const line = {
  position: 1,
  toolId: '0199f0a0-0000-7000-8000-000000000001',
  productName: 'WX-850',
  partNumber: 'WX',
  img: '/products/wx850.webp',
  quantity: 20,
  unitPrice: 84.5,
  total: 1690,
  taxRate: 0,
  tax: 0,
  shipped: 0,
  refunded: 0,
}
const orderIn = (state: OrderState, more: Partial<Order> = {}) => ({
  state,
  paid: isPaid({ state, paidAt: new Date(paidAt) }),
  paidAt: isPaid({ state, paidAt: new Date(paidAt) }) || state === 'refunded' ? paidAt : null,
  owedAmount: state === 'confirmed' ? 1690 : 0,
  processing: false,
  packedAt: null,
  totalAmount: 1690,
  lines: [line],
  ...more,
})

const expected: Record<OrderState, NextStep[]> = {
  placed: ['cancel', 'payment'],
  confirmed: ['cancel', 'payment', 'again'],
  paid: ['receipt', 'review', 'again'],
  shipped: ['receipt', 'review', 'again'],
  delivered: ['receipt', 'review', 'again'],
  refunded: ['receipt', 'again'],
  cancelled: ['again'],
  expired: ['again'],
}

test.each(orderStates)('what can be done with an order that is %s', (state) => {
  expect(nextSteps(orderIn(state))).toEqual(expected[state])
})

test('an order is only followed while its payment is processing', () => {
  expect(nextSteps(orderIn('placed', { processing: true }))).toEqual(['follow'])
})

test('an order without a total has nothing to pay', () => {
  expect(nextSteps(orderIn('placed', { totalAmount: 0 }))).toEqual(['cancel'])
})

test('an order of several products offers no review', () => {
  const lines = [line, { ...line, position: 2 }]
  expect(nextSteps(orderIn('paid', { lines }))).toEqual(['receipt', 'again'])
  expect(nextSteps(orderIn('expired', { lines }))).toEqual(['again'])
})

test('an order sent on account can be paid, but not cancelled', () => {
  expect(nextSteps(orderIn('shipped', { paid: false, paidAt: null, owedAmount: 1690 }))).toEqual(['payment', 'again'])
})

test('an order on account that is packed, or sent in part, is not offered for cancelling', () => {
  expect(nextSteps(orderIn('confirmed', { packedAt: paidAt }))).toEqual(['payment', 'again'])
  const lines = [line, { ...line, position: 2, shipped: 1 }]
  expect(nextSteps(orderIn('confirmed', { lines }))).toEqual(['payment', 'again'])
})
