import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBatch } from './batch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('writes together what comes within a moment, in its order', () => {
  const written: string[] = []
  const batch = createBatch((text) => written.push(text), 200)
  batch.add('a')
  batch.add('b')
  expect(written).toEqual([])
  vi.advanceTimersByTime(200)
  expect(written).toEqual(['ab'])
  vi.advanceTimersByTime(1000)
  expect(written).toEqual(['ab'])
})

it('does not wait for the moment when much has come, and writes nothing twice', () => {
  const written: string[] = []
  const batch = createBatch((text) => written.push(text), 200)
  const line = `${'x'.repeat(1023)}\n`
  for (let n = 0; n < 40; n++) batch.add(line)
  expect(written).toHaveLength(2)
  batch.flush()
  batch.flush()
  vi.advanceTimersByTime(1000)
  expect(written.join('')).toBe(line.repeat(40))
  expect(written).toHaveLength(3)
})
