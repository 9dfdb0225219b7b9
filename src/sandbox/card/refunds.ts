import { invalidRequest, missing } from './errors.ts'
import { newEvent } from './events.ts'
import { newObjectId, unixSeconds } from './objects.ts'
import type { Charge, Intent, Refund, SandboxEvent, SandboxObject } from './objects.ts'
import type { Change, ListFilter, SandboxStore } from './store.ts'
import type { Timers } from './timers.ts'
import { wireRefund } from './wire.ts'

export type RefundParams = {
  intentId: string
  /** Minor units; everything that is left when undefined. */
  amount: number | undefined
  reason: string | null
  metadata: Record<string, string>
}

type Options = {
  store: SandboxStore
  now: () => Date
  processingMs: number
  announce: (event: SandboxEvent) => void
  timers: Timers
  readIntent: (id: string) => Promise<Intent>
}

/** Refunds (https://docs.stripe.com/api/refunds), including Stripe's test cards whose refunds are slow or fail. */
export function createRefunds({ store, now, processingMs, announce, timers, readIntent }: Options) {
  async function read(id: string): Promise<Refund> {
    const found = await store.get(id)
    if (found?.object !== 'refund') throw missing('refund', id, 'refund')
    return settled(found)
  }

  /** Settles a refund that is due. Done on every read, so that no restart strands it. */
  async function settled(refund: Refund): Promise<Refund> {
    if (!isDue(refund, now())) return refund
    const done = await store.update(refund.charge, (charge, current) => settle(charge, current, now()), refund.id)
    done?.events.forEach(announce)
    return done?.refund ?? refund
  }

  return {
    read,

    async create(params: RefundParams): Promise<Refund> {
      const intent = await readIntent(params.intentId)
      const at = now()
      const done = await store.update(intent.latest_charge ?? '', (charge) =>
        begin(intent, charge, params, at, processingMs),
      )
      if (!done) throw notRefundable(intent)
      const { refund, events } = done
      events.forEach(announce)
      if (refund.settles_at !== null) timers.later(refund.settles_at, () => read(refund.id))
      return refund
    },

    async list(page: { limit: number; after: string | undefined }, filter: ListFilter): Promise<Refund[]> {
      const found = (await store.list('refund', page, filter)).filter((each) => each.object === 'refund')
      return Promise.all(found.map(settled))
    },
  }
}

function begin(intent: Intent, charge: SandboxObject, params: RefundParams, now: Date, processingMs: number) {
  if (charge.object !== 'charge' || charge.status !== 'succeeded') throw notRefundable(intent)
  if (charge.disputed) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  const left = charge.amount_captured - charge.amount_refunded
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const amount = params.amount ?? left
  if (amount > left || amount === 0) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
    throw invalidRequest(amount === 0 ? 'Invalid positive integer' : message, { param: 'amount' })
  }
  const outcome = intent.payment_method?.outcome
  const changes = outcome === 'refunds slowly' || outcome === 'fails to refund'
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
    status: outcome === 'refunds slowly' ? 'pending' : 'succeeded',
    settles_at: changes ? now.getTime() + processingMs : null,
    settles_to: outcome === 'fails to refund' ? 'failed' : 'succeeded',
  }
  const refunded = withRefunded(charge, charge.amount_refunded + amount)
  const events = [newEvent('refund.created', wireRefund(refund), now), newEvent('charge.refunded', refunded, now)]
  return { write: [refunded, refund, ...events], result: { refund, events } }
}

const isDue = ({ settles_at }: Refund, now: Date): boolean => settles_at !== null && settles_at <= now.getTime()

/** Money that could not be refunded is the shop's again. */
function settle(
  charge: SandboxObject,
  current: SandboxObject | undefined,
  now: Date,
): Change<{ refund: Refund | undefined; events: SandboxEvent[] }> {
  if (charge.object !== 'charge' || current?.object !== 'refund' || !isDue(current, now)) {
    return { write: [], result: { refund: current?.object === 'refund' ? current : undefined, events: [] } }
  }
  const failed = current.settles_to === 'failed'
  const refund: Refund = {
    ...current,
    settles_at: null,
    status: current.settles_to,
    ...(failed && { failure_reason: 'unknown' }),
  }
  const told = wireRefund(refund)
  const events = [newEvent('refund.updated', told, now), ...(failed ? [newEvent('refund.failed', told, now)] : [])]
  const write = [refund, ...(failed ? [withRefunded(charge, charge.amount_refunded - refund.amount)] : []), ...events]
  return { write, result: { refund, events } }
}

const withRefunded = (charge: Charge, amount_refunded: number): Charge => ({
  ...charge,
  amount_refunded,
  refunded: amount_refunded === charge.amount_captured,
})

function notRefundable(intent: Intent) {
  return invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  })
}
