import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleFor } from './chart-scale.ts'

test.each([
  [128, { top: 150, major: 50 }],
  [121.6, { top: 150, major: 50 }],
  [35_600, { top: 40_000, major: 10_000 }],
  [54, { top: 60, major: 20 }],
  [5, { top: 5, major: 1 }],
  [50, { top: 50, major: 10 }],
])('a largest value of %d gets a scale in round steps', (largest, scale) => {
  expect(scaleFor(largest)).toEqual(scale)
})

test('every value fits under the top, in one to five steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (largest) => {
      const { top, major } = scaleFor(largest)
      expect(top).toBeGreaterThanOrEqual(largest)
      expect(top - largest).toBeLessThan(major)
      expect(top / major).toBeGreaterThanOrEqual(1)
      expect(top / major).toBeLessThanOrEqual(5)
    }),
  )
})
