import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askedBy, onBehalfOf } from '../db/fair-line.ts'
import { createSoon } from './soon.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const nobody = () => undefined

test('requests within the pause run the work once, later ones run it again', async () => {
  const work = vi.fn(() => Promise.resolve())
  const soon = createSoon(work, { pauseMs: 1000, onError: nobody })
  soon.ask()
  soon.ask()
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(work).toHaveBeenCalledTimes(1)
  soon.ask()
  await vi.advanceTimersByTimeAsync(1000)
  expect(work).toHaveBeenCalledTimes(2)
})

test('work runs on nobody’s behalf, whoever asked for it', async () => {
  const names: string[] = []
  const soon = createSoon(async () => void names.push(askedBy()), { pauseMs: 10, onError: nobody })
  onBehalfOf('a network', soon.ask)
  await vi.advanceTimersByTimeAsync(10)
  expect(names).toEqual([''])
})

test('a request during a run waits until it is done', async () => {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((end) => ends.push(end)))
  const soon = createSoon(work, { pauseMs: 10, onError: nobody })
  soon.ask()
  await vi.advanceTimersByTimeAsync(10)
  soon.ask()
  await vi.advanceTimersByTimeAsync(10)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(2)
})

test('a failure is reported, and the next run still happens', async () => {
  const errors: unknown[] = []
  const work = vi.fn(() => Promise.reject(new Error('away')))
  const soon = createSoon(work, { pauseMs: 10, onError: (error) => errors.push(error) })
  for (let n = 0; n < 2; n++) {
    soon.ask()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(errors).toHaveLength(2)
})

test('stopping waits for the current run, and starts no other', async () => {
  let end: () => void = nobody
  const work = vi.fn(() => new Promise<void>((done) => (end = done)))
  const soon = createSoon(work, { pauseMs: 10, onError: nobody })
  soon.ask()
  await vi.advanceTimersByTimeAsync(10)
  soon.ask()
  let stopped = false
  const stopping = soon.stop().then(() => (stopped = true))
  soon.ask()
  await vi.advanceTimersByTimeAsync(20)
  expect([stopped, work.mock.calls.length]).toEqual([false, 1])
  end()
  await stopping
  expect(work).toHaveBeenCalledTimes(1)
})
