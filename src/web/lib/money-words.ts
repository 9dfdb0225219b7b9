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

/**
 * The figures of a receipt, in major units: `unpaid` was credited before it was paid, `back` was paid and went back, and the total
 * is `unpaid` plus `paid`.
 */
export function receiptSums(
  order: Pick<Order, 'payBy' | 'totalAmount' | 'refundedAmount' | 'currency'>,
  events: readonly Pick<OrderEvent, 'kind' | 'onAccount' | 'amount'>[],
) {
  const { totalAmount, refundedAmount, currency } = order
  const paid = isPaidByCard(order, events) ? totalAmount : paidOnAccount(events, currency)
  const exact = (amount: number) => toMinor(amount, currency) ?? 0
  const unpaid = exact(totalAmount) - exact(paid)
  const major = (amount: number) => toMajor(minor(amount), currency)
  return { unpaid: major(unpaid), paid, back: major(exact(refundedAmount) - unpaid) }
}

/** What was paid so far of an order on account, in major units. */
export function paidSoFar(order: Pick<Order, 'totalAmount' | 'refundedAmount' | 'owedAmount' | 'currency'>): number {
  const { totalAmount, refundedAmount, owedAmount, currency } = order
  const [total = 0, refunded = 0, owed = 0] = [totalAmount, refundedAmount, owedAmount].map((each) =>
    toMinor(each, currency),
  )
  return toMajor(minor(total - refunded - owed), currency)
}

/** What became of pieces or money that a buyer no longer has to pay for, or has back. */
export const backWord = (byCard: boolean) => (byCard ? 'refunded' : 'credited')

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
