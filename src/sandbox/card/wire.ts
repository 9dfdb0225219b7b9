import type { Intent, Refund } from './objects.ts'

/**
 * A PaymentIntent as the secret-key side returns it: without our own members, and with those members of Stripe's
 * reference that are constant for a card charged at once.
 */
export function wireIntent(intent: Intent) {
  const { settles_at: _own, payment_method, ...members } = intent
  return {
    ...members,
    amount_capturable: 0,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    next_action: nextAction(intent),
    payment_method: payment_method?.id ?? null,
    payment_method_types: ['card'],
    processing: null,
    setup_future_usage: null,
    shipping: null,
  }
}

/** The same, as the holder of its client secret may see it: without the merchant's private data. */
export function publicIntent(intent: Intent) {
  const { metadata: _metadata, latest_charge: _charge, ...members } = wireIntent(intent)
  return members
}

/** Stripe leaves the challenge to its own script here; our card form only checks that there is one. */
function nextAction(intent: Intent) {
  if (intent.status !== 'requires_action') return null
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
}

/** A Refund as Stripe returns it: without our own members. */
export function wireRefund(refund: Refund) {
  const { settles_at: _when, settles_to: _what, ...members } = refund
  return members
}
