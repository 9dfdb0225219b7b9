import type { Order } from '#features/orders/schema.ts'

/** What a buyer can do with an order in My Orders. */
export type NextStep = 'payment' | 'cancel' | 'follow' | 'receipt' | 'again'

/**
 * What can be done with an order as it is now. The specification's rule for Payment: it has a total and is not paid; an
 * order that has ended is past paying, and one whose payment is processing must not be paid or cancelled meanwhile.
 */
export function nextSteps(
  order: Pick<Order, 'state' | 'paid' | 'paidAt' | 'processing' | 'totalAmount' | 'lines'>,
): NextStep[] {
  if (order.processing) return ['follow']
  if (order.state === 'placed') return order.totalAmount > 0 ? ['cancel', 'payment'] : ['cancel']
  // The form that orders again takes one product.
  const again: NextStep[] = order.lines.length === 1 ? ['again'] : []
  return order.paidAt === null ? again : ['receipt', ...again]
}
