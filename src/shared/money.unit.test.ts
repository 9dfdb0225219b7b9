import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalsOf, formatMoney, minor, priceProblem, rounded, stepOf, toAnyMinor, toMajor, toMinor } from './money.ts'

const currencies = [
  ['usd', 2],
  ['jpy', 0],
  ['kwd', 3],
] as const

describe('minor and major units', () => {
  it.each(currencies)('%s has %i decimals', (currency, decimals) => expect(decimalsOf(currency)).toBe(decimals))

  it.each(currencies)('every amount in %s that cards carry survives the wire', (currency) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (steps) => {
        const amount = minor(steps * stepOf(currency))
        const wire: unknown = JSON.parse(JSON.stringify(toMajor(amount, currency)))
        return typeof wire === 'number' && toMinor(wire, currency) === amount
      }),
    )
  })

  it('converts exactly what a person types', () => {
    expect(toMinor(49.99, 'usd')).toBe(4999)
    expect(toMinor(0.1 + 0.2, 'usd')).toBeUndefined()
    expect(toMinor(1.15, 'usd')).toBe(115)
    expect(toMinor(8.41, 'usd')).toBe(841)
  })

  it('refuses a third decimal that no card can carry', () => {
    expect(toMinor(1.23, 'kwd')).toBe(1230)
    expect(toMinor(1.235, 'kwd')).toBeUndefined()
    expect(rounded(1.235, 'kwd')).toBe(1.24)
  })

  it('accepts it for money that no card carries, and no fourth', () => {
    expect(toAnyMinor(1.235, 'kwd')).toBe(1235)
    expect(toAnyMinor(1.2355, 'kwd')).toBeUndefined()
    expect(toAnyMinor(-1.235, 'kwd')).toBeUndefined()
  })

  it('rounds to what the currency can carry', () => {
    expect(rounded(18.4, 'jpy')).toBe(18)
    expect(rounded(27.9, 'jpy')).toBe(28)
    expect(rounded(18.4, 'usd')).toBe(18.4)
    expect(rounded(18.4, 'kwd')).toBe(18.4)
  })

  it.each([49.999, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300])('refuses %d in usd', (amount) => {
    expect(toMinor(amount, 'usd')).toBeUndefined()
  })

  it('shows the currency’s own decimals', () => {
    expect(formatMoney(10140, 'usd')).toBe('$10,140.00')
    expect(formatMoney(-50, 'usd')).toBe('−$50.00')
    expect(formatMoney(10140, 'jpy')).toBe('¥10,140')
    expect(formatMoney(1.5, 'kwd')).toBe('KWD\u00a01.500')
  })

  it('shows the currency’s own sign', () => {
    expect(formatMoney(10140, 'bdt')).toBe('৳10,140.00')
    expect(formatMoney(10140, 'inr')).toBe('₹10,140.00')
  })
})

it.each([
  [84.505, 'usd', 'Enter a price such as 84.50'],
  [84.5, 'jpy', 'Enter a price such as 85'],
  [84.505, 'kwd', 'Card payments need 0 as the last decimal. Enter a price such as 84.500'],
  [84.5055, 'kwd', 'Enter a price such as 84.500'],
  [0, 'kwd', 'Enter a price such as 84.500'],
  [1e17, 'usd', 'That is too much. Enter a price such as 84.50'],
])('explains what is wrong with %d in %s', (amount, currency, said) => {
  expect(priceProblem(amount, currency)).toBe(said)
})
