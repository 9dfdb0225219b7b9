import { expect, it } from 'vitest'
import { createRequestIds, onRequest, requestId } from './request-id.ts'

it('no two requests share an id, even across processes', () => {
  const processes = [createRequestIds(false), createRequestIds(false)]
  const ids = processes.flatMap((next) => Array.from({ length: 100 }, () => next(undefined)))
  expect(new Set(ids).size).toBe(200)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/)
})

it('an id is accepted only from a proxy, and only if it fits into a line', () => {
  const given = 'a.B_c:1-2'
  expect(createRequestIds(true)(given)).toBe(given)
  expect(createRequestIds(true)('x'.repeat(64))).toBe('x'.repeat(64))
  expect(createRequestIds(false)(given)).not.toBe(given)
  for (const bad of ['', 'a b', 'a"b', 'a\nb', 'x'.repeat(65), ['a', 'b']]) {
    expect(createRequestIds(true)(bad)).toMatch(/^[0-9a-f]{12}-1$/)
  }
})

it('work for a request knows its id, however late', async () => {
  const later = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return requestId()
  }
  expect(await Promise.all([onRequest('a', later), onRequest('b', later), later()])).toEqual(['a', 'b', undefined])
})
