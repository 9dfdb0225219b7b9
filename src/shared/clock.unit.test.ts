import { expect, test } from 'vitest'
import { isoTime } from './clock.ts'

test('a time is written in UTC, and an invalid one as the epoch', () => {
  expect(isoTime(new Date('2026-11-20T10:00:00+06:00'))).toBe('2026-11-20T04:00:00.000Z')
  expect(isoTime(new Date('infinity'))).toBe('1970-01-01T00:00:00.000Z')
})
