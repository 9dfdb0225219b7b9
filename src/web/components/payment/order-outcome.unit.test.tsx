import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { OrderOutcome } from './order-outcome.tsx'

/** The text for an order that was fully refunded. */
const saidOfRefunded = (refundedTo: Order['refundedTo']) => saidOf('refunded', refundedTo)

function saidOf(state: Order['state'], refundedTo: Order['refundedTo'] = null): string {
  const order = {
    _id: 'o1',
    state,
    payBy: 'invoice',
    refundedTo,
    toolId: 't1',
    lines: [],
    paidAt: null,
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

test.each(['cancelled', 'expired'] as const)(
  'an order that has %s says what happens to late money, and where to see it',
  (state) => {
    expect(saidOf(state)).toContain('it goes back to the card it came from')
    expect(saidOf(state)).toContain('href="/dashboard/orders/o1"')
  },
)
