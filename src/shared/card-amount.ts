import { decimalsOf, minor, type Minor } from '#shared/money.ts'

/**
 * The number of decimals of amounts in Stripe's API, which may differ from the currency's own: an amount of 500 is
 * ¥500, but 5 ISK and 5 UGX (https://docs.stripe.com/currencies, "Zero-decimal", "Three-decimal", "Special cases").
 */
const decimalsAtStripe: Readonly<Record<string, number>> = Object.fromEntries([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ').map((code) => [code, 0]),
  ...'bhd jod kwd omr tnd'.split(' ').map((code) => [code, 3]),
])

/** The power of ten between our minor units and Stripe's; 0 for an invalid currency code. */
function shiftOf(currency: string): number {
  return /^[a-z]{3}$/.test(currency) ? (decimalsAtStripe[currency] ?? 2) - decimalsOf(currency) : 0
}

/** Whether every amount of the currency can be charged: Stripe's units are at least as fine as ours. */
export const isChargeable = (currency: string): boolean => shiftOf(currency) >= 0

/** Minor units as an amount for Stripe's API: 5 ISK is 5 here and 500 there. */
export const toCardAmount = (amount: Minor, currency: string): number => amount * 10 ** shiftOf(currency)

/** Stripe's amount in our minor units, rounded down: the shop knows no fraction of a minor unit. */
export const fromCardAmount = (amount: number, currency: string): Minor =>
  minor(Math.floor(amount / 10 ** shiftOf(currency)))

/**
 * The largest single charge, in our minor units: twelve of Stripe's digits for IDR, eight for all others
 * (https://docs.stripe.com/currencies, "Minimum and maximum charge amounts").
 */
export const largestCharge = (currency: string): Minor =>
  fromCardAmount(currency === 'idr' ? 999_999_999_999 : 99_999_999, currency)
