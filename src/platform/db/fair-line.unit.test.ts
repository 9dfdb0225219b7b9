import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askedBy, createFairLine, inBackground, onBehalfOf } from './fair-line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A line with this many places, and what has begun in it. */
function lineOf(places: number) {
  const line = createFairLine(places)
  const begun: string[] = []
  const leave = new Map<string, () => void>()
  const enter = async (name: string) => {
    leave.set(name, await line.enter())
    begun.push(name)
  }
  const ask = (key: string, name: string) => onBehalfOf(key, () => enter(name))
  const askBehind = (name: string) => inBackground(() => enter(name))
  const end = async (name: string) => {
    leave.get(name)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { line, begun, ask, askBehind, end }
}

test('as many begin at once as there are places, and one more for each that ends', async () => {
  const { begun, ask, end } = lineOf(2)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name)
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a1', 'a2'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
  // Giving a turn back twice lets nobody in.
  await end('a1')
  expect(begun).toHaveLength(3)
  await end('a2')
  await end('a3')
  await end('a4')
  void ask('a', 'a5')
  void ask('a', 'a6')
  void ask('a', 'a7')
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'])
})

test('whoever asks for much waits behind themselves, everybody else for one piece of it', async () => {
  const { begun, ask, end } = lineOf(1)
  for (let n = 1; n <= 9; n += 1) void ask('a', `a${n}`)
  for (const name of ['b1', 'b2']) void ask('b', name)
  void ask('c', 'c1')
  await vi.advanceTimersByTimeAsync(0)
  const inTurn = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5']
  for (const [n, name] of inTurn.entries()) {
    expect(begun).toEqual(inTurn.slice(0, n + 1))
    await end(name)
  }
})

test('what is done in the background stands back, and has every fourth turn while others wait', async () => {
  const { begun, ask, askBehind, end } = lineOf(1)
  void ask('a', 'a1')
  for (const name of ['behind1', 'behind2', 'behind3']) void askBehind(name)
  for (let n = 2; n <= 6; n += 1) void ask('a', `a${n}`)
  await vi.advanceTimersByTimeAsync(0)
  const inTurn = ['a1', 'a2', 'a3', 'a4', 'behind1', 'a5', 'a6', 'behind2', 'behind3']
  for (const [n, name] of inTurn.entries()) {
    expect(begun).toEqual(inTurn.slice(0, n + 1))
    await end(name)
  }
  expect(inBackground(askedBy)).toBe('')
})

test('where all were in turn and nothing is left behind, the next in line begins', async () => {
  const { begun, ask, end } = lineOf(1)
  for (let n = 1; n <= 6; n += 1) void ask('a', `a${n}`)
  await vi.advanceTimersByTimeAsync(0)
  for (let n = 1; n <= 6; n += 1) await end(`a${n}`)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'])
})

test('nobody waits for more than seven seconds, nor in a line of more than five hundred; but the shop itself does', async () => {
  const { line, begun, ask, end } = lineOf(1)
  void ask('a', 'a0')
  const waiting = Array.from({ length: 500 }, (_, n) => ask('a', `a${n + 1}`).catch((error: unknown) => error))
  const own = line.enter()
  await vi.advanceTimersByTimeAsync(0)
  await expect(ask('a', 'one more')).rejects.toMatchObject({ kind: 'unavailable', extra: { retryAfter: 1 } })
  const later = ask('b', 'b1').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(6_999)
  expect(begun).toEqual(['a0'])
  await end('a0')
  expect(begun).toEqual(['a0', 'a1'])
  await vi.advanceTimersByTimeAsync(1)
  expect(await later).toMatchObject({ kind: 'unavailable' })
  const [first, ...refused] = await Promise.all(waiting)
  expect(first).toBeUndefined()
  for (const each of refused) expect(each).toMatchObject({ kind: 'unavailable' })
  await vi.advanceTimersByTimeAsync(3_600_000)
  await end('a1')
  const leave = await own
  leave()
  await ask('b', 'b2')
  expect(begun.at(-1)).toBe('b2')
})
