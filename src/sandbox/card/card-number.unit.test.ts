import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandOf, digitsOf, groupDigits, passesLuhn } from './card-number.ts'
import { testCards } from './test-cards.ts'

const someDigits = fc.stringMatching(/^\d{1,19}$/)

test('every test card has a valid card number', () => {
  expect(testCards.filter(({ number }) => !passesLuhn(number))).toEqual([])
  expect(passesLuhn('')).toBe(false)
})

test('exactly one last digit is valid, so that any single wrong digit is noticed', () => {
  fc.assert(
    fc.property(someDigits, (start) => {
      const passing = [...'0123456789'].filter((digit) => passesLuhn(start + digit))
      expect(passing).toHaveLength(1)
    }),
  )
})

test('grouping changes no digit, up to the length of the brand', () => {
  fc.assert(
    fc.property(someDigits, (digits) => {
      const length = brandOf(digits) === 'amex' ? 15 : 16
      expect(digitsOf(groupDigits(digits))).toBe(digits.slice(0, length))
    }),
  )
})

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['424242', '4242 42'],
  ['378282246310005', '3782 822463 10005'],
  ['', ''],
])('%s is written %s', (digits, written) => expect(groupDigits(digits)).toBe(written))
