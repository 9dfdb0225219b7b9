import Stripe from 'stripe'
import type { z } from 'zod'
import { site } from '#content/site.ts'
import { boundedFetch } from '#platform/http/bounded-fetch.ts'
import { tracedFetch } from '#platform/http/traced-fetch.ts'
import { toCardAmount } from '#shared/card-amount.ts'
import { systemClock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import type { Minor } from '#shared/money.ts'
import { createBreaker } from './breaker.ts'
import { Dispute, Intent, moneyBackTypes, narrowEvent, Refund } from './provider-answers.ts'
import type { ProviderDispute, ProviderEvent, ProviderIntent, ProviderRefund } from './provider-answers.ts'
import { asFailure, isOutage } from './provider-errors.ts'

export type NewIntent = {
  orderId: string
  orderNumber: string
  amount: Minor
  currency: string
  email: string
  idempotencyKey: string
}

/** A refund of the shop's to ask for; `attempt` is how often it was asked for before. */
export type NewRefund = {
  intentId: string
  amount: Minor
  currency: string
  refundId: string
  attempt: number
}

/** An event as it was sent, and what it is about. */
export type ReceivedEvent = { event: ProviderEvent; payload: unknown }

/**
 * The card payment provider. Every call may throw Failure: `unavailable` when it cannot be reached, asks to slow down or was
 * not asked because of that, `provider-failed` when it answers with an error of its own or refuses our account, `not-found`,
 * `conflict` when the payment's state does not allow the call, `unprocessable` for an amount it does not accept. Never call
 * it inside a database transaction.
 */
export type PaymentProvider = {
  createIntent(intent: NewIntent): Promise<ProviderIntent>
  retrieveIntent(id: string): Promise<ProviderIntent>
  cancelIntent(id: string): Promise<ProviderIntent>
  /** Sends money back, once for each attempt of a refund. */
  refund(refund: NewRefund): Promise<ProviderRefund>
  retrieveRefund(id: string): Promise<ProviderRefund | undefined>
  /** Newest first: those of one payment, or those made since a moment. */
  listRefunds(of: { intentId: string } | { since: Date }): Promise<ProviderRefund[]>
  retrieveDispute(id: string): Promise<ProviderDispute | undefined>
  listDisputes(of: { intentId: string } | { since: Date }): Promise<ProviderDispute[]>
  /** Events about refunds and disputes, up to thirty days old. */
  listEvents(since: Date): Promise<ReceivedEvent[]>
  /**
   * Checks a webhook's signature over the raw body, at most five minutes old.
   * @throws Failure `bad-request` when it is forged, stale or not an event.
   */
  verifyWebhook(rawBody: string, signature: string, now: Date): ReceivedEvent
  /** Whether the provider was found to be down; calls then fail before they are made. */
  isDown(): boolean
  /** The page where a person answers a dispute; null for a stand-in, which has none. */
  disputeLink(id: string): string | null
}

export type ProviderOptions = {
  secretKey: string
  webhookSecret: string
  /** Another origin that speaks Stripe's API, such as http://127.0.0.1:4010; Stripe's own when undefined. */
  apiBase?: string | undefined
  /** Carries the calls in place of the network: the in-process sandbox. */
  fetch?: ((request: Request) => Response | Promise<Response>) | undefined
  /** For each try, in milliseconds. */
  timeoutMs?: number
  /** Retries after the first try, each made safe by its idempotency key. */
  maxRetries?: number
  now?: (() => Date) | undefined
}

/** How many calls one process makes at once, and after how many failures in a row it pauses for how long. */
const patience = { atOnce: 24, failures: 10, pauseMs: 5_000 }

/** Stripe, or a stand-in that speaks its API, through the official SDK. */
export function createProvider(options: ProviderOptions): PaymentProvider {
  const stripe = createClient(options)
  const breaker = createBreaker({ ...patience, now: options.now ?? systemClock.now, isOutage })
  const ask = <T>(call: () => Promise<T>): Promise<T> => breaker.run(() => asFailure(call))
  return {
    isDown: breaker.isOpen,
    disputeLink: (id) => (options.fetch || options.apiBase ? null : `${dashboardOf(options.secretKey)}/disputes/${id}`),
    createIntent: ({ orderId, orderNumber, amount, currency, email, idempotencyKey }) =>
      ask(async () => {
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
        throw new Error('the payment provider returned the payment of another order')
      }),
    retrieveIntent: (id) => ask(async () => thatOne(id, Intent.parse(await stripe.paymentIntents.retrieve(id)))),
    cancelIntent: (id) => ask(async () => thatOne(id, Intent.parse(await stripe.paymentIntents.cancel(id)))),
    refund: ({ intentId, amount, currency, refundId, attempt }) =>
      ask(async () => {
        const params: Stripe.RefundCreateParams = {
          payment_intent: intentId,
          amount: toCardAmount(amount, currency),
          reason: 'requested_by_customer',
          metadata: { refundId, attempt },
        }
        const idempotencyKey = `refund-${refundId}-${attempt}`
        const refund = Refund.parse(await stripe.refunds.create(params, { idempotencyKey }))
        if (refund?.intentId === intentId && refund.ours?.refundId === refundId) return refund
        throw new Error('the payment provider returned another refund')
      }),
    retrieveRefund: (id) => ask(async () => thatOne(id, Refund.parse(await stripe.refunds.retrieve(id)))),
    listRefunds: (of) => ask(() => wholeList(stripe.refunds.list(listOf(of)), Refund)),
    retrieveDispute: (id) => ask(async () => thatOne(id, Dispute.parse(await stripe.disputes.retrieve(id)))),
    listDisputes: (of) => ask(() => wholeList(stripe.disputes.list(listOf(of)), Dispute)),
    listEvents: (since) =>
      ask(async () => {
        const found: ReceivedEvent[] = []
        const list = stripe.events.list({
          created: { gte: secondsOf(since) },
          types: [...moneyBackTypes],
          limit: pageSize,
        })
        for await (const payload of list) {
          if (found.push({ event: narrowEvent(payload), payload }) === mostAtOnce) break
        }
        return found
      }),
    verifyWebhook(rawBody, signature, now) {
      try {
        const { webhookSecret } = options
        const payload = stripe.webhooks.constructEvent(
          rawBody,
          signature,
          webhookSecret,
          undefined,
          undefined,
          now.getTime(),
        )
        return { event: narrowEvent(payload), payload }
      } catch (cause) {
        throw new Failure('bad-request', 'The webhook is not signed by the payment provider, or is too old.', { cause })
      }
    },
  }
}

const dashboardOf = (secretKey: string): string =>
  `https://dashboard.stripe.com${secretKey.includes('_test_') ? '/test' : ''}`

const pageSize = 100
/** The most items read from one list, so that even an endless list ends. */
const mostAtOnce = 10_000

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)

const listOf = (of: { intentId: string } | { since: Date }) => ({
  limit: pageSize,
  ...('intentId' in of ? { payment_intent: of.intentId } : { created: { gte: secondsOf(of.since) } }),
})

async function wholeList<T>(list: AsyncIterable<unknown>, schema: z.ZodType<T | undefined>): Promise<T[]> {
  const found: T[] = []
  for await (const each of list) {
    const known = schema.parse(each)
    if (known && found.push(known) === mostAtOnce) break
  }
  return found
}

/** @throws when the answer is about another object than the one asked for. */
function thatOne<T extends { id: string } | undefined>(id: string, answer: T): T {
  if (answer === undefined || answer.id === id) return answer
  throw new Error('the payment provider returned a different object than the one requested')
}

/** An intent with its charges is some kilobytes. */
const mostBytes = 1024 * 1024

// mutant(number): how long a call may take, which only the clock shows
function createClient({ secretKey, apiBase, timeoutMs = 10_000, maxRetries = 2, ...options }: ProviderOptions): Stripe {
  // The SDK's own client limits silence, not time, and accepts answers of any size: an endless one would block all that wait.
  const reach = tracedFetch(options.fetch ?? boundedFetch(timeoutMs, mostBytes))
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

/** The SDK assigns to whatever JSON it gets, outside any promise: `null` or a string instead of an object would end the process. */
async function objectOf(answer: Response): Promise<Response> {
  const { status, headers } = answer
  const body = await answer.text()
  return new Response(/^\s*\{/.test(body) ? body : 'no object', { status, headers })
}

function addressOf({ protocol, hostname, port }: URL): Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> {
  const secure = protocol === 'https:'
  // mutant(word: 'https'): the SDK treats anything but http as https
  return { protocol: secure ? 'https' : 'http', host: hostname, port: port || (secure ? '443' : '80') }
}
