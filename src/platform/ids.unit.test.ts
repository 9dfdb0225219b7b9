import { expect, it } from 'vitest'
import { newId } from './ids.ts'

it('creates ids of version 7 that increase, even within one millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toBe(true)
})
