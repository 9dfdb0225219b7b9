import type { Order } from '#features/orders/schema.ts'

/** Whether an order is still to be paid: held until then, or on account. */
export const awaitsMoney = ({ state, owedAmount }: Pick<Order, 'state' | 'owedAmount'>): boolean =>
  state === 'placed' || owedAmount > 0
