import type { Order, OrderEvent } from '#features/orders/schema.ts'

/** Whether a card paid an order, or would have to: one on account is paid by transfer, from its credit, or by a card after all. */
export const isPaidByCard = (
  { payBy }: Pick<Order, 'payBy'>,
  events: readonly Pick<OrderEvent, 'kind' | 'onAccount'>[],
): boolean => payBy === 'card' || events.some(({ kind, onAccount }) => kind === 'paid' && !onAccount)

/** What a receipt says of how the money came and where it went back to. */
export const receiptWords = (byCard: boolean) =>
  byCard
    ? {
        paidOn: 'Paid by card on',
        allBack: 'This payment was refunded to the card.',
        partBack: 'Of which refunded to the card',
      }
    : {
        paidOn: 'Paid on',
        allBack: 'This payment was credited to your account.',
        partBack: 'Of which credited to your account',
      }
