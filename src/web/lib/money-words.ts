import type { Order, OrderEvent } from '#features/orders/schema.ts'
import { minor, toMajor, toMinor } from '#shared/money.ts'

/** Whether an order was or must be paid by card: one on account is paid by transfer, from credit, or by card after all. */
export const isPaidByCard = (
  { payBy }: Pick<Order, 'payBy'>,
  events: readonly Pick<OrderEvent, 'kind' | 'onAccount'>[],
): boolean => payBy === 'card' || events.some(({ kind, onAccount }) => kind === 'paid' && !onAccount)

/** The amount paid for an order on account without a card, where nothing is captured, in major units. */
export function paidOnAccount(
  events: readonly Pick<OrderEvent, 'kind' | 'onAccount' | 'amount'>[],
  currency: string,
): number {
  const paid = events.filter(({ kind, onAccount }) => onAccount && (kind === 'paid' || kind === 'part-paid'))
  const sum = paid.reduce((all, { amount = 0 }) => all + (toMinor(amount, currency) ?? 0), 0)
  return toMajor(minor(sum), currency)
}

/** A receipt's wording for how the money came and where refunds went. */
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

/** A code from the card provider, such as `expired_or_canceled_card`, in readable form. */
export const plainCode = (code: string): string => code.replaceAll('_', ' ')
