import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summarise } from './rules.ts'

test('no reviews have no mean', () => {
  expect(summarise([])).toMatchObject({ count: 0, mean: undefined })
})

test('one review is its own mean', () => {
  expect(summarise([{ rating: 4, count: 1 }])).toMatchObject({ count: 1, mean: 4 })
})

test('a summary counts all reviews, best rating first, and has the mean of all ratings', () => {
  const given = fc.uniqueArray(
    fc.record({ rating: fc.integer({ min: 1, max: 5 }), count: fc.integer({ min: 1, max: 500 }) }),
    {
      minLength: 1,
      selector: ({ rating }) => rating,
    },
  )
  fc.assert(
    fc.property(given, (counts) => {
      const summary = summarise(counts)
      expect(summary.counts.map(({ rating }) => rating)).toEqual([5, 4, 3, 2, 1])
      expect(summary.counts.reduce((sum, { count }) => sum + count, 0)).toBe(summary.count)
      const each = counts.flatMap(({ rating, count }) => Array<number>(count).fill(rating))
      expect(summary.count).toBe(each.length)
      expect(summary.mean).toBeCloseTo(each.reduce((sum, rating) => sum + rating, 0) / each.length, 9)
    }),
  )
})
