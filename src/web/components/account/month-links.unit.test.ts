import { expect, test } from 'vitest'
import { monthBeside } from './month-links.tsx'

test.each([
  ['2026-11', -1, '2026-10'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
])('month %s plus %i is %s', (month, by, beside) => {
  expect(monthBeside(month, by)).toBe(beside)
})
