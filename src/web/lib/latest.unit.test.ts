import { expect, test } from 'vitest'
import { createLatest } from './latest.ts'

test('answers that arrive in order all count', () => {
  const ask = createLatest()
  const [first, second] = [ask(), ask()]
  expect([first(), second(), ask()()]).toEqual([true, true, true])
})

test('an answer that arrives after a later one does not count', () => {
  const ask = createLatest()
  const [first, second, third] = [ask(), ask(), ask()]
  expect([second(), first(), third(), second()]).toEqual([true, false, true, false])
})

test('an unanswered question holds up nothing', () => {
  const ask = createLatest()
  const first = ask()
  ask()
  expect(first()).toBe(true)
})
