import Stripe from 'stripe'
import { z } from 'zod'
import { site } from '#content/site.ts'
import { boundedFetch } from '#platform/http/bounded-fetch.ts'
import { Failure } from '#shared/errors.ts'
import type { Minor } from '#shared/money.ts'
import { isStorable } from '#shared/text.ts'
import { fromCardAmount, toCardAmount } from './card-amount.ts'

/** A payment as the provider knows it. Amounts are minor units of the intent's own currency (ISO 4217, lower case). */
export type ProviderIntent = {
  id: string
  /** Of which order it was made, as its metadata says. */
  orderId: string | undefined
  clientSecret: string
  status: Stripe.PaymentIntent.Status
  amount: Minor
  amountReceived: Minor
  currency: string
}

export type ProviderRefund = { id: string; intentId: string; amount: Minor; status: string | null }

type EventHeader = z.infer<typeof EventHeader>
/** What a verified webhook tells, narrowed to what the shop acts on; `other` is to be acknowledged and left. */
export type ProviderEvent =
  | (EventHeader & { kind: 'intent'; intentId: string })
  | (EventHeader & { kind: 'refunded'; intentId: string; amountRefunded: Minor })
  | (EventHeader & { kind: 'other' })

export type NewIntent = {
  orderId: string
  orderNumber: string
  amount: Minor
  currency: string
  email: string
  idempotencyKey: string
}

/** A refund of all that an intent has received. */
type NewRefund = {
  intentId: string
  idempotencyKey: string
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer'
}

/**
 * The card payment provider. Every call may throw Failure: `unavailable` when it cannot be reached or asks to slow down,
 * `provider-failed` when it answers with an error of its own or refuses our account, `not-found`, `conflict` when the
 * payment's state does not allow the call, `rule` for an amount it does not take. Never call it inside a database
 * transaction.
 */
export type PaymentProvider = {
  createIntent(intent: NewIntent): Promise<ProviderIntent>
  retrieveIntent(id: string): Promise<ProviderIntent>
  cancelIntent(id: string): Promise<ProviderIntent>
  refund(refund: NewRefund): Promise<ProviderRefund>
  /**
   * Checks a webhook's signature over the raw body, not older than five minutes.
   * @throws Failure `malformed` when it is forged, stale or no event.
   */
  verifyWebhook(rawBody: string, signature: string, now: Date): ProviderEvent
}

export type ProviderOptions = {
  secretKey: string
  webhookSecret: string
  /** Another origin that speaks Stripe's API, such as http://127.0.0.1:4010; Stripe's own when undefined. */
  apiBase?: string | undefined
  /** Carries the calls in place of the network: the sandbox, in process. */
  fetch?: ((request: Request) => Response | Promise<Response>) | undefined
  /** For each try, in milliseconds. */
  timeoutMs?: number
  /** Tries after the first, each safe by its idempotency key. */
  maxRetries?: number
}

/** Stripe, or whatever speaks its API, through the official SDK. */
export function createProvider(options: ProviderOptions): PaymentProvider {
  const stripe = createClient(options)
  return {
    createIntent: ({ orderId, orderNumber, amount, currency, email, idempotencyKey }) =>
      asFailure(async () => {
        const params: Stripe.PaymentIntentCreateParams = {
          amount: toCardAmount(amount, currency),
          currency,
          description: `${site.name} order ${orderNumber}`,
          metadata: { orderId, orderNumber },
          allowed_payment_method_types: ['card'],
          receipt_email: email,
        }
        const intent = Intent.parse(await stripe.paymentIntents.create(params, { idempotencyKey }))
        if (intent.orderId === orderId) return intent
        throw new Error('the payment provider answered about the payment of another order')
      }),
    retrieveIntent: (id) => asFailure(async () => thatOne(id, await stripe.paymentIntents.retrieve(id))),
    cancelIntent: (id) => asFailure(async () => thatOne(id, await stripe.paymentIntents.cancel(id))),
    refund: ({ intentId, idempotencyKey, reason }) =>
      asFailure(async () => ({
        intentId,
        ...Refund.parse(await stripe.refunds.create({ payment_intent: intentId, reason }, { idempotencyKey })),
      })),
    verifyWebhook(rawBody, signature, now) {
      try {
        const { webhookSecret } = options
        const event = stripe.webhooks.constructEvent(
          rawBody,
          signature,
          webhookSecret,
          undefined,
          undefined,
          now.getTime(),
        )
        return narrowEvent(event)
      } catch (cause) {
        throw new Failure('bad-request', 'The webhook is not signed by the payment provider, or is too old.', { cause })
      }
    },
  }
}

/** An intent with its charges is some kilobytes. */
const mostBytes = 1024 * 1024

// mutant(number): how long it is asked, which only the clock tells
function createClient({ secretKey, apiBase, timeoutMs = 10_000, maxRetries = 2, ...options }: ProviderOptions): Stripe {
  // The SDK's own client counts silence, not time, and takes answers of any size: one that never ends holds all that wait.
  const reach = options.fetch ?? boundedFetch(timeoutMs, mostBytes)
  return new Stripe(secretKey, {
    apiVersion: Stripe.API_VERSION,
    appInfo: { name: site.name },
    maxNetworkRetries: maxRetries,
    timeout: timeoutMs,
    telemetry: false,
    ...(apiBase ? addressOf(new URL(apiBase)) : {}),
    httpClient: Stripe.createFetchHttpClient(async (input, init) => objectOf(await reach(new Request(input, init)))),
  })
}

/** The SDK writes on whatever JSON it gets, outside of any promise: `null` or a text in place of an object would end the process. */
async function objectOf(answer: Response): Promise<Response> {
  const { status, headers } = answer
  const body = await answer.text()
  return new Response(/^\s*\{/.test(body) ? body : 'no object', { status, headers })
}

function addressOf({ protocol, hostname, port }: URL): Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> {
  const secure = protocol === 'https:'
  // mutant(word: 'https'): the SDK takes all but http for it
  return { protocol: secure ? 'https' : 'http', host: hostname, port: port || (secure ? '443' : '80') }
}

// The SDK takes any JSON without an `error` for what was asked for, such as a proxy's own 502, and signed is not yet well formed.
const Id = z.string().min(1).max(255).refine(isStorable)
const Amount = z.int().nonnegative()
const Currency = z.string().regex(/^[a-z]{3}$/)

const Intent = z
  .object({
    id: Id,
    client_secret: z.string().nullish(),
    metadata: z.object({ orderId: z.string().optional() }).catch({}),
    // Read, not judged: Stripe may add to them.
    status: z.string() as z.ZodType<Stripe.PaymentIntent.Status>,
    amount: Amount,
    amount_received: Amount,
    currency: Currency,
  })
  .transform(({ id, client_secret, metadata, status, amount, amount_received, currency }): ProviderIntent => ({
    id,
    orderId: metadata.orderId,
    clientSecret: client_secret ?? '', // mutant(logic → client_secret): what our own key asks for has one
    status,
    amount: fromCardAmount(amount, currency),
    amountReceived: fromCardAmount(amount_received, currency),
    currency,
  }))

/** @throws when the answer is about another payment than the question. */
function thatOne(id: string, answer: unknown): ProviderIntent {
  const intent = Intent.parse(answer)
  if (intent.id === id) return intent
  throw new Error('the payment provider answered about another payment')
}

const Refund = z
  .object({ id: Id, status: z.string().nullable(), amount: Amount, currency: Currency })
  .transform(({ id, status, amount, currency }) => ({ id, status, amount: fromCardAmount(amount, currency) }))

const Identified = z.object({ id: Id })
const RefundedCharge = z
  .object({
    payment_intent: Id.or(Identified.transform(({ id }) => id)).nullish(),
    amount_refunded: Amount,
    currency: Currency,
  })
  .transform(({ payment_intent, amount_refunded, currency }) => ({
    intentId: payment_intent,
    amountRefunded: fromCardAmount(amount_refunded, currency),
  }))

const EventHeader = z.object({ id: Id, type: z.string() })

/** @throws when the event is not one that Stripe sends. */
function narrowEvent(event: Stripe.Event): ProviderEvent {
  const header = EventHeader.parse(event)
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
    case 'payment_intent.canceled':
      return { ...header, kind: 'intent', intentId: Identified.parse(event.data.object).id }
    case 'charge.refunded': {
      const { intentId, amountRefunded } = RefundedCharge.parse(event.data.object)
      return intentId ? { ...header, kind: 'refunded', intentId, amountRefunded } : { ...header, kind: 'other' }
    }
    default:
      return { ...header, kind: 'other' }
  }
}

async function asFailure<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw failureOf(error)
  }
}

/** The provider's words stay in `cause`, for the log: they may name keys and accounts. */
function failureOf(error: unknown): Failure {
  const { errors } = Stripe
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeRateLimitError) {
    return new Failure('unavailable', 'The payment provider cannot be reached. Try again in a moment.', {
      cause: error,
    })
  }
  if (error instanceof errors.StripeInvalidRequestError) return refusalOf(error)
  return new Failure('provider-failed', 'The payment provider failed. Try again in a moment.', { cause: error })
}

function refusalOf(cause: InstanceType<typeof Stripe.errors.StripeInvalidRequestError>): Failure {
  switch (cause.code) {
    case 'resource_missing':
      return new Failure('not-found', 'The payment provider does not know this payment.', { cause })
    case 'payment_intent_unexpected_state':
    case 'charge_already_refunded':
      return new Failure('conflict', 'The payment is not in a state that allows this.', { cause })
    case 'amount_too_small':
    case 'amount_too_large':
      return new Failure('unprocessable', 'The payment provider does not accept a payment of this amount.', { cause })
    default:
      return new Failure('provider-failed', 'The payment provider refused the request.', { cause })
  }
}
