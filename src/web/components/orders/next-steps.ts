import type { Order } from '#features/orders/schema.ts'

/** What a buyer can do with an order in My Orders. */
export type NextStep = 'payment' | 'cancel' | 'follow' | 'receipt' | 'review' | 'again'

/**
 * What can be done with an order as it is now. The specification's rule for Payment: it has a total and is not paid; an
 * order that has ended is past paying, and one whose payment is processing must not be paid or cancelled meanwhile.
 */
export function nextSteps(
  order: Pick<Order, 'state' | 'paid' | 'paidAt' | 'processing' | 'totalAmount' | 'lines'>,
): NextStep[] {
  if (order.processing) return ['follow']
  if (order.state === 'placed') return order.totalAmount > 0 ? ['cancel', 'payment'] : ['cancel']
  // The forms that order again and review take one product.
  const isOne = order.lines.length === 1
  const again: NextStep[] = isOne ? ['again'] : []
  if (order.paidAt === null) return again
  return order.paid && isOne ? ['receipt', 'review', ...again] : ['receipt', ...again]
}
