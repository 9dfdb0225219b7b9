import { expect, test } from 'vitest'
import { renewalPause } from './use-renewal.ts'

test('asks soon at first, then less and less often, but at least once a minute', () => {
  const pauses = Array.from({ length: 30 }, (_, n) => renewalPause(n))
  expect(pauses[0]).toBe(1_000)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.at(-1)).toBe(60_000)
  // Rate limits are per minute: the first minute, which has the most calls, stays far below them.
  const inTheFirstMinute = pauses.filter((_, n) => pauses.slice(0, n + 1).reduce((sum, pause) => sum + pause) <= 60_000)
  expect(inTheFirstMinute.length).toBeLessThanOrEqual(10)
})
