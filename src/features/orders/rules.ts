import type { Minor } from '#shared/money.ts'
import type { OrderState } from './schema.ts'

/** The most that Stripe charges at once: eight digits of minor units (https://docs.stripe.com/currencies). */
export const largestCharge: Minor = 99_999_999

/** Until when an unpaid order keeps its stock. */
export function heldUntil(placedAt: Date, hours: number): Date {
  return new Date(placedAt.getTime() + hours * 3_600_000)
}

/** An order's life: where each state may lead, and what has to be true for it. */
export const transitions: Record<OrderState, Partial<Record<OrderState, string>>> = {
  placed: {
    paid: 'The provider has the whole amount; the stock was taken when the order was placed.',
    cancelled: 'Its owner or an admin asked for it, and no money has come: the stock returns.',
    expired: 'Nobody paid while its stock was held: the stock returns.',
  },
  paid: {
    shipped: 'Only what is paid leaves the house.',
    refunded: 'The provider sent the whole amount back.',
  },
  shipped: { delivered: 'The carrier handed it over.' },
  delivered: {},
  cancelled: { paid: 'Money came late, and the stock could be taken again.' },
  expired: { paid: 'Money came late, and the stock could be taken again.' },
  refunded: {},
}

/** Whether an order's life allows the step. */
export function mayBecome(from: OrderState, to: OrderState): boolean {
  return transitions[from][to] !== undefined
}

/** Whether the shop has the order's money. */
export function isPaid(state: OrderState): boolean {
  return state === 'paid' || state === 'shipped' || state === 'delivered'
}
