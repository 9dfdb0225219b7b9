/**
 * Where a payment stands after an attempt: `open` waits for a card, `challenge` for the cardholder's bank. `ended` takes no
 * card any more: the shop has stopped it, as it does when its order is cancelled.
 */
export type Standing =
  | { status: 'succeeded' | 'processing' | 'open' | 'challenge' | 'ended' }
  | { status: 'refused'; message: string }

/** The part of a provider's error that is read here: Stripe's own, which the sandbox answers with too. */
export type PaymentError = {
  code?: string | undefined
  message?: string | undefined
  payment_intent?: { status: string } | undefined
}

/** What an answer about a payment says: of its status, and of the error that came with it. */
export function standingOf(status: string | undefined, error?: PaymentError): Standing {
  const now = status ?? error?.payment_intent?.status
  // An error may carry a payment that has succeeded or ended meanwhile: that says nothing about the card.
  const known = standings[now ?? '']
  if (known && (!error || known !== 'challenge')) return { status: known }
  if (!error) return { status: 'open' }
  if (now === undefined && error.code === 'payment_intent_unexpected_state') return { status: 'ended' }
  return { status: 'refused', message: error.message ?? 'The card was not accepted. Try another one.' }
}

const standings: Partial<Record<string, 'succeeded' | 'processing' | 'challenge' | 'ended'>> = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_action: 'challenge',
  canceled: 'ended',
}
