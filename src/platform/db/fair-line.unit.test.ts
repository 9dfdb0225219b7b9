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

test('work starts in as many places as there are, and one more each time one ends', async () => {
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

test('a caller with many requests queues behind itself, while others wait for one of its turns', async () => {
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

test('background work yields to others, but gets every fourth turn while they wait', async () => {
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

test('the next in line starts when no background work is waiting', async () => {
  const { begun, ask, end } = lineOf(1)
  for (let n = 1; n <= 6; n += 1) void ask('a', `a${n}`)
  await vi.advanceTimersByTimeAsync(0)
  for (let n = 1; n <= 6; n += 1) await end(`a${n}`)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'])
})

test('visitors wait at most seven seconds in a line of at most 500, the shop itself without limit', async () => {
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
