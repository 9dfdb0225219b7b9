import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { OrderOutcome } from './order-outcome.tsx'

/** What is said of an order all of whose money went back. */
function saidOfRefunded(payBy: Order['payBy']): string {
  const order = { _id: 'o1', state: 'refunded', payBy, toolId: 't1', lines: [], paidAt: null } as unknown as Order
  const router = createMemoryRouter([{ path: '/', element: <OrderOutcome order={order} takesFocus={false} /> }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('why money went back stands with the order, and no reason is made up', () => {
  for (const payBy of ['card', 'invoice'] as const) {
    expect(saidOfRefunded(payBy)).not.toContain('stock')
    expect(saidOfRefunded(payBy)).toContain('href="/dashboard/orders/o1"')
  }
})

test('of an order on account nobody is told to look for a payment at the bank', () => {
  expect(saidOfRefunded('card')).toContain('Your bank shows the refund')
  expect(saidOfRefunded('invoice')).not.toContain('bank')
})
