import { sumOf, totalAt } from '#features/pricing/rules.ts'
import type { Minor } from '#shared/money.ts'

export const quoteStates = ['asked', 'offered', 'accepted', 'declined', 'expired', 'withdrawn'] as const
export type QuoteState = (typeof quoteStates)[number]

/** Who takes a step: whoever asked, the shop, or the clock. */
export type Party = 'buyer' | 'staff' | 'time'
export type QuoteStep = 'offer' | 'accept' | 'decline' | 'withdraw' | 'expire'

/** A quote's life: who may take which step from each state, and where it leads. */
export const transitions: Record<QuoteState, Partial<Record<QuoteStep, { to: QuoteState; by: readonly Party[] }>>> = {
  asked: {
    offer: { to: 'offered', by: ['staff'] },
    decline: { to: 'declined', by: ['staff'] },
    withdraw: { to: 'withdrawn', by: ['buyer'] },
  },
  offered: {
    offer: { to: 'offered', by: ['staff'] },
    accept: { to: 'accepted', by: ['buyer'] },
    decline: { to: 'declined', by: ['buyer'] },
    withdraw: { to: 'withdrawn', by: ['staff', 'buyer'] },
    expire: { to: 'expired', by: ['time'] },
  },
  accepted: {},
  declined: { offer: { to: 'offered', by: ['staff'] } },
  expired: { offer: { to: 'offered', by: ['staff'] } },
  withdrawn: { offer: { to: 'offered', by: ['staff'] } },
}

/** Whether somebody may take a step with a quote in that state. */
export const mayTake = (step: QuoteStep, state: QuoteState, party: Party): boolean =>
  transitions[state][step]?.by.includes(party) ?? false

/** The effective state: an offer whose time is over has expired, even if the scheduled task has not got to it yet. */
export const stateAt = ({ state, validUntil }: { state: QuoteState; validUntil: Date | null }, now: Date): QuoteState =>
  state === 'offered' && validUntil !== null && validUntil < now ? 'expired' : state

/** Whether the quote still leads somewhere by itself. A new offer can reopen it, unless it is an order by now. */
export const isOpen = (state: QuoteState): boolean => state === 'asked' || state === 'offered'

/** The total of an offer, in minor units. */
export const offerTotal = (lines: readonly { quantity: number; unitPrice: Minor }[]): Minor =>
  sumOf(lines.map(({ quantity, unitPrice }) => ({ total: totalAt(quantity, unitPrice) })))
