import { hasEnded, takesCard, type OwedOrder } from '#features/orders/rules.ts'
import type { LineQuantity } from '#features/orders/schema.ts'
import type { OrderLineRow, OrderRow } from '#features/orders/store.ts'
import { Failure, wrongField, type FieldError } from '#shared/errors.ts'
import { minor, type Minor } from '#shared/money.ts'
import type { ProviderIntent } from './provider-answers.ts'
import type { DisputeState, RefundState } from './schema.ts'
import type { PaymentRow } from './store.ts'
import type { PaymentState } from './tables.ts'

/**
 * What the provider's answer means for a payment:
 * `wait` nothing yet; `close` no money will come; `mismatch` an amount other than the order's came;
 * `pay` the order's money is there; `refund` money came that the order cannot take; `done` it was handled before.
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
  order: OwedOrder & Pick<OrderRow, 'currency'>,
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
  // An order that ended may still take its whole money late, unless some of it was credited before.
  const takesMoney = takesCard(order) || (hasEnded(order) && order.refunded === 0)
  return takesMoney && !replaced ? 'pay' : 'refund'
}

/** How much of these payments went back, in minor units: of each at most what was captured. */
export const moneyBack = (money: readonly { payment: Pick<PaymentRow, 'captured'>; back: number }[]): number =>
  money.reduce((sum, { payment, back }) => sum + Math.min(payment.captured, back), 0)

/** The state of a payment, judged by its money. @param sent what the provider has sent back of it, in minor units. */
export function stateOfMoney(
  { state, counts, captured }: Pick<PaymentRow, 'state' | 'counts' | 'captured'>,
  sent: number,
): PaymentState {
  if (captured === 0) return state
  if (sent >= captured) return 'refunded'
  if (counts) return 'succeeded'
  return state === 'refunded' ? 'refunding' : state
}

/** Maps a refund's status at the provider to the shop's state; an unknown status means it is on its way. */
export function refundStateOf(status: string | null): Exclude<RefundState, 'requested'> {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

const rank: Record<RefundState, number> = { requested: 0, pending: 1, succeeded: 2, failed: 3 }

/** Whether the provider's answer is news: an earlier request may be answered later. */
export const isNews = (told: RefundState, known: RefundState): boolean => rank[told] > rank[known]

/** Maps a dispute's status at the provider to the shop's state. The money of a lost dispute is gone even during an appeal. */
export function disputeStateOf(status: string): DisputeState {
  if (status === 'lost' || status.startsWith('appeal_')) return 'lost'
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open'
}

/** Whether an answer about a closed dispute is outdated; only a closed inquiry may still become a dispute. */
export const isOldNews = (told: string, known: string): boolean =>
  disputeStateOf(told) === 'open' &&
  disputeStateOf(known) !== 'open' &&
  !(known === 'warning_closed' && !told.startsWith('warning_'))

/** A refund as staff ask for it; amounts in minor units. */
export type AskedRefund = { amount?: Minor | undefined; lines?: readonly LineQuantity[] | undefined; restock: boolean }
type CountedLine = Pick<OrderLineRow, 'position' | 'quantity' | 'refunded'>
type RefundableLine = CountedLine & {
  unitPrice: Minor
  /** The tax on top of the whole line, in minor units. */
  addedTax: Minor
}

/**
 * How much goes back, and which pieces are counted with it.
 * @param left what is left of the order's money, in minor units and above zero; `step` is the smallest amount cards can carry.
 * @throws Failure 'unprocessable' with every field that is wrong.
 */
export function planRefund(
  { amount, lines: named, restock }: AskedRefund,
  lines: readonly RefundableLine[],
  { left, step }: { left: Minor; step: Minor },
): { amount: Minor; lines: LineQuantity[] } {
  if (amount !== undefined && amount > left)
    throw wrongField('amount', 'This is more than is left of this order to refund.')
  if (named) {
    requireLeft(named, lines)
    return { amount: amount ?? minor(Math.min(left, priceOf(named, lines, step))), lines: [...named] }
  }
  if (amount === undefined || amount === left) {
    return { amount: left, lines: lines.map(restOf).filter(({ quantity }) => quantity > 0) }
  }
  if (restock) {
    const message =
      'Choose the lines whose pieces go back on sale, or leave the stock as it is: an amount does not tell which.'
    throw wrongField('restock', message)
  }
  return { amount, lines: [] }
}

/** Reduces these pieces to those that were not refunded yet. */
export function clippedTo(named: readonly LineQuantity[], lines: readonly CountedLine[]): LineQuantity[] {
  const clipped = named.map(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    return { position, quantity: Math.min(quantity, line ? restOf(line).quantity : 0) }
  })
  return clipped.filter(({ quantity }) => quantity > 0)
}

const restOf = ({ position, quantity, refunded }: CountedLine): LineQuantity => ({
  position,
  quantity: quantity - refunded,
})

function requireLeft(named: readonly LineQuantity[], lines: readonly CountedLine[]): void {
  const errors = named.flatMap(({ position, quantity }, n): FieldError[] => {
    const line = lines.find((each) => each.position === position)
    if (!line) return [{ path: `lines.${n}.position`, message: 'The order has no such line.' }]
    const rest = restOf(line).quantity
    if (quantity <= rest) return []
    const message = rest === 0 ? 'All pieces of this line are already refunded.' : `Only ${rest} left on this line.`
    return [{ path: `lines.${n}.quantity`, message }]
  })
  if (errors[0]) throw new Failure('unprocessable', errors[0].message, { errors })
}

const priceOf = (named: readonly LineQuantity[], lines: readonly RefundableLine[], step: Minor): number =>
  named.reduce((sum, { position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    return line ? sum + quantity * line.unitPrice + addedTaxOf(line, quantity, step) : sum
  }, 0)

/**
 * The added tax of this many further pieces after those refunded already: a line's pieces together have all of it, to the unit.
 * BigInt throughout, since products exceed 2^53.
 */
function addedTaxOf({ quantity: all, refunded, addedTax }: RefundableLine, quantity: number, step: Minor): number {
  const bottom = BigInt(all) * BigInt(step)
  const upTo = (pieces: number) => Number((BigInt(addedTax) * BigInt(pieces)) / bottom) * step
  return upTo(refunded + quantity) - upTo(refunded)
}
