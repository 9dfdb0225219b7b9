import type { Order } from '#features/orders/schema.ts'

/** Whether an order is still unpaid: either on hold until payment, or bought on account. */
export const awaitsMoney = ({ state, owedAmount }: Pick<Order, 'state' | 'owedAmount'>): boolean =>
  state === 'placed' || owedAmount > 0

/** Whether a card may pay for it: its whole total is still to be paid. */
export const takesCard = ({
  state,
  owedAmount,
  totalAmount,
}: Pick<Order, 'state' | 'owedAmount' | 'totalAmount'>): boolean =>
  state === 'placed' || (owedAmount > 0 && owedAmount === totalAmount)
