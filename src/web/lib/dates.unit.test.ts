import { expect, test } from 'vitest'
import { formatTimeLeft } from './dates.ts'

const now = Date.parse('2026-11-21T10:00:00Z')

test.each([
  ['2026-11-23T09:59:59Z', '47 h'],
  ['2026-11-21T12:00:00Z', '2 h'],
  ['2026-11-21T11:59:59Z', '119 min'],
  ['2026-11-21T10:00:30Z', '0 min'],
  ['2026-11-20T10:00:00Z', '0 min'],
])('until %s it is %s', (until, text) => {
  expect(formatTimeLeft(until, now)).toBe(text)
})
