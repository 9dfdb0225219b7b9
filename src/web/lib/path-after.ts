import type { PayBy } from '#features/orders/schema.ts'

/** Where an order goes on: what is on account is confirmed already. */
export const pathAfter = (id: string, payBy: PayBy | undefined): string =>
  `/dashboard/${payBy === 'invoice' ? 'orders' : 'payment'}/${id}`
