import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minor } from '#shared/money.ts'
import {
  cancelHindrance,
  heldUntil,
  isPaid,
  mayBecome,
  mayTake,
  owedOf,
  takesCard,
  transitions,
  type StaffStep,
} from './rules.ts'
import { orderStates, type OrderState } from './schema.ts'

const hasMoney = (state: OrderState) => isPaid({ state, paidAt: new Date(0) })

const state = fc.constantFrom(...orderStates)

test('the stock is held for a number of hours, even across a clock change', () => {
  expect(heldUntil(new Date('2026-03-28T23:30:00Z'), 48)).toEqual(new Date('2026-03-30T23:30:00Z'))
  expect(heldUntil(new Date('2026-03-28T23:30:00Z'), 0.5)).toEqual(new Date('2026-03-29T00:00:00Z'))
})

describe("an order's life", () => {
  test('has these steps and no others', () => {
    const steps = orderStates.flatMap((from) => transitions[from].map((to) => `${from} → ${to}`))
    expect(steps).toEqual([
      'placed → paid',
      'placed → cancelled',
      'placed → expired',
      'confirmed → paid',
      'confirmed → shipped',
      'confirmed → cancelled',
      'confirmed → refunded',
      'paid → shipped',
      'paid → refunded',
      'shipped → delivered',
      'shipped → paid',
      'shipped → refunded',
      'delivered → paid',
      'delivered → refunded',
      'cancelled → paid',
      'expired → paid',
      'refunded → paid',
    ])
  })

  test.each<[StaffStep, OrderState[]]>([
    ['pack', ['confirmed', 'paid']],
    ['ship', ['confirmed', 'paid']],
    ['deliver', ['confirmed', 'paid', 'shipped']],
    ['refund', ['confirmed', 'paid', 'shipped', 'delivered']],
    ['cancel', ['placed', 'confirmed']],
  ])('lets staff %s while %j', (step, states) => {
    expect(orderStates.filter((each) => mayTake(step, each))).toEqual(states)
  })

  test('counts as paid while paid, shipped or delivered', () => {
    expect(orderStates.filter(hasMoney)).toEqual(['paid', 'shipped', 'delivered'])
  })

  test('never returns to being unpaid', () => {
    fc.assert(
      fc.property(fc.array(state, { maxLength: 30 }), (wishes) => {
        const lived: OrderState[] = ['placed']
        for (const wish of wishes) if (mayBecome(lived.at(-1) ?? 'placed', wish)) lived.push(wish)
        const sincePaid = lived.some(hasMoney) ? lived.slice(lived.findIndex(hasMoney)) : []
        expect(sincePaid.filter((each) => !hasMoney(each) && each !== 'refunded')).toEqual([])
      }),
    )
  })
})

describe('an order on account', () => {
  const order = {
    payBy: 'invoice' as const,
    state: 'confirmed' as OrderState,
    paidAt: null,
    total: minor(100),
    refunded: minor(0),
    received: minor(0),
  }

  test('owes what was neither credited nor paid, until it is paid, cancelled or fully credited', () => {
    expect(owedOf(order)).toBe(100)
    expect(owedOf({ ...order, state: 'delivered', refunded: minor(30), received: minor(20) })).toBe(50)
    expect(owedOf({ ...order, paidAt: new Date(0) })).toBe(0)
    for (const ended of ['cancelled', 'refunded', 'paid'] as const) expect(owedOf({ ...order, state: ended })).toBe(0)
    expect(owedOf({ ...order, payBy: 'card', state: 'shipped' })).toBe(0)
  })

  test('can be paid by card while nothing of it was paid or credited', () => {
    expect(takesCard(order)).toBe(true)
    expect(takesCard({ ...order, state: 'shipped' })).toBe(true)
    expect(takesCard({ ...order, received: minor(1) })).toBe(false)
    expect(takesCard({ ...order, refunded: minor(1) })).toBe(false)
    expect(takesCard({ ...order, paidAt: new Date(0), state: 'paid' })).toBe(false)
    expect(takesCard({ ...order, payBy: 'card', state: 'placed' })).toBe(true)
  })
})

describe('cancelling', () => {
  const order = { state: 'confirmed' as OrderState, packedAt: null, lines: [{ shipped: 0 }, { shipped: 0 }] }
  const both = (changed: Partial<Parameters<typeof cancelHindrance>[0]>) =>
    (['buyer', 'staff'] as const).map((by) => cancelHindrance({ ...order, ...changed }, by))

  test('is possible for unpaid orders only', () => {
    const open = orderStates.filter((each) => cancelHindrance({ ...order, state: each }, 'staff') === undefined)
    expect(open).toEqual(['placed', 'confirmed'])
    expect(both({ state: 'paid' })).toEqual(['state', 'state'])
  })

  test('is only for staff once packed, and for nobody once a piece was sent', () => {
    expect(both({})).toEqual([undefined, undefined])
    expect(both({ packedAt: new Date(0) })).toEqual(['packed', undefined])
    expect(both({ packedAt: '2026-11-22T10:00:00.000Z' })).toEqual(['packed', undefined])
    expect(both({ lines: [{ shipped: 0 }, { shipped: 1 }] })).toEqual(['sent', 'sent'])
  })
})
