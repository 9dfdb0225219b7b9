import type { OrderRow } from '#features/orders/store.ts'
import type { ProviderIntent } from './provider.ts'
import type { PaymentRow } from './store.ts'

/**
 * What the provider's word means for a payment:
 * `wait` nothing yet; `close` no money will come; `mismatch` another amount came than the order's;
 * `pay` the order's money is there; `refund` money came that the order cannot take; `done` it was dealt with before.
 */
export type Decision = 'wait' | 'close' | 'mismatch' | 'pay' | 'refund' | 'done'

type Agreed = Pick<PaymentRow, 'state' | 'amount' | 'currency'>

/**
 * Decides on a payment by the intent as the provider has it now, never by an event's body. A payment that was given up
 * counts again when its money comes, unless another one has taken its place.
 */
export function decide(
  intent: Pick<ProviderIntent, 'status' | 'amountReceived' | 'currency'>,
  payment: Agreed,
  order: Pick<OrderRow, 'state' | 'total' | 'currency'>,
  replaced: boolean,
): Decision {
  if (payment.state !== 'pending' && payment.state !== 'cancelled') return 'done'
  if (intent.status === 'canceled') return payment.state === 'pending' ? 'close' : 'done'
  if (intent.status !== 'succeeded') return 'wait'
  const agrees =
    intent.amountReceived === payment.amount &&
    intent.amountReceived === order.total &&
    intent.currency === payment.currency &&
    intent.currency === order.currency
  if (!agrees) return 'mismatch'
  const takesMoney = order.state === 'placed' || order.state === 'cancelled' || order.state === 'expired'
  return takesMoney && !replaced ? 'pay' : 'refund'
}
