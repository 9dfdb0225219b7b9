import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createOneByOne } from './one-by-one.ts'

test('one request begins per round of the event loop, and networks take turns', async () => {
  const turn = createOneByOne()
  const begun: string[] = []
  const ask = async (network: string, name: string) => {
    await turn(network)
    begun.push(name)
  }
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name)
  for (const name of ['b1', 'b2']) void ask('b', name)
  void ask('c', 'c1')
  const inTurn = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']
  await Promise.resolve()
  for (let n = 1; n <= inTurn.length; n += 1) {
    expect(begun).toEqual(inTurn.slice(0, n))
    await nextRound()
  }
  expect(begun).toEqual(inTurn)
})

test('a request begins at once when nobody is waiting', async () => {
  const turn = createOneByOne()
  expect(turn('a')).toBeUndefined()
  expect(turn('a')).toBeInstanceOf(Promise)
  await nextRound()
  await nextRound()
  await nextRound()
  expect(turn('a')).toBeUndefined()
})
