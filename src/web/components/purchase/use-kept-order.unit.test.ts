import { expect, test } from 'vitest'
import { filledQuantity } from './use-kept-order.ts'

const tool = { minimum_order_quantity: 20, order_increment: 5 }
const uneven = { minimum_order_quantity: 10, order_increment: 4 }

test('the kept quantity replaces the initial one of the form', () => {
  expect(filledQuantity(40, 20, tool)).toBe(40)
  expect(filledQuantity(40, 12, uneven)).toBe(40)
})

test('a typed quantity stays, and so does the initial one when none was kept', () => {
  expect(filledQuantity(40, 25, tool)).toBe(25)
  expect(filledQuantity(40, 10, uneven)).toBe(10)
  expect(filledQuantity(null, 20, tool)).toBe(20)
})
