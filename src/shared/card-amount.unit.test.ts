import fc from 'fast-check'
import { expect, it } from 'vitest'
import { minor, toMajor } from './money.ts'
import { fromCardAmount, isChargeable, largestCharge, toCardAmount } from './card-amount.ts'

const currencies = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())

/** The examples of https://docs.stripe.com/currencies, and currencies with other decimals there than here. */
it.each([
  [10, 'usd', 1000],
  [500, 'jpy', 500],
  [5, 'isk', 500],
  [5, 'ugx', 500],
  [5, 'huf', 500],
  [5, 'rsd', 500],
  [10, 'idr', 1000],
  [5.12, 'kwd', 5120],
  [10.5, 'bdt', 1050],
])('%d %s is charged as an amount of %d', (major, currency, amount) => {
  expect(toMajor(fromCardAmount(amount, currency), currency)).toBe(major)
  expect(toCardAmount(fromCardAmount(amount, currency), currency)).toBe(amount)
})

it.each([
  [999_999.99, 'usd'],
  [99_999_999, 'jpy'],
  [999_999, 'pkr'],
  [9_999_999_999, 'idr'],
  [99_999.999, 'kwd'],
])('%d %s is the largest single charge', (major, currency) => {
  expect(toMajor(largestCharge(currency), currency)).toBe(major)
})

it('every amount of every currency converts to a card amount and back', () => {
  const chargeable = currencies.filter(isChargeable)
  expect(chargeable.length).toBeGreaterThan(100)
  fc.assert(
    fc.property(fc.constantFrom(...chargeable), fc.integer({ min: 0, max: 99_999_999 }), (currency, ours) => {
      const amount = toCardAmount(minor(ours), currency)
      return Number.isSafeInteger(amount) && fromCardAmount(amount, currency) === ours
    }),
  )
})

it('a currency with finer amounts than Stripe’s cannot be charged', () => {
  expect(currencies.filter((currency) => !isChargeable(currency))).toEqual(['lyd'])
})

it('an amount of an unknown currency stays unchanged', () => {
  expect(fromCardAmount(1234, '?')).toBe(1234)
})

it('a fraction that the currency does not have is dropped', () => {
  expect(fromCardAmount(599, 'isk')).toBe(5)
})
