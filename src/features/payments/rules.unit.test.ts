import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderState } from '#features/orders/schema.ts'
import { minor } from '#shared/money.ts'
import { decide, type Decision } from './rules.ts'

const statuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const
const states = ['pending', 'succeeded', 'cancelled', 'mismatch', 'refunding', 'refunded'] as const
const waiting = ['placed', 'cancelled', 'expired'] as const

const amount = fc.integer({ min: 1, max: 99_999_999 }).map(minor)
const currency: fc.Arbitrary<string> = fc.constantFrom('usd', 'bdt')

/** The whole money of an order that waits for it. */
const whole = fc.record({
  amount,
  currency,
  paymentState: fc.constantFrom('pending' as const, 'cancelled' as const),
  orderState: fc.constantFrom(...waiting),
})
type Whole = typeof whole extends fc.Arbitrary<infer T> ? T : never

const situationOf = ({ amount: total, currency: agreed, paymentState, orderState }: Whole) => ({
  intent: { status: 'succeeded' as (typeof statuses)[number], amountReceived: total, currency: agreed },
  payment: { state: paymentState as (typeof states)[number], amount: total, currency: agreed },
  order: { state: orderState as OrderState, total, currency: agreed },
  replaced: false,
})
type Situation = ReturnType<typeof situationOf>

const other = (code: string): string => (code === 'usd' ? 'bdt' : 'usd')

/** What can be wrong with it, and what follows from it. */
const flaws: Record<string, { decision: Decision; on(found: Situation): void }> = {
  'was dealt with': { decision: 'done', on: ({ payment }) => (payment.state = 'succeeded') },
  'was refunded': { decision: 'done', on: ({ payment }) => (payment.state = 'refunded') },
  'is being refunded': { decision: 'done', on: ({ payment }) => (payment.state = 'refunding') },
  'did not agree before': { decision: 'done', on: ({ payment }) => (payment.state = 'mismatch') },
  'is not there yet': { decision: 'wait', on: ({ intent }) => (intent.status = 'processing') },
  'brought too little': {
    decision: 'mismatch',
    on: ({ intent }) => (intent.amountReceived = minor(intent.amountReceived - 1)),
  },
  'brought too much': {
    decision: 'mismatch',
    on: ({ intent }) => (intent.amountReceived = minor(intent.amountReceived + 1)),
  },
  'came in another currency': { decision: 'mismatch', on: ({ intent }) => (intent.currency = other(intent.currency)) },
  'was agreed at another amount': {
    decision: 'mismatch',
    on: ({ payment }) => (payment.amount = minor(payment.amount + 1)),
  },
  'was agreed in another currency': {
    decision: 'mismatch',
    on: ({ payment }) => (payment.currency = other(payment.currency)),
  },
  'is for an order of another total': {
    decision: 'mismatch',
    on: ({ order }) => (order.total = minor(order.total + 1)),
  },
  'is for an order in another currency': {
    decision: 'mismatch',
    on: ({ order }) => (order.currency = other(order.currency)),
  },
  'is for an order that is paid': { decision: 'refund', on: ({ order }) => (order.state = 'paid') },
  'is for an order that was refunded': { decision: 'refund', on: ({ order }) => (order.state = 'refunded') },
  'was replaced by another payment': { decision: 'refund', on: (found) => (found.replaced = true) },
}

describe('the whole money of an order that waits for it', () => {
  test('pays it', () => {
    fc.assert(
      fc.property(whole, (money) => {
        const { intent, payment, order, replaced } = situationOf(money)
        expect(decide(intent, payment, order, replaced)).toBe('pay')
      }),
    )
  })

  test.each(Object.keys(flaws))('does not when it %s', (name) => {
    const flaw = flaws[name]
    fc.assert(
      fc.property(whole, (money) => {
        const found = situationOf(money)
        flaw?.on(found)
        expect(decide(found.intent, found.payment, found.order, found.replaced)).toBe(flaw?.decision)
      }),
    )
  })

  test('does what the gravest says when several things are wrong with it', () => {
    const gravestFirst: Decision[] = ['done', 'wait', 'mismatch', 'refund']
    // None of these makes another one right again.
    const independent = [
      'was refunded',
      'is not there yet',
      'brought too little',
      'came in another currency',
      'is for an order that is paid',
      'was replaced by another payment',
    ]
    fc.assert(
      fc.property(whole, fc.subarray(independent, { minLength: 2 }), (money, names) => {
        const found = situationOf(money)
        for (const name of names) flaws[name]?.on(found)
        const decisions = new Set(names.map((name) => flaws[name]?.decision))
        const expected = gravestFirst.find((decision) => decisions.has(decision))
        expect(decide(found.intent, found.payment, found.order, found.replaced)).toBe(expected)
      }),
    )
  })
})

test('an intent that ended without money closes its payment, once', () => {
  const decision = (state: (typeof states)[number]) =>
    decide(
      { status: 'canceled', amountReceived: minor(0), currency: 'usd' },
      { state, amount: minor(1), currency: 'usd' },
      { state: 'placed', total: minor(1), currency: 'usd' },
      false,
    )
  expect(states.map(decision)).toEqual(['close', 'done', 'done', 'done', 'done', 'done'])
})

test.each(statuses.filter((status) => status !== 'succeeded' && status !== 'canceled'))(
  'an intent that is %s is waited for, whether or not its payment was given up',
  (status) => {
    fc.assert(
      fc.property(whole, (money) => {
        const { intent, payment, order, replaced } = situationOf(money)
        expect(decide({ ...intent, status }, payment, order, replaced)).toBe('wait')
      }),
    )
  },
)
