import { expect, test } from 'vitest'
import { minor } from '#shared/money.ts'
import { creditedLines } from './credited-lines.ts'

const line = { productName: 'A', partNumber: 'WW-A', unitPrice: minor(100), tax: minor(40) }
const lines = [
  { ...line, position: 1, taxRate: 1500, total: minor(300), quantity: 3 },
  { ...line, position: 2, taxRate: 750, total: minor(100), quantity: 1 },
]
const pieces = (position: number, quantity: number) => ({ position, quantity })
const credited = (amount: number, returned: ReturnType<typeof pieces>[], currency = 'usd') =>
  creditedLines({ amount: minor(amount), lines: returned }, lines, 'inclusive', currency)
/** A line that credits an amount instead of pieces. */
const sum = (productName: string, total: number, rate: number) => {
  return { productName, partNumber: '', quantity: 1, unitPrice: total, total, rate }
}

test('returned pieces are credited as sold when their price equals the refund', () => {
  expect(credited(200, [pieces(1, 2)])).toEqual([
    { productName: 'A', partNumber: 'WW-A', quantity: 2, unitPrice: 100, total: 200, rate: 1500 },
  ])
})

test('a different amount for pieces is credited at their rate and names them', () => {
  expect(credited(101, [pieces(1, 2)])).toEqual([sum('Credit: 2 × A', 101, 1500)])
  expect(credited(150, [pieces(1, 2), pieces(2, 1)])).toEqual([
    sum('Credit: 2 × A', 100, 1500),
    sum('Credit: 1 × A', 50, 750),
  ])
})

test('an amount without pieces is split over the order’s rates in proportion to what was paid', () => {
  expect(credited(101, [])).toEqual([sum('Credit', 76, 1500), sum('Credit', 25, 750)])
  expect(credited(1, [])).toEqual([sum('Credit', 1, 1500)])
  expect(credited(1, [pieces(9, 1)])).toEqual([sum('Credit', 1, 1500)])
  // With three decimals the last is always 0: a paper is written with two.
  expect(credited(1010, [], 'kwd')).toEqual([sum('Credit', 760, 1500), sum('Credit', 250, 750)])
})

test('with tax added on top, pieces are credited as an amount and not at their price', () => {
  const taxed = lines.map((each) => ({ ...each, tax: minor((each.total * each.taxRate) / 10_000) }))
  const of = (amount: number, returned: ReturnType<typeof pieces>[]) =>
    creditedLines({ amount: minor(amount), lines: returned }, taxed, 'exclusive', 'usd')
  expect(of(230, [pieces(1, 2)])).toEqual([sum('Credit: 2 × A', 230, 1500)])
  // An amount equal to the price before tax is not the price of the pieces either.
  expect(of(200, [pieces(1, 2)])).toEqual([sum('Credit: 2 × A', 200, 1500)])
  // 345 and 107.5 were paid.
  expect(of(200, [])).toEqual([sum('Credit', 152, 1500), sum('Credit', 48, 750)])
})

test('only the first twenty products are named', () => {
  const many = Array.from({ length: 22 }, (_, n) => ({
    ...line,
    position: n + 1,
    productName: `P${n + 1}`,
    taxRate: 1500,
    total: minor(100),
    quantity: 1,
  }))
  const namesOf = (count: number) => {
    const returned = many.slice(0, count).map(({ position }) => pieces(position, 1))
    return creditedLines({ amount: minor(1), lines: returned }, many, 'inclusive', 'usd')[0]?.productName
  }
  expect(namesOf(20)).toMatch(/, 1 × P20$/)
  expect(namesOf(21)).toMatch(/, 1 × P20 \+ 1 more$/)
  expect(namesOf(22)).toMatch(/^Credit: 1 × P1, .*, 1 × P20 \+ 2 more$/)
})
