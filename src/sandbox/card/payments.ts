import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Log } from '#platform/log/log.ts'
import { paymentMethodOf, type CardData } from './cards.ts'
import { createDisputes } from './disputes.ts'
import { invalidRequest, missing } from './errors.ts'
import { newEvent } from './events.ts'
import * as lifecycle from './lifecycle.ts'
import { newObjectId, unixSeconds } from './objects.ts'
import type { Intent, PaymentMethod, SandboxEvent, SandboxObject } from './objects.ts'
import { createRefunds } from './refunds.ts'
import type { Change, ListFilter, SandboxStore } from './store.ts'
import { createTimers } from './timers.ts'
import { wireIntent } from './wire.ts'

export type IntentParams = {
  amount: number
  currency: string
  description: string | null
  receipt_email: string | null
  metadata: Record<string, string>
  method: PaymentMethod | null
}

type Options = {
  store: SandboxStore
  now: () => Date
  processingMs: number
  /** Called with each event once it is stored. */
  announce: (event: SandboxEvent) => void
  log: Log
}

export type Payments = ReturnType<typeof createPayments>

/** The operations of the sandbox: each change is one transaction that writes the object, its charge and its events. */
export function createPayments({ store, now, processingMs, announce, log }: Options) {
  const timers = createTimers(now, log)

  async function readIntent(id: string): Promise<Intent> {
    const intent = intentOrMissing(await store.get(id), id)
    return lifecycle.isDue(intent, now()) ? change(id, (current) => lifecycle.settle(current, now())) : intent
  }

  /** Carries out one step of an intent's life; a refusal is thrown after the step is stored. */
  async function change(id: string, decide: (intent: Intent) => lifecycle.Step): Promise<Intent> {
    const done = await store.update(id, (current): Change<{ step: lifecycle.Step; events: SandboxEvent[] }> => {
      const step = decide(intentOrMissing(current, id))
      const { intent, charge, dispute } = step
      const events = [
        ...step.events.map((type) => newEvent(type, wireIntent(intent), now())),
        ...(dispute ? [newEvent('charge.dispute.created', dispute, now())] : []),
      ]
      const made = [charge, dispute].filter((each) => each !== undefined)
      return { write: [intent, ...made, ...events], result: { step, events } }
    })
    if (!done) throw missing('payment_intent', id, 'intent')
    done.events.forEach(announce)
    if (done.step.refusal) throw done.step.refusal
    const { intent } = done.step
    if (intent.status === 'processing') timers.later(intent.settles_at ?? 0, () => readIntent(intent.id))
    return intent
  }

  async function readIntentWithSecret(id: string, clientSecret: string): Promise<Intent> {
    const intent = await readIntent(id)
    if (!sameText(intent.client_secret, clientSecret)) throw missing('payment_intent', id, 'intent')
    return intent
  }

  return {
    readIntent,
    readIntentWithSecret,
    refunds: createRefunds({ store, now, processingMs, announce, timers, readIntent }),
    disputes: createDisputes({ store, now, announce }),

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

    /** Confirms with the given card, or with the one the intent has. */
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

    async readEvent(id: string): Promise<SandboxEvent> {
      const found = await store.get(id)
      if (found?.object !== 'event') throw missing('event', id, 'id')
      return found
    },

    async listEvents(page: { limit: number; after: string | undefined }, filter: ListFilter): Promise<SandboxEvent[]> {
      return (await store.list('event', page, filter)).filter((found) => found.object === 'event')
    },

    stop: timers.stop,
  }
}

function intentOrMissing(found: SandboxObject | undefined, id: string): Intent {
  if (found?.object !== 'payment_intent') throw missing('payment_intent', id, 'intent')
  return found
}

/** Compares secrets in constant time, so that the duration does not reveal where they differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
