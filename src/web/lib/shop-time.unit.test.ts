import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnTime, shopTime } from './shop-time.ts'

const now = new Date('2026-11-25T12:00:00.400Z')
beforeEach(() => {
  vi.useFakeTimers({ now })
  learnTime(new Headers({ date: now.toUTCString() }))
})
afterEach(() => void vi.useRealTimers())

test.each([
  ['an hour behind', 'Wed, 25 Nov 2026 13:00:00 GMT', '2026-11-25T13:00:00.000Z'],
  ['a day ahead', 'Tue, 24 Nov 2026 12:00:00 GMT', '2026-11-24T12:00:00.000Z'],
])('a clock that is %s is corrected by an answer', (_, date, time) => {
  learnTime(new Headers({ date }))
  expect(shopTime().toISOString()).toBe(time)
  vi.advanceTimersByTime(60_000)
  expect(shopTime().getTime()).toBe(Date.parse(time) + 60_000)
})

test.each([
  ['no date', {}],
  ['an invalid date', { date: 'soon' }],
  ['a few seconds of network delay', { date: 'Wed, 25 Nov 2026 11:59:56 GMT' }],
  ['a cached answer that states its age', { date: 'Wed, 25 Nov 2026 11:50:00 GMT', age: '600' }],
])('%s changes nothing', (_, headers: Record<string, string>) => {
  learnTime(new Headers(headers))
  expect(shopTime()).toEqual(now)
})

test('a clock that was corrected meanwhile is trusted again', () => {
  learnTime(new Headers({ date: 'Wed, 25 Nov 2026 13:00:00 GMT' }))
  vi.setSystemTime('2026-11-25T13:00:01Z')
  learnTime(new Headers({ date: 'Wed, 25 Nov 2026 13:00:01 GMT' }))
  expect(shopTime().toISOString()).toBe('2026-11-25T13:00:01.000Z')
})
