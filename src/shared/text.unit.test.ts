import { expect, test } from 'vitest'
import { isStorable } from './text.ts'

test.each([['ঢাকা 🏭'], [''], [7], [null], [undefined], [{ a: ['b', { c: 1 }] }]])('%j can be kept', (value) => {
  expect(isStorable(value)).toBe(true)
})

test.each([['a\u0000'], ['\ud800'], ['\udc00x'], [['\u0000']], [{ a: { b: '\ud83d' } }], [{ '\u0000': 1 }]])(
  '%j cannot',
  (value) => {
    expect(isStorable(value)).toBe(false)
  },
)
