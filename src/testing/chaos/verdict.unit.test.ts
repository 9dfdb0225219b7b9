import { expect, test } from 'vitest'
import { mailedTwice } from './verdict.ts'

const once = [
  { id: 'a', at: 0 },
  { id: 'b', at: 5_000 },
]
const killed = (at: number) => [{ said: 'the worker was killed', at }]

test('a message that came twice is told, but not where its sender was killed just then', () => {
  const twice = [...once, { id: 'a', at: 30_000 }]
  const told = ['the message a came 2 times']
  expect(mailedTwice(once, [])).toEqual([])
  expect(mailedTwice(twice, [])).toEqual(told)
  expect(mailedTwice(twice, killed(500))).toEqual([])
  expect(mailedTwice(twice, killed(1_500))).toEqual(told)
  expect(mailedTwice(twice, [{ said: 'a web process was killed', at: 500 }])).toEqual(told)
  expect(mailedTwice([...twice, { id: 'a', at: 40_000 }], killed(500))).toEqual(['the message a came 3 times'])
})
