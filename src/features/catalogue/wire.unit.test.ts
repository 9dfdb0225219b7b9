import { expect, test } from 'vitest'
import { minorPrice } from './wire.ts'

test.each([
  ['usd', 999_999.99, 1_000_000, 'Must be 999,999.99 or less'],
  ['jpy', 99_999_999, 100_000_000, 'Must be 99,999,999 or less'],
  ['idr', 1_350_000, 100_000_000, 'Must be 99,999,999 or less'],
  ['kwd', 99_999.99, 100_000, 'Must be 99,999.990 or less'],
])(
  'a price in %s is limited to the largest card payment: %d is accepted, %d is not',
  (currency, price, tooHigh, said) => {
    expect(minorPrice(price, 'price', currency)).toBeGreaterThan(0)
    expect(() => minorPrice(tooHigh, 'price', currency)).toThrow(said)
  },
)
