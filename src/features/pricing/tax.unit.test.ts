import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor, stepOf } from '#shared/money.ts'
import { taxedTotal, taxesByRate, type TaxRules } from './tax.ts'

const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0)
const line = (total: number, rate: number) => ({ total: minor(total), rate })

/** Lines as they can be priced in a currency: multiples of the smallest amount that cards carry. */
const priced = fc.constantFrom('usd', 'jpy', 'kwd').chain((currency) =>
  fc.record({
    currency: fc.constant(currency),
    lines: fc.array(
      fc.record({
        total: fc.integer({ min: 0, max: 900_000_000 }).map((amount) => minor(amount * stepOf(currency))),
        rate: fc.constantFrom(0, 500, 750, 1500, 1975, 9999),
      }),
      { maxLength: 40 },
    ),
  }),
)
const allPrices = fc.constantFrom<TaxRules['prices']>('inclusive', 'exclusive')
const roundings = fc.constantFrom<TaxRules['rounding']>('line', 'sum')

test('line taxes add up to the total tax, and net and tax to the price, overall and by rate', () => {
  fc.assert(
    fc.property(priced, allPrices, roundings, ({ currency, lines }, prices, rounding) => {
      const { taxes, tax, total } = taxedTotal(lines, { prices, rounding }, currency)
      const asked = sum(lines.map((each) => each.total))
      expect(sum(taxes)).toBe(tax)
      expect(total).toBe(prices === 'inclusive' ? asked : asked + tax)
      expect(total % stepOf(currency)).toBe(0)
      const taxed = lines.map((each, n) => ({ ...each, tax: taxes[n] ?? minor(0) }))
      const { net, gross, byRate, ...all } = taxesByRate(taxed, prices)
      expect([net + tax, gross, all.tax]).toEqual([total, total, tax])
      for (const each of byRate) expect(each.net + each.tax).toBe(each.gross)
      for (const part of ['net', 'tax', 'gross'] as const)
        expect(sum(byRate.map((each) => each[part]))).toBe({ net, tax, gross }[part])
      expect(byRate.find(({ rate }) => rate === 0)?.tax ?? 0).toBe(0)
      expect(byRate.map(({ rate }) => rate)).toEqual(
        [...new Set(lines.map(({ rate }) => rate))].toSorted((a, b) => b - a),
      )
    }),
  )
})

test('no line’s tax is negative or above its price', () => {
  fc.assert(
    fc.property(priced, allPrices, roundings, ({ currency, lines }, prices, rounding) => {
      for (const [n, tax] of taxedTotal(lines, { prices, rounding }, currency).taxes.entries()) {
        expect(tax).toBeGreaterThanOrEqual(0)
        expect(tax).toBeLessThanOrEqual(lines[n]?.total ?? 0)
      }
    }),
  )
})

test('rounding by line or by sum differs by at most half a unit per rounding', () => {
  fc.assert(
    fc.property(priced, allPrices, ({ currency, lines }, prices) => {
      const byLine = taxedTotal(lines, { prices, rounding: 'line' }, currency).tax
      const bySum = taxedTotal(lines, { prices, rounding: 'sum' }, currency).tax
      const roundedOff = lines.length + new Set(lines.map(({ rate }) => rate)).size
      expect(Math.abs(byLine - bySum)).toBeLessThanOrEqual((roundedOff * stepOf(currency)) / 2)
    }),
  )
})

test.each([
  [11_500, 1500, 1500],
  [100, 1500, 13],
  [1, 1500, 0],
  [4, 1500, 1],
  [10_000, 0, 0],
])('a price of %i includes, at %i basis points, %i tax', (price, rate, tax) => {
  expect(taxedTotal([line(price, rate)], { prices: 'inclusive', rounding: 'sum' }, 'usd')).toEqual({
    taxes: [tax],
    tax,
    total: price,
  })
})

test.each([
  [10, 1500, 2],
  [9, 1500, 1],
  [100, 1500, 15],
])('to a price of %i is added, at %i basis points, %i tax', (price, rate, tax) => {
  const { total } = taxedTotal([line(price, rate)], { prices: 'exclusive', rounding: 'sum' }, 'usd')
  expect(total).toBe(price + tax)
})

test('small lines are rounded one by one or as a sum', () => {
  const lines = [line(3, 1500), line(3, 1500), line(3, 1500)]
  expect(taxedTotal(lines, { prices: 'exclusive', rounding: 'line' }, 'usd').tax).toBe(0)
  expect(taxedTotal(lines, { prices: 'exclusive', rounding: 'sum' }, 'usd').taxes).toEqual([0, 1, 0])
})

test('tax in dinars is rounded to ten fils', () => {
  expect(taxedTotal([line(1230, 500)], { prices: 'exclusive', rounding: 'sum' }, 'kwd')).toMatchObject({
    tax: 60,
    total: 1290,
  })
})
