import { expect, test } from 'vitest'
import { mailedTwice } from './verdict.ts'

const once = [
  { id: 'a', at: 0 },
  { id: 'b', at: 5_000 },
]
type Faults = Parameters<typeof mailedTwice>[1]
const killed = (from: number, said = 'the worker was killed'): Faults => [
  { line: 'processes', said, from, until: from + 3_000 },
]
const twice = [...once, { id: 'a', at: 30_000 }]
const told = ['the message a came 2 times']

test('a message sent twice is reported, unless its sender was killed just then', () => {
  expect(mailedTwice(once, [])).toEqual([])
  expect(mailedTwice(twice, [])).toEqual(told)
  expect(mailedTwice(twice, killed(0))).toEqual([])
  expect(mailedTwice(twice, killed(999))).toEqual([])
  expect(mailedTwice(twice, killed(1_000))).toEqual(told)
  expect(mailedTwice(twice, killed(500, 'a web process was killed'))).toEqual(told)
  expect(mailedTwice([...twice, { id: 'a', at: 40_000 }], killed(500))).toEqual(['the message a came 3 times'])
  expect(mailedTwice([{ id: 'a', at: 1_000 }, ...twice.slice(1)], killed(999))).toEqual(told)
  expect(mailedTwice(twice, killed(30_000))).toEqual(told)
  expect(mailedTwice([...twice, { id: 'a', at: 40_000 }], [...killed(500), ...killed(30_500)])).toEqual([])
})

test('a database outage excuses a sender killed up to ten seconds after it', () => {
  const away = (line: Faults[number]['line'], from: number, until: number): Faults => [
    { line, said: 'away', from, until },
  ]
  expect(mailedTwice(twice, [...away('database', 999, 4_000), ...killed(13_999)])).toEqual([])
  expect(mailedTwice(twice, [...away('database', 999, 4_000), ...killed(14_000)])).toEqual(told)
  expect(mailedTwice(twice, [...away('database', 1_000, 4_000), ...killed(5_000)])).toEqual(told)
  expect(mailedTwice(twice, [...away('database', -20_000, -9_000), ...killed(999)])).toEqual([])
  expect(mailedTwice(twice, [...away('database', -20_000, -5_000), ...killed(4_999)])).toEqual([])
  expect(mailedTwice(twice, [...away('database', -20_000, -10_000), ...killed(1_000)])).toEqual(told)
  expect(mailedTwice(twice, [...away('provider', 0, 9_000), ...killed(5_000)])).toEqual(told)
  // One kill excuses only one copy.
  const thrice = [...once, { id: 'a', at: 1_000 }, { id: 'a', at: 30_000 }]
  const killedOnce = [...away('database', 0, 4_000), ...killed(5_000)]
  expect(mailedTwice(thrice, killedOnce)).toEqual(['the message a came 3 times'])
})
