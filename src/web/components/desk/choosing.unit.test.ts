import { expect, test } from 'vitest'
import { between, withAll } from './choosing.ts'

const shown = ['a', 'b', 'c', 'd']

test.each([
  ['downwards', 'b', 'd', ['b', 'c', 'd']],
  ['upwards', 'c', 'a', ['a', 'b', 'c']],
  ['to itself', 'b', 'b', ['b']],
  ['from nothing', undefined, 'c', ['c']],
  ['from an order on another page', 'x', 'c', ['c']],
])('a range goes %s', (_, one, other, ids) => expect(between(shown, one, other)).toEqual(ids))

test('a range is added to the selection, and removed from it alone', () => {
  expect(withAll(new Set(['x', 'b']), ['a', 'b'], true)).toEqual(new Set(['x', 'b', 'a']))
  expect(withAll(new Set(['x', 'a', 'b']), ['a', 'b'], false)).toEqual(new Set(['x']))
})
