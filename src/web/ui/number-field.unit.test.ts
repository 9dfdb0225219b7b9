import { expect, test } from 'vitest'
import { asMoney, asNumber } from './number-field.tsx'

test.each([
  ['1,200', 1200, 1200, 1200],
  ['2.000', Number.NaN, Number.NaN, 2],
  [20, 20, 20, 20],
  [undefined, undefined, undefined, undefined],
])('%j in a box is read as a count, as dollars and as dinars', (typed, count, dollars, dinars) => {
  const read = [asNumber, asMoney('usd'), asMoney('kwd')].map(({ setValueAs }) => setValueAs(typed))
  expect(read).toEqual([count, dollars, dinars])
})
