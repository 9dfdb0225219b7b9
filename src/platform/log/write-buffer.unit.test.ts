import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWriteBuffer } from './write-buffer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('writes what arrives within a moment together, in order', () => {
  const written: string[] = []
  const buffer = createWriteBuffer((text) => written.push(text), 200)
  buffer.add('a')
  buffer.add('b')
  expect(written).toEqual([])
  vi.advanceTimersByTime(200)
  expect(written).toEqual(['ab'])
  vi.advanceTimersByTime(1000)
  expect(written).toEqual(['ab'])
})

it('writes early when much has arrived, and nothing twice', () => {
  const written: string[] = []
  const buffer = createWriteBuffer((text) => written.push(text), 200)
  buffer.flush()
  expect(written).toEqual([])
  const line = `${'x'.repeat(1023)}\n`
  for (let n = 0; n < 40; n++) buffer.add(line)
  expect(written).toHaveLength(2)
  buffer.flush()
  buffer.flush()
  vi.advanceTimersByTime(1000)
  expect(written.join('')).toBe(line.repeat(40))
  expect(written).toHaveLength(3)
})

it('keeps going after each write', () => {
  const written: string[] = []
  const buffer = createWriteBuffer((text) => written.push(text), 200)
  for (const text of ['a', 'b']) {
    buffer.add(text)
    vi.advanceTimersByTime(200)
  }
  buffer.add('c')
  buffer.flush()
  buffer.add('d')
  vi.advanceTimersByTime(199)
  expect(written).toEqual(['a', 'b', 'c'])
  vi.advanceTimersByTime(1)
  expect(written).toEqual(['a', 'b', 'c', 'd'])
})

it('does not keep an otherwise idle process alive', () => {
  vi.useRealTimers()
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  createWriteBuffer(() => {}).add('a')
  expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(before)
})
