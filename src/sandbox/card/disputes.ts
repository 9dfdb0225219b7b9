import { invalidRequest, missing } from './errors.ts'
import { newEvent } from './events.ts'
import type { Dispute, SandboxEvent, SandboxObject } from './objects.ts'
import type { ListFilter, SandboxStore } from './store.ts'

type Options = { store: SandboxStore; now: () => Date; announce: (event: SandboxEvent) => void }

/** How Stripe's test mode decides on the shop's evidence (https://docs.stripe.com/testing#disputes). */
const verdicts: Readonly<Record<string, 'won' | 'lost'>> = { winning_evidence: 'won', losing_evidence: 'lost' }

/** Disputes: a cardholder asks the bank for the money back (https://docs.stripe.com/api/disputes). */
export function createDisputes({ store, now, announce }: Options) {
  async function read(id: string): Promise<Dispute> {
    const found = await store.get(id)
    if (found?.object !== 'dispute') throw missing('dispute', id, 'dispute')
    return found
  }

  async function change(id: string, decide: (dispute: Dispute) => Dispute): Promise<Dispute> {
    const { charge } = await read(id)
    const done = await store.update(charge, (found, current) => changed(found, current, decide, now()), id)
    if (!done) throw missing('dispute', id, 'dispute')
    done.events.forEach(announce)
    return done.dispute
  }

  return {
    read,

    async list(page: { limit: number; after: string | undefined }, filter: ListFilter): Promise<Dispute[]> {
      return (await store.list('dispute', page, filter)).filter((each) => each.object === 'dispute')
    },

    /** Accepts evidence. The phrases that Stripe's test mode knows decide the dispute at once. */
    answer: (id: string, evidence: Record<string, string>) =>
      change(id, (dispute) => ({
        ...dispute,
        evidence: { ...dispute.evidence, ...evidence },
        status: verdicts[evidence['uncategorized_text'] ?? ''] ?? dispute.status,
      })),

    /** Concedes the dispute: it is lost. */
    close: (id: string) => change(id, (dispute) => ({ ...dispute, status: 'lost' })),
  }
}

function changed(
  charge: SandboxObject,
  current: SandboxObject | undefined,
  decide: (dispute: Dispute) => Dispute,
  now: Date,
) {
  if (charge.object !== 'charge' || current?.object !== 'dispute')
    throw new Error('this is not a dispute about a charge')
  if (current.status !== 'needs_response') {
    throw invalidRequest('This dispute is already closed.', { code: 'dispute_already_closed' })
  }
  const dispute = decide(current)
  const closed = dispute.status !== 'needs_response'
  const events = [newEvent(closed ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute, now)]
  // Money from a dispute that was won is the shop's again and can be refunded like any other.
  const free = { ...charge, disputed: dispute.status !== 'won' }
  return { write: [dispute, free, ...events], result: { dispute, events } }
}
