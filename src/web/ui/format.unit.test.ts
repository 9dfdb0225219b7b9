import { describe, expect, test } from 'vitest'
import { counted, formatCount, formatDate, formatLeft, formatMoment } from './format.ts'

describe('a day', () => {
  test.each([
    ['2026-11-22T17:59:59.999Z', '22 Nov 2026'],
    ['2026-11-22T18:00:00.000Z', '23 Nov 2026'],
    ['2026-12-31T22:20:00.000Z', '1 Jan 2027'],
  ])('of %s is the one in Dhaka, %s', (iso, day) => {
    expect(formatDate(iso)).toBe(day)
  })
})

test.each([
  [0, '0 reviews'],
  [1, '1 review'],
  [1240, '1,240 reviews'],
])('%d with its noun is %s', (count, text) => {
  expect(counted(count, 'review')).toBe(text)
})

test('an irregular plural can be given', () => {
  expect([1, 2].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
  expect(formatCount(1240)).toBe('1,240')
})

test.each([
  [0, '0 s'],
  [999, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min 0 s'],
  [3_599_999, '59 min 59 s'],
  [3_600_000, '1 h 0 min'],
  [172_799_999, '47 h 59 min'],
])('%d ms left are shown as %s', (ms, text) => {
  expect(formatLeft(ms)).toBe(text)
})

test('a moment in another year shows the year, and one in this year does not', () => {
  const now = new Date(2026, 10, 27, 12)
  expect(formatMoment(new Date(2026, 10, 22, 14, 20).toISOString(), now)).toBe('22 Nov, 14:20')
  expect(formatMoment(new Date(2025, 10, 22, 14, 20).toISOString(), now)).toBe('22 Nov 2025, 14:20')
})
