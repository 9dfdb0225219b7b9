import Stripe from 'stripe'
import { Failure } from '#shared/errors.ts'
import { outOfReach } from './breaker.ts'

const { errors } = Stripe

/**
 * What is known about a failed call: `unanswered` leaves open whether it was carried out, and may be sent again under its
 * key; `stored` is an error that Stripe repeats under the key for a day; `refused` is final.
 */
export type FailedCall = 'unanswered' | 'stored' | 'refused'

/** @param error thrown by a call to the provider (https://docs.stripe.com/api/idempotent_requests). */
export function failedCall(error: unknown): FailedCall {
  const cause = causeOf(error)
  if (cause instanceof errors.StripeInvalidRequestError || cause instanceof errors.StripeCardError) return 'refused'
  // The key was used with other parameters. While the first call under it is still running, Stripe answers 409, an API error.
  if (cause instanceof errors.StripeIdempotencyError) return 'stored'
  if (cause instanceof errors.StripeAPIError && (cause.statusCode ?? 0) >= 500) return 'stored'
  return 'unanswered'
}

/** Whether an error means that the provider is down or overloaded. */
export function isOutage(error: unknown): boolean {
  const cause = causeOf(error)
  if (cause instanceof errors.StripeConnectionError || cause instanceof errors.StripeRateLimitError) return true
  return cause instanceof errors.StripeAPIError && (cause.statusCode ?? 0) >= 500
}

/** The provider's own code for its refusal, such as `charge_disputed`. */
export function refusalCode(error: unknown): string {
  const cause = causeOf(error)
  const code = cause instanceof errors.StripeError ? cause.code : undefined
  return code && /^[a-z_]{1,100}$/.test(code) ? code : 'refused'
}

const causeOf = (error: unknown): unknown => (error instanceof Failure ? error.cause : error)

/** @throws Failure in place of what the provider's library throws. */
export async function asFailure<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw failureOf(error)
  }
}

/** The provider's words stay in `cause`, for the log: they may name keys and accounts. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeRateLimitError) {
    return outOfReach(error)
  }
  if (error instanceof errors.StripeInvalidRequestError) return refusalOf(error)
  return new Failure('provider-failed', 'The payment provider failed. Try again in a moment.', { cause: error })
}

function refusalOf(cause: InstanceType<typeof errors.StripeInvalidRequestError>): Failure {
  switch (cause.code) {
    case 'resource_missing':
      return new Failure('not-found', 'The payment provider does not know this payment.', { cause })
    case 'payment_intent_unexpected_state':
    case 'charge_already_refunded':
    case 'charge_disputed':
      return new Failure('conflict', 'The payment is not in a state that allows this.', { cause })
    case 'amount_too_small':
    case 'amount_too_large':
      return new Failure('unprocessable', 'The payment provider does not accept a payment of this amount.', { cause })
    default:
      return new Failure('provider-failed', 'The payment provider refused the request.', { cause })
  }
}
