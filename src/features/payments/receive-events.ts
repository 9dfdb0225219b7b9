import { recordAudit } from '#platform/audit/record.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import {
  claimDueEvents,
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

/** How many events that are due again one run takes on. */
const dueAtOnce = 200

/** The provider's events: kept before they are acted on, dealt with once, and tried again when that fails. */
export function createEvents({ db, clock, provider, settlement, log }: Parts) {
  const { settle, moneyBack } = settlement

  /**
   * An event is a reason to ask the provider, whatever it says.
   * @throws Failure 'provider-failed' when the provider then knows nothing of money that its event says is there: one of the two is not so,
   * and who took the answer for the last word would never ask again.
   */
  async function act(event: ProviderEvent): Promise<void> {
    if (event.kind === 'intent') {
      const intent = await settle(event.intentId, event.orderId)
      if (!intent || intent.status === 'succeeded' || event.type !== 'payment_intent.succeeded') return
      throw new Failure('provider-failed', 'The payment provider says of this payment something else than its event.')
    }
    if (event.kind === 'dispute') return moneyBack.askDispute(event.disputeId)
    // Of a payment that is not ours there is nothing to know.
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

  /** @throws Failure 'not-found' for one that is not kept. */
  async function kept(eventId: string): Promise<PaymentEventRow & { payload: unknown }> {
    const found = await findEvent(db, eventId)
    if (!found?.payload) throw new Failure('not-found', 'There is no such event, or it is kept no longer.')
    return found
  }
  const replay = async (eventId: string) => handle(narrowEvent((await kept(eventId)).payload))

  return {
    /**
     * Takes a webhook.
     * @throws Failure 'bad-request' for one that is forged or stale, and whatever keeps it from being dealt with: it is sent again.
     */
    async receive(rawBody: string, signature: string): Promise<void> {
      const now = clock.now()
      const received = provider.verifyWebhook(rawBody, signature, now)
      const { event } = received
      if (event.kind === 'other') return
      // A copy that comes while the first is being dealt with, or after it, is taken note of by that.
      if ((await keepEvent(db, received, now)) || (await claimEvent(db, event.id, now))) await handle(event)
    },

    /** Keeps what the provider made known and nobody was told here; it is dealt with as what is due. */
    async keepUnheard(found: readonly ReceivedEvent[]): Promise<void> {
      const known = await keptEvents(
        db,
        found.map(({ event }) => event.id),
      )
      for (const each of found.toReversed()) {
        if (!known.has(each.event.id)) await keepEvent(db, each, clock.now(), 'due')
      }
    },

    /** Tries what failed or was left lying once more, until then. */
    async tryDue(until: Date): Promise<void> {
      for (const { eventId, payload } of await claimDueEvents(db, clock.now(), dueAtOnce)) {
        if (clock.now() >= until || provider.isDown()) break
        await handle(narrowEvent(payload)).catch((error: unknown) =>
          log.warn('an event of the payment provider could not be dealt with', { eventId, error }),
        )
      }
    },

    /**
     * Acts on an event that was kept once more, whether it was dealt with or not. That whoever runs the shop asked for it stays
     * known, also where it then fails.
     * @returns how it stands.
     * @throws Failure 'not-found' for one that is not kept, and whatever keeps it from being dealt with.
     */
    async replayByOperator(eventId: string): Promise<PaymentEventRow | undefined> {
      const { type } = await kept(eventId)
      const subject = { type: 'payment-event', id: eventId, label: type }
      await recordAudit(db, { at: clock.now(), actor: null, action: 'payment.event-replayed', subject })
      await replay(eventId)
      return findEvent(db, eventId)
    },

    /** The same for staff, who are asked for by whoever calls. */
    replay,
  }
}

/** What staff read of it: the words of others stay in the log. */
const sentenceOf = (error: unknown): string =>
  error instanceof Failure ? error.message : 'It could not be dealt with. The log says why.'
