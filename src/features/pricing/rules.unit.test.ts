import { minor } from '#shared/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  nearestQuantity,
  nextBreak,
  priceLine,
  quantityProblem,
  sumOf,
  totalAt,
  unitPriceFor,
  type Offer,
} from './rules.ts'

const offer: Offer = {
  price: minor(8450),
  priceBreaks: [
    { from: 50, price: minor(8100) },
    { from: 200, price: minor(7800) },
  ],
  minimum: 10,
  increment: 5,
}

describe('the unit price', () => {
  test.each([
    [10, 8450],
    [49, 8450],
    [50, 8100],
    [199, 8100],
    [200, 7800],
    [1_000_000, 7800],
  ])('of %i pieces follows the breaks', (quantity, unitPrice) => {
    expect(unitPriceFor(quantity, offer)).toBe(unitPrice)
    expect(priceLine(quantity, offer)).toEqual({ unitPrice, total: quantity * unitPrice })
  })

  test('is the plain price without breaks', () => {
    expect(unitPriceFor(1_000_000, { ...offer, priceBreaks: [] })).toBe(8450)
  })
})

test('an order costs what its lines cost', () => {
  expect(sumOf([])).toBe(0)
  expect(sumOf([{ total: minor(3) }, { total: minor(4) }])).toBe(7)
})

test.each([
  [10, { from: 50, unitPrice: 8100, saves: 17_500 }],
  [49, { from: 50, unitPrice: 8100, saves: 17_500 }],
  [50, { from: 200, unitPrice: 7800, saves: 60_000 }],
  [200, undefined],
])('finds the next break after %i pieces', (quantity, next) => {
  expect(nextBreak(quantity, offer)).toEqual(next)
})

test.each([
  [10, undefined],
  [15, undefined],
  [40, undefined],
  [5, 'minimum'],
  [9, 'minimum'],
  [-5, 'minimum'],
  [11, 'increment'],
  [12.5, 'increment'],
  [Number.NaN, 'increment'],
  [45, 'available'],
])('of a stock of 42, %d is a matter of: %s', (quantity, problem) => {
  expect(quantityProblem(quantity, offer, 42)).toBe(problem)
})

test.each([
  [1, 10],
  [12, 10],
  [13, 15],
  [100, 40],
])('a request for %i is offered %i of 42', (wanted, nearest) => {
  expect(nearestQuantity(wanted, offer, 42)).toBe(nearest)
})

test.each([0, 9])('nothing is offered of a stock of %i', (available) => {
  expect(nearestQuantity(20, offer, available)).toBeUndefined()
})

test('a minimum that is not a multiple of the step is raised to the next one', () => {
  expect(nearestQuantity(1, { minimum: 12, increment: 5 }, 100)).toBe(15)
  expect(quantityProblem(12, { minimum: 12, increment: 5 }, 100)).toBe('increment')
})

const offers = fc
  .record({
    price: fc.integer({ min: 100, max: 1_000_000 }),
    minimum: fc.integer({ min: 1, max: 50 }),
    increment: fc.integer({ min: 1, max: 20 }),
    steps: fc.array(fc.record({ more: fc.integer({ min: 1, max: 100 }), less: fc.integer({ min: 1, max: 20 }) }), {
      maxLength: 4,
    }),
  })
  .map(({ steps, ...rest }): Offer => {
    let [from, price] = [rest.minimum, rest.price]
    return {
      ...rest,
      price: minor(rest.price),
      priceBreaks: steps.map(({ more, less }) => ({ from: (from += more), price: minor((price -= less)) })),
    }
  })

test('more pieces never cost more each, and reaching a break saves what was promised', () => {
  fc.assert(
    fc.property(offers, fc.integer({ min: 1, max: 600 }), (any, quantity) => {
      expect(unitPriceFor(quantity + 1, any)).toBeLessThanOrEqual(unitPriceFor(quantity, any))
      const next = nextBreak(quantity, any)
      if (!next) return
      const then = priceLine(next.from, any)
      expect(then.unitPrice).toBe(next.unitPrice)
      expect(next.saves).toBe(next.from * unitPriceFor(quantity, any) - then.total)
      expect(next.saves).toBeGreaterThan(0)
    }),
  )
})

test('an offered quantity can be ordered, and nothing can be ordered when nothing is offered', () => {
  fc.assert(
    fc.property(offers, fc.nat({ max: 600 }), fc.nat({ max: 300 }), (any, wanted, available) => {
      const nearest = nearestQuantity(wanted, any, available)
      if (nearest !== undefined) expect(quantityProblem(nearest, any, available)).toBeUndefined()
      else expect(quantityProblem(wanted, any, available)).toBeDefined()
      if (quantityProblem(wanted, any, available) === undefined) expect(nearest).toBe(wanted)
    }),
  )
})

test('a total is exact, and the totals of the parts of an order sum to the whole', () => {
  const count = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(count, count, fc.integer({ min: 1, max: 99_999_999 }).map(minor), (a, b, unitPrice) => {
      expect(totalAt(a, unitPrice) + totalAt(b, unitPrice)).toBe(totalAt(a + b, unitPrice))
      expect(Number.isSafeInteger(totalAt(a, unitPrice))).toBe(true)
      expect(BigInt(totalAt(a, unitPrice))).toBe(BigInt(a) * BigInt(unitPrice))
    }),
  )
})
