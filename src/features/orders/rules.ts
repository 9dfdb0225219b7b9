import { quantityMessages } from '#content/messages.ts'
import { leastQuantity } from '#features/catalogue/rules.ts'
import {
  nearestQuantity,
  nextBreak,
  priceLine,
  quantityProblem,
  type Offer,
  type QuantityProblem,
} from '#features/pricing/rules.ts'
import { minor, type Minor } from '#shared/money.ts'
import type { OrderState, OrderEventKind, PayBy } from './schema.ts'

/** What one account may hold without paying: a number of orders, and a share of each product's stock. */
export type OrderLimits = { unpaidOrders: number; heldShare: number }

/** A number of orders that stands for no limit. */
export const noLimit = 1_000_000

/**
 * How many pieces of a product the unpaid orders of one account may hold together: a share of what they hold plus what is left,
 * but always at least the smallest quantity that can be ordered.
 */
export function mostHeld(
  offer: Pick<Offer, 'minimum' | 'increment'>,
  { available, held }: { available: number; held: number },
  share: number,
): number {
  return Math.max(leastQuantity(offer), Math.floor((available + held) * share))
}

/** Until when an unpaid order keeps its stock. */
export function heldUntil(placedAt: Date, hours: number): Date {
  return new Date(placedAt.getTime() + hours * 3_600_000)
}

/** An order's life: where each state may lead. The comments say what has to be true for it. */
export const transitions: Record<OrderState, readonly OrderState[]> = {
  placed: [
    'paid', // The provider has the whole amount; the stock was taken when the order was placed.
    'cancelled', // Its owner or an admin asked for it, and no money has come: the stock returns.
    'expired', // Nobody paid while its stock was held: the stock returns.
  ],
  confirmed: [
    'paid', // Its money came before the goods left.
    'shipped', // Nothing is left to send: on account the goods may leave before the money comes.
    'cancelled', // Its owner or an admin asked for it, and nothing was sent: the stock returns.
    'refunded', // All of it was credited.
  ],
  paid: [
    'shipped', // Only what is paid leaves the house, and nothing is left to send.
    'refunded', // All of its money went back.
  ],
  shipped: [
    'delivered', // All of it was handed over.
    'paid', // The refund of pieces that had stayed failed on its way: they are to be sent.
    'refunded', // All of its money went back after it was sent.
  ],
  delivered: [
    'paid', // The refund of pieces that had stayed failed on its way: they are to be sent.
    'refunded', // All of its money went back after it had arrived.
  ],
  // Money came late, and the stock could be taken again.
  cancelled: ['paid'],
  expired: ['paid'],
  // The refund failed on its way: the money is here again.
  refunded: ['paid'],
}

/** Whether an order's life allows the step. */
export function mayBecome(from: OrderState, to: OrderState): boolean {
  return transitions[from].includes(to)
}

/** The steps staff take with an order: what each works towards, and why it is refused in a state that does not lead there. */
export const staffSteps = {
  pack: { towards: ['shipped'], because: 'Only orders that are paid, or on account, can be packed.' },
  ship: {
    towards: ['shipped'],
    because: 'Only orders that are paid, or on account, can be shipped, as long as pieces are left to send.',
  },
  deliver: {
    // One parcel may arrive before the last is sent.
    towards: ['shipped', 'delivered'],
    because: 'Only parcels that are on their way can be marked as delivered.',
  },
  refund: { towards: ['refunded'], because: 'Only money that has arrived can be refunded.' },
  cancel: { towards: ['cancelled'], because: 'Only an unpaid order can be cancelled. A paid one is refunded.' },
} as const satisfies Record<string, { towards: readonly OrderState[]; because: string }>
export type StaffStep = keyof typeof staffSteps

/** Whether staff may take a step with an order in that state. */
export function mayTake(step: StaffStep, state: OrderState): boolean {
  return staffSteps[step].towards.some((to) => mayBecome(state, to))
}

/** What a cancellation depends on; times are dates or, in the browser, texts. */
export type CancellableOrder = {
  state: OrderState
  packedAt: Date | string | null
  lines: readonly { shipped: number }[]
}

/**
 * What prevents an order from being cancelled: its state; pieces that were sent, which can only be credited; or, for its buyer
 * alone, that it is packed. The same for the shop, which refuses it, and for pages, which do not offer it.
 */
export function cancelHindrance(
  { state, packedAt, lines }: CancellableOrder,
  by: 'buyer' | 'staff',
): 'state' | 'sent' | 'packed' | undefined {
  if (!mayTake('cancel', state)) return 'state'
  if (lines.some(({ shipped }) => shipped > 0)) return 'sent'
  return by === 'buyer' && packedAt !== null ? 'packed' : undefined
}

/** Whether the shop has the order's money. */
export function isPaid({ state, paidAt }: { state: OrderState; paidAt: Date | null }): boolean {
  return paidAt !== null && (state === 'paid' || state === 'shipped' || state === 'delivered')
}

/** The financial state of an order, in minor units. */
export type OwedOrder = {
  payBy: PayBy
  state: OrderState
  paidAt: Date | null
  total: Minor
  refunded: Minor
  received: Minor
}

/** What is still owed for an order on account, in minor units. */
export function owedOf({ payBy, state, paidAt, total, refunded, received }: OwedOrder): Minor {
  const isOpen = payBy === 'invoice' && paidAt === null && ['confirmed', 'shipped', 'delivered'].includes(state)
  return minor(isOpen ? total - refunded - received : 0)
}

/** Whether a card may pay for the order: its whole total is still to be paid. */
export const takesCard = (order: OwedOrder): boolean =>
  order.state === 'placed' || (owedOf(order) === order.total && order.received === 0)

/** Whether the order ended before its money came. */
export const hasEnded = ({ state }: Pick<OwedOrder, 'state'>): boolean => state === 'cancelled' || state === 'expired'

/** How many pieces of a line are still to be sent; pieces that were refunded explicitly are not sent. */
export function leftToShip(line: { quantity: number; shipped: number; refunded: number }): number {
  return Math.max(0, line.quantity - line.shipped - line.refunded)
}

/** The message for a quantity that cannot be ordered. */
export const quantityMessage = (
  problem: QuantityProblem,
  offer: Pick<Offer, 'minimum' | 'increment'>,
  available: number,
): string =>
  quantityMessages[problem]({ minimum: leastQuantity(offer), increment: offer.increment, available }[problem])

/** What a line would come to if it were ordered now; amounts in minor units. */
export type JudgedLine = {
  ok: boolean
  code?: QuantityProblem | 'gone'
  message?: string
  /** The nearest quantity that could be ordered. */
  suggestion?: number
  unitPrice: Minor
  total: Minor
  nextBreak?: NonNullable<ReturnType<typeof nextBreak>>
}

/** Judges a quantity of a product as if it were ordered, without taking stock. */
export function judgeLine(quantity: number, offer: Offer, available: number): JudgedLine {
  const next = nextBreak(quantity, offer)
  return {
    ...judgeQuantity(quantity, offer, available),
    ...priceLine(quantity, offer),
    ...(next && { nextBreak: next }),
  }
}

function judgeQuantity(
  quantity: number,
  offer: Offer,
  available: number,
): Pick<JudgedLine, 'ok' | 'code' | 'message' | 'suggestion'> {
  const code = quantityProblem(quantity, offer, available)
  if (!code) return { ok: true }
  const suggestion = nearestQuantity(quantity, offer, available)
  return { ok: false, code, message: quantityMessage(code, offer, available), ...(suggestion && { suggestion }) }
}

/** Counts the parcels on their way: each is until it is delivered, by itself or with all the others. */
export function parcelsOnTheirWay(events: readonly { kind: OrderEventKind; parcel?: string | undefined }[]): number {
  const open = new Set<string>()
  for (const { kind, parcel } of events) {
    if (kind === 'shipped' && parcel) open.add(parcel)
    if (kind !== 'delivered') continue
    if (parcel) open.delete(parcel)
    else open.clear()
  }
  return open.size
}
