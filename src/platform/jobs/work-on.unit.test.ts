import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testLog } from '#testing/log.ts'
import { workOn } from './work-on.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A queue that always has one more job, and counts how often it was looked at. */
function endlessQueue() {
  const fetch = vi.fn(async () => [{ id: String(fetch.mock.calls.length), data: {} }])
  const boss = { fetch, complete: async () => undefined } as unknown as PgBoss
  return { boss, fetch }
}

test('a queue of quick jobs is polled seven times a second, and a stop does not wait for the next poll', async () => {
  const { boss, fetch } = endlessQueue()
  const work = vi.fn(async () => {})
  const stop = workOn(boss, { name: 'letters', work }, testLog)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetch).toHaveBeenCalledTimes(7)
  expect(work).toHaveBeenCalledTimes(7)
  await stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetch).toHaveBeenCalledTimes(7)
})

test('an empty queue is polled once a second', async () => {
  const fetch = vi.fn(async () => [])
  const stop = workOn({ fetch } as unknown as PgBoss, { name: 'letters', work: async () => {} }, testLog)
  await vi.advanceTimersByTimeAsync(3_999)
  expect(fetch).toHaveBeenCalledTimes(4)
  await stop()
})

test('polling leaks no memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const stop = workOn(
    { fetch: async () => [] } as unknown as PgBoss,
    { name: 'letters', work: async () => {} },
    testLog,
  )
  const heapAfter = async (looks: number) => {
    await vi.advanceTimersByTimeAsync(looks * 1_000)
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = await heapAfter(1_000)
  expect((await heapAfter(20_000)) - before).toBeLessThan(20_000 * 64)
  await stop()
})
