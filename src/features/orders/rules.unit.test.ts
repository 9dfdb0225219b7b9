import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quantityAllowed, totalOf } from './rules.ts'

const count = fc.integer({ min: 0, max: 10_000_000 })
const price = fc.integer({ min: 1, max: 99_999_999 })

test('exactly the whole numbers from minimum to available are allowed', () => {
  fc.assert(
    fc.property(count, count, count, (quantity, minimum, available) => {
      const inside = minimum <= quantity && quantity <= available
      expect(quantityAllowed(quantity, { minimum, available })).toBe(inside)
    }),
  )
})

test.each([Number.NaN, 20.5, Infinity, -20])('%s is no quantity', (quantity) => {
  expect(quantityAllowed(quantity, { minimum: 1, available: 1000 })).toBe(false)
})

test('a total is exact, and the totals of the parts of an order sum to the whole', () => {
  fc.assert(
    fc.property(count, count, price, (a, b, unitPrice) => {
      expect(totalOf(a, unitPrice) + totalOf(b, unitPrice)).toBe(totalOf(a + b, unitPrice))
      expect(Number.isSafeInteger(totalOf(a, unitPrice))).toBe(true)
      expect(BigInt(totalOf(a, unitPrice))).toBe(BigInt(a) * BigInt(unitPrice))
    }),
  )
})
