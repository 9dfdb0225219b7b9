import { cardError, invalidRequest, type SandboxError } from './errors.ts'
import {
  newObjectId,
  unixSeconds,
  type Charge,
  type Dispute,
  type EventType,
  type Intent,
  type PaymentMethod,
} from './objects.ts'
import { declines, isDecline, type Decline } from './test-cards.ts'
import { wireIntent } from './wire.ts'

/**
 * The life of a PaymentIntent (https://docs.stripe.com/payments/paymentintents/lifecycle) as pure functions:
 * each takes the current intent and returns the new one, any charge, and the events to send.
 */
export type Step = {
  intent: Intent
  charge?: Charge
  /** Opened by the cardholder immediately. */
  dispute?: Dispute | undefined
  events: EventType[]
  /** The error to answer with although the step is stored: a declined card. */
  refusal?: SandboxError
}

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/**
 * Tries to pay. A decline is also a step: the intent records it and waits for another card.
 * @throws SandboxError when the intent no longer accepts a card.
 */
export function confirm(intent: Intent, method: PaymentMethod, now: Date, processingMs: number): Step {
  if (!confirmable.includes(intent.status)) throw notConfirmable(intent)
  const tried: Intent = { ...intent, payment_method: method, last_payment_error: null }
  if (isDecline(method.outcome)) return decline(tried, method, method.outcome, now)
  if (method.outcome === 'authenticates') return { intent: { ...tried, status: 'requires_action' }, events: [] }
  if (method.outcome === 'processes') {
    const settles_at = now.getTime() + processingMs
    return { intent: { ...tried, status: 'processing', settles_at }, events: ['payment_intent.processing'] }
  }
  return succeed(tried, method, now)
}

/**
 * Completes the authentication that the cardholder's bank asked for.
 * @throws SandboxError when none is pending.
 */
export function authenticate(intent: Intent, outcome: 'complete' | 'fail', now: Date): Step {
  const { payment_method } = intent
  if (intent.status !== 'requires_action' || !payment_method) {
    throw unexpectedState(
      intent,
      `This PaymentIntent has no authentication to complete; its status is ${intent.status}.`,
    )
  }
  if (outcome === 'complete') return succeed(intent, payment_method, now)
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
  const code = 'payment_intent_authentication_failure'
  const failed: Intent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { type: 'invalid_request_error', code, message },
  }
  return {
    intent: failed,
    events: ['payment_intent.payment_failed'],
    refusal: cardError(message, { code, payment_intent: wireIntent(failed) }),
  }
}

/** Whether a `processing` payment is due to settle. Checked on every read of the intent, so that no restart strands it. */
export function isDue(intent: Intent, now: Date): boolean {
  return intent.status === 'processing' && intent.settles_at !== null && intent.settles_at <= now.getTime()
}

/** Settles a `processing` payment that is due; any other intent stays as it is. */
export function settle(intent: Intent, now: Date): Step {
  if (!isDue(intent, now) || !intent.payment_method) return { intent, events: [] }
  return succeed(intent, intent.payment_method, now)
}

/**
 * Cancels an intent that was not paid.
 * @throws SandboxError when it was paid, or when a payment is processing.
 */
export function cancel(intent: Intent, reason: string | null, now: Date): Step {
  if (!confirmable.includes(intent.status)) {
    const allowed = 'requires_payment_method, requires_capture, requires_confirmation, requires_action'
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. ` +
        `Only a PaymentIntent with one of the following statuses may be canceled: ${allowed}.`,
    )
  }
  const canceled_at = unixSeconds(now)
  return {
    intent: { ...intent, status: 'canceled', canceled_at, cancellation_reason: reason },
    events: ['payment_intent.canceled'],
  }
}

function succeed(intent: Intent, method: PaymentMethod, now: Date): Step {
  const disputed = method.outcome === 'is disputed'
  const charge = { ...newCharge(intent, method, now), disputed }
  return {
    dispute: disputed ? newDispute(charge, now) : undefined,
    intent: {
      ...intent,
      status: 'succeeded',
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: charge.id,
      settles_at: null,
    },
    charge,
    events: ['payment_intent.succeeded'],
  }
}

function decline(intent: Intent, method: PaymentMethod, reason: Decline, now: Date): Step {
  const { code, message } = declines[reason]
  const charge: Charge = {
    ...newCharge(intent, method, now),
    amount_captured: 0,
    captured: false,
    paid: false,
    status: 'failed',
    failure_code: code,
    failure_message: message,
  }
  const details = { code, decline_code: reason, charge: charge.id }
  const declined: Intent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge.id,
    last_payment_error: { type: 'card_error', message, ...details },
  }
  return {
    intent: declined,
    charge,
    events: ['payment_intent.payment_failed'],
    refusal: cardError(message, { ...details, payment_intent: wireIntent(declined) }),
  }
}

function newCharge(intent: Intent, method: PaymentMethod, now: Date): Charge {
  return {
    id: newObjectId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: true,
    created: unixSeconds(now),
    currency: intent.currency,
    disputed: false,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: method.card },
    refunded: false,
    status: 'succeeded',
  }
}

/** How long the shop has to answer a dispute, in seconds: the shortest time that the card networks give. */
const answerWithin = 7 * 24 * 3600

function newDispute(charge: Charge, now: Date): Dispute {
  const created = unixSeconds(now)
  return {
    id: newObjectId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence: {},
    evidence_details: { due_by: created + answerWithin, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }
}

function notConfirmable(intent: Intent): SandboxError {
  const reason =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${intent.status}`
  return unexpectedState(intent, `You cannot confirm this PaymentIntent because ${reason}.`)
}

function unexpectedState(intent: Intent, message: string): SandboxError {
  return invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: wireIntent(intent) })
}
