import { minor, toMajor, type Minor } from '#shared/money.ts'
import { totalAt } from '#features/pricing/rules.ts'
import { offerTotal, stateAt } from './rules.ts'
import type { Quote, QuoteEvent, WholeQuote } from './schema.ts'
import type { AnsweredQuote, AuthoredEvent, QuoteRow } from './store.ts'

type At = { currency: string; now: Date }
type EventReader = { currency: string; isStaff: boolean }

/** A quote in wire format; money in major units. */
export function toWire(quote: AnsweredQuote, { currency, now }: At): Quote {
  const { id: _id, number, name, email, phone, productName, price, quantity, lines, note, orderId } = quote
  return {
    _id,
    number,
    name,
    email,
    phone,
    productName,
    price: price === null ? null : toMajor(price, currency),
    quantity,
    lines,
    note,
    currency,
    state: stateAt(quote, now),
    offer: offerToWire(quote, currency),
    orderId,
    createdAt: quote.createdAt.toISOString(),
    answeredAt: quote.answeredAt?.toISOString() ?? null,
    answeredBy: quote.answerer ?? null,
  }
}

function offerToWire({ offer, offeredAt, validUntil, message }: QuoteRow, currency: string): Quote['offer'] {
  if (!offer || !offeredAt || !validUntil) return null
  const major = (amount: Minor) => toMajor(amount, currency)
  return {
    lines: offer.map((line) => ({
      ...line,
      unitPrice: major(line.unitPrice),
      total: major(minor(totalAt(line.quantity, line.unitPrice))),
    })),
    total: major(offerTotal(offer)),
    offeredAt: offeredAt.toISOString(),
    validUntil: validUntil.toISOString(),
    message,
  }
}

/** The same with its events. @param at includes who reads it, which decides what is shown. */
export function wholeToWire(
  quote: AnsweredQuote,
  events: readonly AuthoredEvent[],
  at: At & { isStaff: boolean; isOwn: boolean },
): WholeQuote {
  const { isStaff, isOwn } = at
  return {
    ...toWire(quote, at),
    isStaff,
    isOwn,
    events: events.map((event) => eventToWire(event, at)),
  }
}

export function eventToWire({ event, author }: AuthoredEvent, { currency, isStaff }: EventReader): QuoteEvent {
  const { id: _id, kind, at, byStaff, text, details } = event
  return {
    _id,
    kind,
    at: at.toISOString(),
    byStaff,
    by: isStaff ? author : null,
    text,
    ...(details.total !== undefined && { total: toMajor(details.total, currency) }),
    ...(details.validUntil !== undefined && { validUntil: details.validUntil }),
  }
}
