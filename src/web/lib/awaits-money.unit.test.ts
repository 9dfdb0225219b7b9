import { expect, test } from 'vitest'
import { takesCard } from './awaits-money.ts'

test('a card may pay for an order on hold, and for one on account of which nothing is paid or credited', () => {
  const order = { state: 'placed' as const, owedAmount: 0, totalAmount: 300 }
  expect(takesCard(order)).toBe(true)
  expect(takesCard({ ...order, state: 'shipped', owedAmount: 300 })).toBe(true)
  expect(takesCard({ ...order, state: 'shipped', owedAmount: 299.99 })).toBe(false)
  expect(takesCard({ ...order, state: 'shipped' })).toBe(false)
  expect(takesCard({ ...order, state: 'confirmed', totalAmount: 0 })).toBe(false)
})
