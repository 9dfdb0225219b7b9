import { minor } from '#shared/money.ts'
import { expect, test } from 'vitest'
import { priceBreakProblem } from './rules.ts'

const problemOf = (...breaks: [from: number, price: number][]) =>
  priceBreakProblem({
    price: minor(100),
    minimum: 10,
    priceBreaks: breaks.map(([from, price]) => ({ from, price: minor(price) })),
  })

test('price breaks start above the minimum, rise in quantity and fall in price', () => {
  expect(problemOf()).toBeUndefined()
  expect(problemOf([11, 99])).toBeUndefined()
  expect(problemOf([11, 99], [12, 98])).toBeUndefined()
})

test.each<[breaks: [number, number][], index: number, field: string, message: string]>([
  [[[10, 99]], 0, 'from', 'Must be more than 10'],
  [[[11, 100]], 0, 'price', 'Must be less than the previous price'],
  [
    [
      [20, 90],
      [20, 80],
    ],
    1,
    'from',
    'Must be more than 20',
  ],
  [
    [
      [20, 90],
      [30, 90],
    ],
    1,
    'price',
    'Must be less than the previous price',
  ],
])('%j is invalid at %i', (breaks, index, field, message) => {
  expect(problemOf(...breaks)).toEqual({ index, field, message })
})
