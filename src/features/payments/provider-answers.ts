import type Stripe from 'stripe'
import { z } from 'zod'
import { fromCardAmount } from '#shared/card-amount.ts'
import type { Minor } from '#shared/money.ts'
import { isStorable } from '#shared/text.ts'

/** The provider's answers and events, checked and narrowed to what the shop acts on. */

/** A payment as the provider knows it. Amounts are minor units of the intent's own currency (ISO 4217, lower case). */
export type ProviderIntent = {
  id: string
  /** The order it was made for, according to its metadata. */
  orderId: string | undefined
  clientSecret: string
  status: Stripe.PaymentIntent.Status
  amount: Minor
  amountReceived: Minor
  currency: string
}

/** Money on its way back. A refund that the shop asked for names its row and its attempt in `ours`. */
export type ProviderRefund = {
  id: string
  intentId: string
  amount: Minor
  currency: string
  status: string | null
  failure: string | undefined
  ours: { refundId: string; attempt: number } | undefined
}

export type ProviderDispute = {
  id: string
  intentId: string
  amount: Minor
  currency: string
  reason: string
  status: string
  dueBy: Date | undefined
  openedAt: Date
}

type EventHeader = { id: string; type: string; createdAt: Date }
/** What an event is about. It is only a reason to ask the provider; `other` is acknowledged and ignored. */
export type ProviderEvent = EventHeader &
  (
    | { kind: 'intent'; intentId: string; orderId: string | undefined }
    | { kind: 'refund'; intentId: string }
    | { kind: 'dispute'; disputeId: string }
    | { kind: 'other' }
  )

// The SDK accepts any JSON without an `error` as the answer, such as a proxy's own 502; a signed event may be malformed too.
const Id = z.string().min(1).max(255).refine(isStorable)
const Amount = z.int().nonnegative()
const Currency = z.string().regex(/^[a-z]{3}$/)
const Word = z.string().max(255).refine(isStorable)
const Moment = z
  .int()
  .nonnegative()
  .max(99_999_999_999)
  .transform((seconds) => new Date(seconds * 1000))
const Identified = z.object({ id: Id })
/** An object's id, or the whole object. */
const Reference = Id.or(Identified.transform(({ id }) => id)).nullish()
const OfOrder = z.object({ orderId: z.string().optional() }).catch({})

export const Intent = z
  .object({
    id: Id,
    client_secret: z.string().nullish(),
    metadata: OfOrder,
    // Any status is accepted: Stripe may add new ones.
    status: z.string() as z.ZodType<Stripe.PaymentIntent.Status>,
    amount: Amount,
    amount_received: Amount,
    currency: Currency,
  })
  // A cancelled intent has taken no money: an answer that says otherwise is rejected, and asked for again later.
  .refine(({ status, amount_received }) => status !== 'canceled' || amount_received === 0)
  .transform(({ id, client_secret, metadata, status, amount, amount_received, currency }): ProviderIntent => ({
    id,
    orderId: metadata.orderId,
    clientSecret: client_secret ?? '', // mutant(logic → client_secret): answers to our own secret key have one
    status,
    amount: fromCardAmount(amount, currency),
    amountReceived: fromCardAmount(amount_received, currency),
    currency,
  }))

const Ours = z
  .object({ refundId: z.uuid(), attempt: z.coerce.number().int().nonnegative() })
  .optional()
  .catch(undefined)

/** Undefined for a refund of anything but a payment intent. */
export const Refund = z
  .object({
    id: Id,
    payment_intent: Reference,
    status: Word.nullable(),
    failure_reason: Word.nullish(),
    amount: Amount,
    currency: Currency,
    metadata: Ours.nullable(),
  })
  .transform(({ id, payment_intent, status, failure_reason, amount, currency, metadata }): ProviderRefund | undefined =>
    payment_intent
      ? {
          id,
          intentId: payment_intent,
          amount: fromCardAmount(amount, currency),
          currency,
          status,
          failure: failure_reason ?? undefined,
          ours: metadata ?? undefined,
        }
      : undefined,
  )

/** Undefined for a dispute about anything but a payment intent. */
export const Dispute = z
  .object({
    id: Id,
    payment_intent: Reference,
    amount: Amount,
    currency: Currency,
    reason: Word,
    status: Word,
    created: Moment,
    evidence_details: z.object({ due_by: Moment.nullish() }).nullish(),
  })
  .transform(
    ({ payment_intent, amount, currency, created, evidence_details, ...dispute }): ProviderDispute | undefined =>
      payment_intent
        ? {
            ...dispute,
            intentId: payment_intent,
            amount: fromCardAmount(amount, currency),
            currency,
            dueBy: evidence_details?.due_by ?? undefined,
            openedAt: created,
          }
        : undefined,
  )

const Header = z
  .object({ id: Id, type: Word, created: Moment })
  .transform(({ id, type, created }): EventHeader => ({ id, type, createdAt: created }))
const AboutIntent = z.object({ id: Id, metadata: OfOrder })
const AboutRefund = z.object({ payment_intent: Reference })
const Event = z.object({ data: z.object({ object: z.unknown() }) })

/** The types of events that the shop acts on. */
const intentTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
]
export const moneyBackTypes = [
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies Stripe.EventListParams['types']

/** @throws when the event is not one that Stripe sends. */
export function narrowEvent(event: unknown): ProviderEvent {
  const header = Header.parse(event)
  const { type } = header
  if (![...intentTypes, ...moneyBackTypes].includes(type)) return { ...header, kind: 'other' }
  if (!isStorable(event)) throw new Error('the event cannot be stored')
  const { object } = Event.parse(event).data
  if (type.startsWith('payment_intent.')) {
    const { id, metadata } = AboutIntent.parse(object)
    return { ...header, kind: 'intent', intentId: id, orderId: metadata.orderId }
  }
  if (type.startsWith('charge.dispute.')) {
    return { ...header, kind: 'dispute', disputeId: Identified.parse(object).id }
  }
  const intentId = AboutRefund.parse(object).payment_intent
  return intentId ? { ...header, kind: 'refund', intentId } : { ...header, kind: 'other' }
}
