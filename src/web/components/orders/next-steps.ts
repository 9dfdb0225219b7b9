import { cancelHindrance } from '#features/orders/rules.ts'
import type { Order } from '#features/orders/schema.ts'

/** What a buyer can do with an order in My Orders. */
export type NextStep = 'payment' | 'cancel' | 'follow' | 'receipt' | 'review' | 'again'

/**
 * What can be done with an order in its current state. The specification's rule for Payment: the order has a total and is not
 * paid. An order that has ended cannot be paid; one whose payment is processing must not be paid or cancelled meanwhile.
 */
export function nextSteps(
  order: Pick<Order, 'state' | 'paid' | 'paidAt' | 'packedAt' | 'processing' | 'totalAmount' | 'owedAmount' | 'lines'>,
): NextStep[] {
  if (order.processing) return ['follow']
  if (order.state === 'placed') return order.totalAmount > 0 ? ['cancel', 'payment'] : ['cancel']
  const isOwed = order.owedAmount > 0
  if (order.state === 'confirmed' && isOwed) {
    return cancelHindrance(order, 'buyer') ? ['payment', 'again'] : ['cancel', 'payment', 'again']
  }
  if (isOwed) return ['payment', 'again']
  if (order.paidAt === null) return ['again']
  // The review form takes one product.
  return order.paid && order.lines.length === 1 ? ['receipt', 'review', 'again'] : ['receipt', 'again']
}
