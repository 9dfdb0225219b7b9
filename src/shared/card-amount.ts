import { decimalsOf, minor, type Minor } from '#shared/money.ts'

/**
 * How many decimals the amounts of Stripe's API have, which are not always those of the currency: an amount of 500 is
 * ¥500, but 5 ISK and 5 UGX (https://docs.stripe.com/currencies, "Zero-decimal", "Three-decimal", "Special cases").
 */
const decimalsAtStripe: Readonly<Record<string, number>> = Object.fromEntries([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ').map((code) => [code, 0]),
  ...'bhd jod kwd omr tnd'.split(' ').map((code) => [code, 3]),
])

/** Powers of ten between our minor units and Stripe's; 0 for what is no currency. */
function shiftOf(currency: string): number {
  return /^[a-z]{3}$/.test(currency) ? (decimalsAtStripe[currency] ?? 2) - decimalsOf(currency) : 0
}

/** Whether every amount of the currency can be charged: Stripe knows no finer one than we do. */
export const isChargeable = (currency: string): boolean => shiftOf(currency) >= 0

/** Minor units as Stripe's API has them: 5 ISK is 5 here and 500 there. */
export const toCardAmount = (amount: Minor, currency: string): number => amount * 10 ** shiftOf(currency)

/** Stripe's amount in our minor units. What is below one of them is no money that the shop knows. */
export const fromCardAmount = (amount: number, currency: string): Minor =>
  minor(Math.floor(amount / 10 ** shiftOf(currency)))

/**
 * The most that is charged at once, in our minor units: twelve digits of Stripe's for IDR, eight for all others
 * (https://docs.stripe.com/currencies, "Minimum and maximum charge amounts").
 */
export const largestCharge = (currency: string): Minor =>
  fromCardAmount(currency === 'idr' ? 999_999_999_999 : 99_999_999, currency)
