import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor } from '#shared/money.ts'
import { allotted } from './allotted.ts'

const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0)

test('the parts add up to the amount in whole steps, each less than a step from its share', () => {
  const weights = fc
    .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 })
    .filter((all) => sum(all) > 0)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), weights, fc.constantFrom(1, 10), (steps, shares, step) => {
      const amount = steps * step
      const parts = allotted(minor(amount), shares, minor(step))
      expect(sum(parts)).toBe(amount)
      for (const [n, part] of parts.entries()) {
        expect(part % step).toBe(0)
        expect(Math.abs(part - (amount * (shares[n] ?? 0)) / sum(shares))).toBeLessThan(step)
      }
    }),
  )
})
