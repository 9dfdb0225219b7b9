import { expect, test } from 'vitest'
import { filledQuantity } from './use-kept-order.ts'

const tool = { minimum_order_quantity: 20, order_increment: 5 }
const uneven = { minimum_order_quantity: 10, order_increment: 4 }

test('the quantity that was kept takes the place of the one that the form begins with', () => {
  expect(filledQuantity(40, 20, tool)).toBe(40)
  expect(filledQuantity(40, 12, uneven)).toBe(40)
})

test('a quantity that was typed before stays, and so does the first where none was kept', () => {
  expect(filledQuantity(40, 25, tool)).toBe(25)
  expect(filledQuantity(40, 10, uneven)).toBe(10)
  expect(filledQuantity(null, 20, tool)).toBe(20)
})
