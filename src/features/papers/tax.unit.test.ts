import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor } from '#shared/money.ts'
import { allotted, taxesOf, taxIn } from './tax.ts'

const line = fc.record({
  total: fc.integer({ min: 1, max: 100_000_000 }).map(minor),
  rate: fc.constantFrom(0, 500, 750, 1500, 1975),
})
const lines = fc.array(line, { minLength: 1, maxLength: 100 })
const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0)

test.each([
  [11_500, 1500, 1500],
  [100, 1500, 13],
  [1, 1500, 0],
  [4, 1500, 1],
  [10_000, 0, 0],
])('of %i there are at %i basis points %i tax', (gross, rate, tax) => {
  expect(taxIn(gross, rate)).toBe(tax)
})

test.each(['line', 'sum'] as const)(
  'rounded by %s, what is paid is the sum of the lines, and net and tax add up to it',
  (rounding) => {
    fc.assert(
      fc.property(lines, (some) => {
        const { net, tax, gross, byRate } = taxesOf(some, rounding)
        expect(gross).toBe(sum(some.map(({ total }) => total)))
        expect(net + tax).toBe(gross)
        for (const each of byRate) expect(each.net + each.tax).toBe(each.gross)
        expect(sum(byRate.map((each) => each.tax))).toBe(tax)
        expect(byRate.find(({ rate }) => rate === 0)?.tax ?? 0).toBe(0)
        expect(new Set(byRate.map(({ rate }) => rate)).size).toBe(byRate.length)
      }),
    )
  },
)

test('the two ways to round are no more than half a minor unit a line apart', () => {
  fc.assert(
    fc.property(lines, (some) => {
      const apart = Math.abs(taxesOf(some, 'line').tax - taxesOf(some, 'sum').tax)
      expect(apart).toBeLessThanOrEqual(some.length * 0.5 + new Set(some.map(({ rate }) => rate)).size * 0.5)
    }),
  )
})

test('what is allotted adds up to the amount, each part less than one away from its share', () => {
  const weights = fc
    .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 })
    .filter((all) => sum(all) > 0)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), weights, (amount, shares) => {
      const parts = allotted(minor(amount), shares)
      expect(sum(parts)).toBe(amount)
      for (const [n, part] of parts.entries())
        expect(Math.abs(part - (amount * (shares[n] ?? 0)) / sum(shares))).toBeLessThan(1)
    }),
  )
})
