import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heldUntil, isPaid, largestCharge, mayBecome, quantityAllowed, totalOf, transitions } from './rules.ts'
import { orderStates, type OrderState } from './schema.ts'

const count = fc.integer({ min: 0, max: 10_000_000 })
const price = fc.integer({ min: 1, max: largestCharge })
const state = fc.constantFrom(...orderStates)

describe('a quantity', () => {
  test('is allowed when it is a whole number from minimum to available', () => {
    // From just below the minimum to just above what there is: nearly all that matters is there.
    const asked = fc.tuple(count, fc.integer({ min: -2, max: 20 }), fc.integer({ min: -1, max: 21 }))
    fc.assert(
      fc.property(asked, ([minimum, more, above]) => {
        const available = minimum + more
        const quantity = minimum + above
        expect(quantityAllowed(quantity, { minimum, available })).toBe(above >= 0 && above <= more)
      }),
      { numRuns: 500 },
    )
  })

  test.each([Number.NaN, 20.5, Infinity, -20])('is not %s', (quantity) => {
    expect(quantityAllowed(quantity, { minimum: 1, available: 1000 })).toBe(false)
  })
})

test('a total is exact, and the totals of the parts of an order sum to the whole', () => {
  fc.assert(
    fc.property(count, count, price, (a, b, unitPrice) => {
      expect(totalOf(a, unitPrice) + totalOf(b, unitPrice)).toBe(totalOf(a + b, unitPrice))
      expect(Number.isSafeInteger(totalOf(a, unitPrice))).toBe(true)
      expect(BigInt(totalOf(a, unitPrice))).toBe(BigInt(a) * BigInt(unitPrice))
    }),
  )
})

test('the stock is held for so many hours, over any change of clocks', () => {
  expect(heldUntil(new Date('2026-03-28T23:30:00Z'), 48)).toEqual(new Date('2026-03-30T23:30:00Z'))
  expect(heldUntil(new Date('2026-03-28T23:30:00Z'), 0.5)).toEqual(new Date('2026-03-29T00:00:00Z'))
})

describe("an order's life", () => {
  test('has these steps and no others', () => {
    const steps = orderStates.flatMap((from) => Object.keys(transitions[from]).map((to) => `${from} → ${to}`))
    expect(steps).toEqual([
      'placed → paid',
      'placed → cancelled',
      'placed → expired',
      'paid → shipped',
      'paid → refunded',
      'shipped → delivered',
      'cancelled → paid',
      'expired → paid',
    ])
  })

  test('has the money in it while it is paid, shipped or delivered', () => {
    expect(orderStates.filter(isPaid)).toEqual(['paid', 'shipped', 'delivered'])
  })

  test('never goes back to being unpaid, whatever way it takes', () => {
    fc.assert(
      fc.property(fc.array(state, { maxLength: 30 }), (wishes) => {
        const lived: OrderState[] = ['placed']
        for (const wish of wishes) if (mayBecome(lived.at(-1) ?? 'placed', wish)) lived.push(wish)
        const sincePaid = lived.some(isPaid) ? lived.slice(lived.findIndex(isPaid)) : []
        expect(sincePaid.filter((each) => !isPaid(each) && each !== 'refunded')).toEqual([])
      }),
    )
  })
})
