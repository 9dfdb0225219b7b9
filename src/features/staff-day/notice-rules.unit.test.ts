import { expect, test } from 'vitest'
import { dueUntil } from './rules.ts'

const at = (time: string) => new Date(`2026-11-${time}Z`)
const due = (mode: 'at-once' | 'daily' | 'off', since: string, now: string) =>
  dueUntil(mode, at(since), at(now), 'Asia/Dhaka')

test.each([
  ['at-once', '23T10:00:00', '23T10:00:20', undefined],
  ['at-once', '23T10:00:00', '23T10:00:21', '23T10:00:01'],
  // Eight in Dhaka is two in UTC.
  ['daily', '23T01:00:00', '23T02:00:19', undefined],
  ['daily', '23T01:00:00', '23T02:00:20', '23T02:00:00'],
  ['daily', '23T01:00:00', '23T23:59:00', '23T02:00:00'],
  ['daily', '23T02:00:00', '23T23:59:00', undefined],
  ['daily', '23T02:00:00', '24T01:00:00', undefined],
  ['daily', '21T02:00:00', '24T01:00:00', '23T02:00:00'],
  ['off', '20T00:00:00', '23T10:00:00', undefined],
] as const)('knows what is due for %s, told up to %s, at %s', (mode, since, now, until) => {
  expect(due(mode, since, now)).toEqual(until === undefined ? undefined : at(until))
})
