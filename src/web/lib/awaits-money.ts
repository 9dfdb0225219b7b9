import type { Order } from '#features/orders/schema.ts'

/** Whether an order is still unpaid: either on hold until payment, or bought on account. */
export const awaitsMoney = ({ state, owedAmount }: Pick<Order, 'state' | 'owedAmount'>): boolean =>
  state === 'placed' || owedAmount > 0
