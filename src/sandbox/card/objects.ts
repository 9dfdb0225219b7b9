import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { outcomes } from './test-cards.ts'

/**
 * What the sandbox stores, in the shape and spelling of Stripe's API reference (https://docs.stripe.com/api): amounts in
 * minor units, times in Unix seconds. Members that Stripe does not have are marked "own" and never leave the sandbox.
 * Of a card, only brand, last four digits and expiry are stored.
 */
const CardDetails = z.object({
  brand: z.string(),
  last4: z.string().length(4),
  exp_month: z.int(),
  exp_year: z.int(),
})

export const PaymentMethod = z.object({
  id: z.string(),
  object: z.literal('payment_method'),
  type: z.literal('card'),
  billing_details: z.object({ name: z.string().nullable() }),
  card: CardDetails,
  created: z.int(),
  livemode: z.literal(false),
  /** Own: what paying with it does. */
  outcome: z.enum(outcomes),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

const LastError = z.object({
  type: z.literal('card_error').or(z.literal('invalid_request_error')),
  code: z.string(),
  decline_code: z.string().optional(),
  message: z.string(),
  charge: z.string().optional(),
})
export type LastError = z.infer<typeof LastError>

export const Intent = z.object({
  id: z.string(),
  object: z.literal('payment_intent'),
  amount: z.int(),
  amount_received: z.int(),
  canceled_at: z.int().nullable(),
  cancellation_reason: z.string().nullable(),
  client_secret: z.string(),
  created: z.int(),
  currency: z.string(),
  description: z.string().nullable(),
  last_payment_error: LastError.nullable(),
  latest_charge: z.string().nullable(),
  livemode: z.literal(false),
  metadata: z.record(z.string(), z.string()),
  /** Expanded here; Stripe's responses have its id. */
  payment_method: PaymentMethod.nullable(),
  receipt_email: z.string().nullable(),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'succeeded',
    'canceled',
  ]),
  /** Own: when a `processing` payment succeeds, in Unix milliseconds. */
  settles_at: z.number().nullable(),
})
export type Intent = z.infer<typeof Intent>

export const Charge = z.object({
  id: z.string(),
  object: z.literal('charge'),
  amount: z.int(),
  amount_captured: z.int(),
  amount_refunded: z.int(),
  billing_details: PaymentMethod.shape.billing_details,
  captured: z.boolean(),
  created: z.int(),
  currency: z.string(),
  disputed: z.boolean().default(false),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  livemode: z.literal(false),
  metadata: z.record(z.string(), z.string()),
  paid: z.boolean(),
  payment_intent: z.string(),
  payment_method: z.string(),
  payment_method_details: z.object({ type: z.literal('card'), card: CardDetails }),
  refunded: z.boolean(),
  status: z.enum(['succeeded', 'failed']),
})
export type Charge = z.infer<typeof Charge>

export const Refund = z.object({
  id: z.string(),
  object: z.literal('refund'),
  amount: z.int(),
  charge: z.string(),
  created: z.int(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()),
  payment_intent: z.string(),
  reason: z.string().nullable(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  failure_reason: z.string().optional(),
  /** Own: when it changes by itself, in Unix milliseconds, and to what. */
  settles_at: z.number().nullable().default(null),
  settles_to: z.enum(['succeeded', 'failed']).default('succeeded'),
})
export type Refund = z.infer<typeof Refund>

export const Dispute = z.object({
  id: z.string(),
  object: z.literal('dispute'),
  amount: z.int(),
  charge: z.string(),
  created: z.int(),
  currency: z.string(),
  evidence: z.record(z.string(), z.string()),
  evidence_details: z.object({
    due_by: z.int(),
    has_evidence: z.boolean(),
    past_due: z.literal(false),
    submission_count: z.int(),
  }),
  is_charge_refundable: z.literal(false),
  livemode: z.literal(false),
  metadata: z.record(z.string(), z.string()),
  payment_intent: z.string(),
  reason: z.string(),
  status: z.enum(['needs_response', 'won', 'lost']),
})
export type Dispute = z.infer<typeof Dispute>

export const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const
export type EventType = (typeof eventTypes)[number]

export const SandboxEvent = z.object({
  id: z.string(),
  object: z.literal('event'),
  api_version: z.string(),
  created: z.int(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
  livemode: z.literal(false),
  pending_webhooks: z.int(),
  request: z.null(),
  type: z.enum(eventTypes),
})
export type SandboxEvent = z.infer<typeof SandboxEvent>

/** Own: the answer stored for an Idempotency-Key; null while the first request is still being answered. */
export const StoredResponse = z.object({
  id: z.string(),
  object: z.literal('kept_answer'),
  fingerprint: z.string(),
  startedAt: z.number(),
  answer: z.object({ status: z.int(), body: z.string() }).nullable(),
})
export type StoredResponse = z.infer<typeof StoredResponse>

export const SandboxObject = z.discriminatedUnion('object', [
  Intent,
  Charge,
  Refund,
  Dispute,
  SandboxEvent,
  StoredResponse,
])
export type SandboxObject = z.infer<typeof SandboxObject>

/** A new id in Stripe's style, such as `pi_` and 24 random characters. */
export function newObjectId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** A time in Stripe's format. */
export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
