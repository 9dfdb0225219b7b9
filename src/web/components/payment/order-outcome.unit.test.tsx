import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { OrderOutcome } from './order-outcome.tsx'

/** The text for an order that was fully refunded. */
const saidOfRefunded = (refundedTo: Order['refundedTo']) => saidOf('refunded', refundedTo)

function saidOf(state: Order['state'], refundedTo: Order['refundedTo'] = null, more: Partial<Order> = {}): string {
  const order = {
    _id: 'o1',
    state,
    payBy: 'invoice',
    refundedTo,
    toolId: 't1',
    lines: [],
    paidAt: null,
    owedAmount: 0,
    ...more,
  } as unknown as Order
  const router = createMemoryRouter([{ path: '/', element: <OrderOutcome order={order} takesFocus={false} /> }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('a refunded order links to the reason, and makes none up', () => {
  for (const refundedTo of ['card', 'account'] as const) {
    expect(saidOfRefunded(refundedTo)).not.toContain('stock')
    expect(saidOfRefunded(refundedTo)).toContain('href="/dashboard/orders/o1"')
  }
})

test('an order credited to the account does not mention the bank; one on account that a card paid does', () => {
  expect(saidOfRefunded('card')).toContain('Your bank will show the refund')
  expect(saidOfRefunded('account')).not.toContain('bank')
})

test('an order on account that is paid in part says how to pay the rest, and links to its invoice', () => {
  const rest = { number: 'WW-7', owedAmount: 200, currency: 'USD' }
  for (const state of ['confirmed', 'shipped'] as const) {
    expect(saidOf(state, null, rest)).toContain('$200.00 is still to be paid')
    expect(saidOf(state, null, rest)).toContain('by transfer and quote WW-7')
    expect(saidOf(state, null, rest)).toContain('href="/dashboard/orders/o1"')
  }
  expect(saidOf('confirmed')).toContain('Your order is confirmed')
  expect(saidOf('confirmed')).not.toContain('href="/dashboard/orders/o1"')
})

test.each(['cancelled', 'expired'] as const)(
  'an order that has %s says what happens to late money, and where to see it',
  (state) => {
    expect(saidOf(state)).toContain('it goes back to the card it came from')
    expect(saidOf(state)).toContain('href="/dashboard/orders/o1"')
  },
)
