import { expect, test } from 'vitest'
import { createLatest } from './latest.ts'

test('answers in the order of their questions all count', () => {
  const ask = createLatest()
  const [first, second] = [ask(), ask()]
  expect([first(), second(), ask()()]).toEqual([true, true, true])
})

test('an answer that comes after that to a later question does not count', () => {
  const ask = createLatest()
  const [first, second, third] = [ask(), ask(), ask()]
  expect([second(), first(), third(), second()]).toEqual([true, false, true, false])
})

test('a question without an answer holds up nothing', () => {
  const ask = createLatest()
  const first = ask()
  ask()
  expect(first()).toBe(true)
})
