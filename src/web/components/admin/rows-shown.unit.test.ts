import { expect, test } from 'vitest'
import { rowsShown } from './rows-shown.ts'

const page = (count: number, total: number, more: boolean) => ({
  items: Array.from({ length: count }),
  total,
  nextCursor: more ? 'next' : undefined,
})

test.each([
  ['a whole list', page(7, 7, false), 0, 1000, '7 of 7'],
  ['an empty list', page(0, 0, false), 0, 1000, '0 of 0'],
  ['the first page of a list', page(20, 1234, true), 0, Infinity, '1 to 20 of 1,234'],
  ['the last page of a list', page(14, 1234, false), 1220, Infinity, '1,221 to 1,234 of 1,234'],
  ['a page at an unknown place', page(20, 340, true), undefined, 1000, '20 of 340'],
  ['a page of a list longer than the count', page(20, 1001, true), 20, 1000, '21 to 40 of more than 1,000'],
  ['a page beyond the count', page(20, 1001, true), 1000, 1000, '1,001 to 1,020 of more than 1,020'],
  ['the last page, beyond the count', page(7, 1001, false), 1000, 1000, '1,001 to 1,007 of 1,007'],
  [
    'a page at an unknown place of a list longer than the count',
    page(7, 1001, false),
    undefined,
    1000,
    '7 of more than 1,000',
  ],
  ['a page that ends where the count ends', page(20, 21, true), 20, 20, '21 to 40 of more than 40'],
  ['a list as long as the count', page(20, 20, false), 0, 20, '20 of 20'],
])('%s', (_what, shown, before, countedTo, expected) => {
  const { range, total, isLonger } = rowsShown(shown, before, countedTo)
  expect(`${range} of ${isLonger ? 'more than ' : ''}${total.toLocaleString('en')}`).toBe(expected)
})
