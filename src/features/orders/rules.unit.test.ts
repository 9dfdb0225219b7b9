import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heldUntil, isPaid, mayBecome, transitions } from './rules.ts'
import { orderStates, type OrderState } from './schema.ts'

const state = fc.constantFrom(...orderStates)

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
      'shipped → refunded',
      'delivered → refunded',
      'cancelled → paid',
      'expired → paid',
      'refunded → paid',
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
