import { expect, test } from 'vitest'
import { lastMomentOf } from './offering.ts'

/** In Dhaka it is the next day already. */
const now = new Date('2025-06-01T20:00:00Z')

test.each([
  ['of this day', '2025-06-02', '2025-06-02T17:59:59.000Z'],
  ['of a year', '2026-06-02', '2026-06-02T17:59:59.000Z'],
])('an offer is valid until the end %s', (_what, day, end) => {
  expect(lastMomentOf(day, now).toISOString()).toBe(end)
})

test.each([
  ['2025-06-01', 'This day has passed.'],
  ['0001-01-01', 'This day has passed.'],
  ['2026-06-03', 'An offer can be valid for a year at most.'],
  ['9999-12-31', 'An offer can be valid for a year at most.'],
])('an offer cannot be valid until %s', (day, message) => {
  expect(() => lastMomentOf(day, now)).toThrow(message)
})
