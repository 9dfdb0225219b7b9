import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderState } from '#features/orders/schema.ts'
import { minor } from '#shared/money.ts'
import {
  clippedTo,
  decide,
  disputeStateOf,
  isNews,
  isOldNews,
  moneyBack,
  planRefund,
  refundStateOf,
  stateOfMoney,
  type Decision,
} from './rules.ts'

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

/** The full amount of an order that waits for its money. */
const whole = fc.record({
  amount,
  currency,
  paymentState: fc.constantFrom('pending' as const, 'cancelled' as const),
  orderState: fc.constantFrom(...waiting),
})
type Whole = typeof whole extends fc.Arbitrary<infer T> ? T : never

const byCard = { payBy: 'card' as const, paidAt: null, refunded: minor(0), received: minor(0) }

const situationOf = ({ amount: total, currency: agreed, paymentState, orderState }: Whole) => ({
  intent: { status: 'succeeded' as (typeof statuses)[number], amountReceived: total, currency: agreed },
  payment: { state: paymentState as (typeof states)[number], amount: total, currency: agreed },
  order: { ...byCard, state: orderState as OrderState, total, currency: agreed },
  replaced: false,
})
type Situation = ReturnType<typeof situationOf>

const other = (code: string): string => (code === 'usd' ? 'bdt' : 'usd')

/** What can be wrong with it, and the decision that follows. */
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
  'is for an order of which a part was credited before it ended': {
    decision: 'refund',
    on: ({ order }) => Object.assign(order, { state: 'cancelled', refunded: minor(1) }),
  },
  'was replaced by another payment': { decision: 'refund', on: (found) => (found.replaced = true) },
}

describe('the full amount for an order awaiting payment', () => {
  test('pays the order', () => {
    fc.assert(
      fc.property(whole, (money) => {
        const { intent, payment, order, replaced } = situationOf(money)
        expect(decide(intent, payment, order, replaced)).toBe('pay')
      }),
    )
  })

  test.each(Object.keys(flaws))('does not pay the order when it %s', (name) => {
    const flaw = flaws[name]
    fc.assert(
      fc.property(whole, (money) => {
        const found = situationOf(money)
        flaw?.on(found)
        expect(decide(found.intent, found.payment, found.order, found.replaced)).toBe(flaw?.decision)
      }),
    )
  })

  test('leads to the most severe decision when it has several flaws', () => {
    const gravestFirst: Decision[] = ['done', 'wait', 'mismatch', 'refund']
    // None of these undoes another.
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

test('an intent that ended without money closes its payment once', () => {
  const decision = (state: (typeof states)[number]) =>
    decide(
      { status: 'canceled', amountReceived: minor(0), currency: 'usd' },
      { state, amount: minor(1), currency: 'usd' },
      { ...byCard, state: 'placed', total: minor(1), currency: 'usd' },
      false,
    )
  expect(states.map(decision)).toEqual(['close', 'done', 'done', 'done', 'done', 'done'])
})

test.each(statuses.filter((status) => status !== 'succeeded' && status !== 'canceled'))(
  'an intent that is %s is waited for, even when its payment was cancelled',
  (status) => {
    fc.assert(
      fc.property(whole, (money) => {
        const { intent, payment, order, replaced } = situationOf(money)
        expect(decide({ ...intent, status }, payment, order, replaced)).toBe('wait')
      }),
    )
  },
)

describe('planning a refund', () => {
  const lines = [
    { position: 1, quantity: 3, unitPrice: minor(100), refunded: 1, addedTax: minor(0) },
    { position: 2, quantity: 1, unitPrice: minor(5), refunded: 1, addedTax: minor(0) },
  ]
  test.each([
    ['all that is left', {}, { amount: 400, lines: [{ position: 1, quantity: 2 }] }],
    ['all of it, by amount', { amount: minor(400) }, { amount: 400, lines: [{ position: 1, quantity: 2 }] }],
    ['a part of it, by amount', { amount: minor(1) }, { amount: 1, lines: [] }],
    ['lines at their price', { lines: [{ position: 1, quantity: 2 }] }, { amount: 200 }],
    ['lines for another amount', { lines: [{ position: 1, quantity: 1 }], amount: minor(7) }, { amount: 7 }],
  ])('%s', (_, asked, planned) => {
    expect(planRefund({ restock: false, ...asked }, lines, { left: minor(400), step: minor(1) })).toMatchObject(planned)
  })

  test('limits the price of lines to what is left', () => {
    const asked = { lines: [{ position: 1, quantity: 2 }], restock: true }
    expect(planRefund(asked, lines, { left: minor(150), step: minor(1) })).toEqual({ amount: 150, lines: asked.lines })
  })

  test.each([
    ['more than is left', { amount: minor(401) }, ['amount']],
    [
      'pieces already refunded',
      { lines: [1, 2].map((position) => ({ position, quantity: 3 })) },
      ['lines.0.quantity', 'lines.1.quantity'],
    ],
    ['a line that does not exist', { lines: [{ position: 3, quantity: 1 }] }, ['lines.0.position']],
    ['restocking without lines', { amount: minor(399), restock: true }, ['restock']],
  ])('refuses %s', (_, asked, paths) => {
    const plan = () => planRefund({ restock: false, ...asked }, lines, { left: minor(400), step: minor(1) })
    expect(plan).toThrow(expect.objectContaining({ errors: paths.map((path) => expect.objectContaining({ path })) }))
  })

  test('refunds the added tax with the pieces, and all of it with the whole line', () => {
    const step = fc.constantFrom(1, 10)
    const taxed = fc.record({ step, quantity: fc.integer({ min: 1, max: 40 }), tax: fc.nat({ max: 5_000 }) })
    fc.assert(
      fc.property(taxed, fc.nat({ max: 40 }), ({ step: least, quantity, tax }, cut) => {
        const addedTax = minor(tax * least)
        const first = Math.min(cut, quantity - 1)
        const amountOf = (pieces: number, refunded: number) =>
          planRefund(
            { lines: [{ position: 1, quantity: pieces }], restock: false },
            [{ position: 1, quantity, unitPrice: minor(100), refunded, addedTax }],
            { left: minor(10_000_000), step: minor(least) },
          ).amount
        const parts = [first === 0 ? 0 : amountOf(first, 0), amountOf(quantity - first, first)]
        expect(parts.reduce((all, each) => all + each, 0)).toBe(quantity * 100 + addedTax)
        for (const part of parts) expect(part % least).toBe(0)
      }),
    )
  })

  test('refunds all the added tax of any number of pieces, to the unit', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 10_000_000 }),
      tax: fc.nat({ max: 100_000_000_000_000 }),
    })
    fc.assert(
      fc.property(line, ({ quantity, tax }) => {
        const taxed = { position: 1, quantity, unitPrice: minor(0), refunded: 0, addedTax: minor(tax) }
        const asked = { lines: [{ position: 1, quantity }], restock: false }
        const left = { left: minor(tax + 1), step: minor(1) }
        expect(planRefund(asked, [taxed], left).amount).toBe(tax)
      }),
      { examples: [[{ quantity: 9_587_887, tax: 939_436_851 }]] },
    )
  })

  test('does not count pieces again that were refunded meanwhile', () => {
    const named = [1, 2, 3].map((position) => ({ position, quantity: 3 }))
    expect(clippedTo(named, lines)).toEqual([{ position: 1, quantity: 2 }])
  })
})

test.each([
  [{ captured: 0, counts: false, state: 'pending' }, 0, 'pending'],
  [{ captured: 5, counts: true, state: 'succeeded' }, 4, 'succeeded'],
  [{ captured: 5, counts: true, state: 'succeeded' }, 5, 'refunded'],
  [{ captured: 5, counts: true, state: 'refunded' }, 4, 'succeeded'],
  [{ captured: 5, counts: false, state: 'mismatch' }, 4, 'mismatch'],
  [{ captured: 5, counts: false, state: 'refunding' }, 6, 'refunded'],
  [{ captured: 5, counts: false, state: 'refunded' }, 0, 'refunding'],
] as const)('a payment of %o with %i refunded is %s', (payment, sent, state) => {
  expect(stateOfMoney({ ...payment, captured: minor(payment.captured) }, sent)).toBe(state)
})

test('no more is counted as refunded than a payment brought', () => {
  const money = [
    { payment: { captured: minor(5) }, back: 7 },
    { payment: { captured: minor(5) }, back: 2 },
  ]
  expect(moneyBack(money)).toBe(7)
})

test.each([
  ['pending', 'requested', true],
  ['failed', 'succeeded', true],
  ['pending', 'succeeded', false],
  ['succeeded', 'failed', false],
  ['succeeded', 'succeeded', false],
] as const)('a %s refund last known as %s is news: %s', (told, known, news) => {
  expect(isNews(told, known)).toBe(news)
})

test.each([
  ['succeeded', 'succeeded'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  [null, 'pending'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])('a refund with status %s at the provider is %s', (status, state) => {
  expect(refundStateOf(status)).toBe(state)
})

test.each([
  ['needs_response', 'open'],
  ['warning_under_review', 'open'],
  ['lost', 'lost'],
  ['appeal_under_review', 'lost'],
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
])('a dispute with status %s at the provider is %s', (status, state) => {
  expect(disputeStateOf(status)).toBe(state)
})

test.each([
  ['needs_response', 'lost', true],
  ['warning_needs_response', 'warning_closed', true],
  ['needs_response', 'warning_closed', false],
  ['won', 'lost', false],
  ['under_review', 'needs_response', false],
])('%s after %s is old news: %s', (told, known, old) => {
  expect(isOldNews(told, known)).toBe(old)
})
