import type { PayBy } from '#features/orders/schema.ts'

/** The page that follows placing an order: an order on account needs no payment, because it is already confirmed. */
export const pathAfter = (id: string, payBy: PayBy | undefined): string =>
  `/dashboard/${payBy === 'invoice' ? 'orders' : 'payment'}/${id}`
