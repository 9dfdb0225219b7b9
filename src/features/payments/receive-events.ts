import { recordAudit } from '#platform/audit/record.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import {
  claimDueEvent,
  claimEvent,
  findEvent,
  keepEvent,
  keptEvents,
  noteHandled,
  noteUnhandled,
  type PaymentEventRow,
} from './event-store.ts'
import { narrowEvent, type ProviderEvent } from './provider-answers.ts'
import type { PaymentProvider, ReceivedEvent } from './provider.ts'
import type { Settlement } from './settlement.ts'
import { findPayment } from './store.ts'

type Parts = { db: Database; clock: Clock; provider: PaymentProvider; settlement: Settlement; log: Log }

export type Events = ReturnType<typeof createEvents>

/** The provider's events: stored before they are acted on, handled once, and tried again when that fails. */
export function createEvents({ db, clock, provider, settlement, log }: Parts) {
  const { settle, moneyBack } = settlement

  /**
   * Asks the provider about what an event names, whatever the event says.
   * @throws Failure 'provider-failed' when the provider then knows nothing of money that its event reported: one of the two is
   * wrong, and accepting the answer would mean never asking again.
   */
  async function act(event: ProviderEvent): Promise<void> {
    if (event.kind === 'intent') {
      const intent = await settle(event.intentId, event.orderId)
      if (!intent || intent.status === 'succeeded' || event.type !== 'payment_intent.succeeded') return
      throw new Failure('provider-failed', 'The payment provider’s record of this payment differs from its event.')
    }
    if (event.kind === 'dispute') return moneyBack.askDispute(event.disputeId)
    // Refunds of a payment that is not ours are ignored.
    if (event.kind === 'refund' && (await findPayment(db, event.intentId))) await moneyBack.askRefunds(event.intentId)
  }

  async function handle(event: ProviderEvent): Promise<void> {
    try {
      await act(event)
    } catch (error) {
      await noteUnhandled(db, event.id, sentenceOf(error))
      throw error
    }
    await noteHandled(db, event.id, clock.now())
  }

  /** @throws Failure 'not-found' for an event that is not kept. */
  async function kept(eventId: string): Promise<PaymentEventRow & { payload: unknown }> {
    const found = await findEvent(db, eventId)
    if (!found?.payload) throw new Failure('not-found', 'There is no such event, or it is no longer kept.')
    return found
  }
  const replay = async (eventId: string) => handle(narrowEvent((await kept(eventId)).payload))

  return {
    /**
     * Receives a webhook.
     * @throws Failure 'bad-request' if it is forged or stale, or whatever keeps it from being handled: it is then sent again.
     */
    async receive(rawBody: string, signature: string): Promise<void> {
      const now = clock.now()
      const received = provider.verifyWebhook(rawBody, signature, now)
      const { event } = received
      if (event.kind === 'other') return
      // A copy that arrives while the first is being handled, or after that, needs no handling of its own.
      if ((await keepEvent(db, received, now)) || (await claimEvent(db, event.id, now))) await handle(event)
    },

    /** Stores events that the provider lists but that never arrived here; they are handled as due events. */
    async keepUnheard(found: readonly ReceivedEvent[]): Promise<void> {
      const known = await keptEvents(
        db,
        found.map(({ event }) => event.id),
      )
      for (const each of found.toReversed()) {
        if (!known.has(each.event.id)) await keepEvent(db, each, clock.now(), 'due')
      }
    },

    /**
     * Tries failed and abandoned events again, until then. Claims each just before its try: a claim counts as a try, and an event
     * has only ten.
     */
    async tryDue(until: Date): Promise<void> {
      while (clock.now() < until && !provider.isDown()) {
        const due = await claimDueEvent(db, clock.now())
        if (!due) break
        const { eventId, payload } = due
        await handle(narrowEvent(payload)).catch((error: unknown) =>
          log.warn('an event from the payment provider could not be handled', { eventId, error }),
        )
      }
    },

    /**
     * Acts on a stored event again, whether or not it was handled. The operator's request is recorded in the audit log even if
     * the replay then fails.
     * @returns the event as it is now.
     * @throws Failure 'not-found' for an event that is not kept, or whatever keeps it from being handled.
     */
    async replayByOperator(eventId: string): Promise<PaymentEventRow | undefined> {
      const { type } = await kept(eventId)
      const subject = { type: 'payment-event', id: eventId, label: type }
      await recordAudit(db, { at: clock.now(), actor: null, action: 'payment.event-replayed', subject })
      await replay(eventId)
      return findEvent(db, eventId)
    },

    /** The same for staff; the caller checks that they are. */
    replay,
  }
}

/** What staff may read about an error: messages that are not the shop's own stay in the log. */
const sentenceOf = (error: unknown): string =>
  error instanceof Failure ? error.message : 'It could not be processed. The log says why.'
