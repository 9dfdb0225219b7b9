import { randomBytes, timingSafeEqual } from 'node:crypto'
import Stripe from 'stripe'
import type { Log } from '#platform/log/log.ts'
import { paymentMethodOf, type CardData } from './cards.ts'
import { invalidRequest, missing } from './errors.ts'
import * as lifecycle from './lifecycle.ts'
import { newObjectId, unixSeconds } from './objects.ts'
import type { Charge, EventType, Intent, PaymentMethod, Refund, SandboxEvent, SandboxObject } from './objects.ts'
import type { Change, SandboxStore } from './store.ts'
import { wireIntent } from './wire.ts'

export type IntentParams = {
  amount: number
  currency: string
  description: string | null
  receipt_email: string | null
  metadata: Record<string, string>
  method: PaymentMethod | null
}

export type RefundParams = {
  intentId: string
  /** Minor units; all that is left when undefined. */
  amount: number | undefined
  reason: string | null
  metadata: Record<string, string>
}

type Options = {
  store: SandboxStore
  now: () => Date
  processingMs: number
  /** Told of each event once it is stored. */
  announce: (event: SandboxEvent) => void
  log: Log
}

export type Payments = ReturnType<typeof createPayments>

/** What the sandbox does: each change is one transaction in which the object, its charge and its events are written. */
export function createPayments({ store, now, processingMs, announce, log }: Options) {
  const timers = new Set<NodeJS.Timeout>()

  async function readIntent(id: string): Promise<Intent> {
    const intent = intentOrMissing(await store.get(id), id)
    return lifecycle.isDue(intent, now()) ? change(id, (current) => lifecycle.settle(current, now())) : intent
  }

  /** Carries out one step of an intent's life; a refusal is thrown after what it leaves behind is stored. */
  async function change(id: string, decide: (intent: Intent) => lifecycle.Step): Promise<Intent> {
    const done = await store.update(id, (current): Change<{ step: lifecycle.Step; events: SandboxEvent[] }> => {
      const step = decide(intentOrMissing(current, id))
      const events = step.events.map((type) => newEvent(type, wireIntent(step.intent), now()))
      return { write: [step.intent, ...(step.charge ? [step.charge] : []), ...events], result: { step, events } }
    })
    if (!done) throw missing('payment_intent', id, 'intent')
    done.events.forEach(announce)
    if (done.step.refusal) throw done.step.refusal
    if (done.step.intent.status === 'processing') settleLater(done.step.intent)
    return done.step.intent
  }

  /** So that the webhook comes without anyone asking; should this process end, the next read settles it. */
  function settleLater(intent: Intent): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        readIntent(intent.id).catch((error: unknown) =>
          log.warn('The card sandbox could not settle a payment', { error }),
        )
      },
      (intent.settles_at ?? 0) - now().getTime() + 10, // a timer may fire a little early
    )
    timer.unref()
    timers.add(timer)
  }

  async function readIntentWithSecret(id: string, clientSecret: string): Promise<Intent> {
    const intent = await readIntent(id)
    if (!sameText(intent.client_secret, clientSecret)) throw missing('payment_intent', id, 'intent')
    return intent
  }

  return {
    readIntent,
    readIntentWithSecret,

    async createIntent({ method, ...params }: IntentParams): Promise<Intent> {
      const id = newObjectId('pi')
      const intent: Intent = {
        ...params,
        id,
        object: 'payment_intent',
        amount_received: 0,
        canceled_at: null,
        cancellation_reason: null,
        client_secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
        created: unixSeconds(now()),
        last_payment_error: null,
        latest_charge: null,
        livemode: false,
        payment_method: method,
        status: method ? 'requires_confirmation' : 'requires_payment_method',
        settles_at: null,
      }
      await store.insert(intent)
      return intent
    },

    async listIntents(page: { limit: number; after: string | undefined }): Promise<Intent[]> {
      const intents = (await store.list('payment_intent', page)).filter((found) => found.object === 'payment_intent')
      return Promise.all(intents.map((intent) => (lifecycle.isDue(intent, now()) ? readIntent(intent.id) : intent)))
    },

    /** Confirms with the card given, or with the one the intent has. */
    async confirmIntent(id: string, method: PaymentMethod | null): Promise<Intent> {
      await readIntent(id)
      return change(id, (intent) => {
        const chosen = method ?? intent.payment_method
        if (!chosen) {
          throw invalidRequest("You cannot confirm this PaymentIntent because it's missing a payment method.", {
            code: 'payment_intent_unexpected_state',
            param: 'payment_method',
          })
        }
        return lifecycle.confirm(intent, chosen, now(), processingMs)
      })
    },

    async confirmWithCard(id: string, clientSecret: string, data: CardData): Promise<Intent> {
      await readIntentWithSecret(id, clientSecret)
      const method = paymentMethodOf(data, now())
      return change(id, (intent) => lifecycle.confirm(intent, method, now(), processingMs))
    },

    async authenticate(id: string, clientSecret: string, outcome: 'complete' | 'fail'): Promise<Intent> {
      await readIntentWithSecret(id, clientSecret)
      return change(id, (intent) => lifecycle.authenticate(intent, outcome, now()))
    },

    async cancelIntent(id: string, reason: string | null): Promise<Intent> {
      await readIntent(id)
      return change(id, (intent) => lifecycle.cancel(intent, reason, now()))
    },

    async createRefund(params: RefundParams): Promise<Refund> {
      const intent = await readIntent(params.intentId)
      const done = await store.update(intent.latest_charge ?? '', (charge) => refundOf(intent, charge, params, now()))
      if (!done) throw notRefundable(intent)
      announce(done.event)
      return done.refund
    },

    async readRefund(id: string): Promise<Refund> {
      const found = await store.get(id)
      if (found?.object !== 'refund') throw missing('refund', id, 'refund')
      return found
    },

    async readEvent(id: string): Promise<SandboxEvent> {
      const found = await store.get(id)
      if (found?.object !== 'event') throw missing('event', id, 'id')
      return found
    },

    async listEvents(page: { limit: number; after: string | undefined }): Promise<SandboxEvent[]> {
      return (await store.list('event', page)).filter((found) => found.object === 'event')
    },

    stop(): void {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

function intentOrMissing(found: SandboxObject | undefined, id: string): Intent {
  if (found?.object !== 'payment_intent') throw missing('payment_intent', id, 'intent')
  return found
}

function refundOf(intent: Intent, charge: SandboxObject, params: RefundParams, now: Date) {
  if (charge.object !== 'charge' || charge.status !== 'succeeded') throw notRefundable(intent)
  const left = charge.amount_captured - charge.amount_refunded
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const amount = params.amount ?? left
  if (amount > left || amount === 0) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
    throw invalidRequest(amount === 0 ? 'Invalid positive integer' : message, { param: 'amount' })
  }
  const refund: Refund = {
    id: newObjectId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: unixSeconds(now),
    currency: charge.currency,
    metadata: params.metadata,
    payment_intent: intent.id,
    reason: params.reason,
    status: 'succeeded',
  }
  const refunded: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: left === amount,
  }
  const event = newEvent('charge.refunded', refunded, now)
  return { write: [refunded, refund, event], result: { refund, event } }
}

function notRefundable(intent: Intent) {
  return invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  })
}

function newEvent(type: EventType, object: SandboxEvent['data']['object'], now: Date): SandboxEvent {
  return {
    id: newObjectId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: unixSeconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  }
}

/** Compares secrets without telling by its duration where they differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
