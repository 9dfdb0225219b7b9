import { z } from 'zod'
import { brandOf, cvcLengthOf, digitsOf, passesLuhn } from './card-number.ts'
import { cardError } from './errors.ts'
import { newObjectId, unixSeconds, type PaymentMethod } from './objects.ts'
import { testCards, type Outcome } from './test-cards.ts'

const digits = z.union([z.string(), z.number()]).transform(String)

/** A card as Stripe's `payment_method_data` carries it. It exists for one call: neither number nor CVC is ever stored. */
export const CardData = z.strictObject({
  type: z.literal('card'),
  card: z.strictObject({ number: digits, exp_month: digits, exp_year: digits, cvc: digits }),
  billing_details: z.strictObject({ name: z.string().max(200).optional() }).optional(),
})
export type CardData = z.infer<typeof CardData>

/**
 * Turns a card into a payment method that knows what paying with it will do.
 * @throws SandboxError 402 for an impossible number, expiry or security code, in Stripe's words.
 */
export function paymentMethodOf({ card, billing_details }: CardData, now: Date): PaymentMethod {
  const number = digitsOf(card.number)
  if (number.length < 12 || number.length > 19 || !passesLuhn(number)) {
    throw cardError('Your card number is incorrect.', { code: 'incorrect_number', param: 'number' })
  }
  const expiry = checkedExpiry(card.exp_month, card.exp_year, now)
  if (!/^\d+$/.test(card.cvc) || card.cvc.length !== cvcLengthOf(brandOf(number))) {
    throw cardError("Your card's security code is invalid.", { code: 'invalid_cvc', param: 'cvc' })
  }
  const outcome = testCards.find((known) => known.number === number)?.outcome ?? 'test_mode_live_card'
  return newMethod(number, expiry, billing_details?.name ?? null, outcome, now)
}

/** The payment method behind one of Stripe's documented names, such as `pm_card_visa`; undefined for another name. */
export function namedPaymentMethod(name: string, now: Date): PaymentMethod | undefined {
  const known = testCards.find(({ token }) => token === name)
  if (!known) return undefined
  return newMethod(known.number, { month: 12, year: now.getUTCFullYear() + 1 }, null, known.outcome, now)
}

type Expiry = { month: number; year: number }

function newMethod(number: string, expiry: Expiry, name: string | null, outcome: Outcome, now: Date): PaymentMethod {
  return {
    id: newObjectId('pm'),
    object: 'payment_method',
    type: 'card',
    billing_details: { name },
    card: { brand: brandOf(number), last4: number.slice(-4), exp_month: expiry.month, exp_year: expiry.year },
    created: unixSeconds(now),
    livemode: false,
    outcome,
  }
}

/** A card is valid to the last day of its month. Two-digit years are in this century. */
function checkedExpiry(monthText: string, yearText: string, now: Date): Expiry {
  const month = /^\d{1,2}$/.test(monthText) ? Number(monthText) : 0
  const given = /^(\d{2}|\d{4})$/.test(yearText) ? Number(yearText) : 0
  const year = given < 100 ? given + 2000 : given
  const thisYear = now.getUTCFullYear()
  if (year < thisYear || year > thisYear + 50) {
    throw cardError("Your card's expiration year is invalid.", { code: 'invalid_expiry_year', param: 'exp_year' })
  }
  if (month < 1 || month > 12 || (year === thisYear && month < now.getUTCMonth() + 1)) {
    throw cardError("Your card's expiration month is invalid.", { code: 'invalid_expiry_month', param: 'exp_month' })
  }
  return { month, year }
}
