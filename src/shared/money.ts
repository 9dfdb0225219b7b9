declare const unit: unique symbol
/**
 * Whole minor units of the shop's one currency: 4999 is $49.99. A number, safe up to 2^53, that the compiler distinguishes from
 * major units, quantities and a provider's own units.
 */
export type Minor = number & { readonly [unit]: 'minor' }

/** Marks a number as minor units. */
export const minor = (count: number): Minor => count as Minor

type Currency = { decimals: number; scale: number; formatter: Intl.NumberFormat }

const currencies = new Map<string, Currency>()

/** What Intl knows about a currency. Asking costs more than a database read, so the result is kept. */
function knowledgeOf(currency: string): Currency {
  const known = currencies.get(currency)
  if (known) return known
  // In a shop with one currency the narrow symbol is enough: ৳, not BDT.
  const formatter = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const decimals = formatter.resolvedOptions().maximumFractionDigits ?? 2
  const made = { decimals, scale: 10 ** decimals, formatter }
  currencies.set(currency, made)
  return made
}

/** How many decimals a currency has (ISO 4217, as Intl knows it): 2 for usd, 0 for jpy, 3 for kwd. */
export function decimalsOf(currency: string): number {
  return knowledgeOf(currency).decimals
}

/** The smallest amount that cards support, in minor units: with three decimals the networks require the last to be 0. */
export function stepOf(currency: string): Minor {
  return minor(decimalsOf(currency) > 2 ? 10 ** (decimalsOf(currency) - 2) : 1)
}

/**
 * A number of major units from the wire as minor units, exactly.
 * @returns undefined when the number has more decimals than cards support (49.999 in usd, 1.235 in kwd), is negative or
 * too large.
 */
export function toMinor(major: number, currency: string): Minor | undefined {
  const amount = toAnyMinor(major, currency)
  return amount === undefined || amount % stepOf(currency) !== 0 ? undefined : amount
}

/** The same with all decimals of the currency, which banks transfer though cards do not: 1.235 in kwd. */
export function toAnyMinor(major: number, currency: string): Minor | undefined {
  const decimals = decimalsOf(currency)
  if (!Number.isFinite(major) || major < 0 || Number(major.toFixed(decimals)) !== major) return undefined
  const amount = minor(Math.round(major * 10 ** decimals))
  return Number.isSafeInteger(amount) && toMajor(amount, currency) === major ? amount : undefined
}

/** Minor units as a number of major units for the wire: 4999 → 49.99. Dividing two integers gives the nearest number there is. */
export function toMajor(amount: Minor, currency: string): number {
  return amount / knowledgeOf(currency).scale
}

/** The nearest amount that cards support, in major units: 18.4 is 18 in jpy. Halves are rounded up. */
export function rounded(major: number, currency: string): number {
  const step = stepOf(currency)
  return toMajor(minor(Math.round((major * 10 ** decimalsOf(currency)) / step) * step), currency)
}

/** Major units formatted for people, always with the currency's own decimals and a real minus sign: $10,140.00, −$50.00. */
export function formatMoney(major: number, currency: string): string {
  const { formatter } = knowledgeOf(currency)
  return major < 0 ? `−${formatter.format(-major)}` : formatter.format(major)
}

/** An example amount as a user would type it, with the currency's own decimals: 84.50 in usd, 85 in jpy, 84.500 in kwd. */
export const amountSuchAs = (currency: string, example = 84.5): string =>
  rounded(example, currency).toFixed(decimalsOf(currency))

/** The message for a price that `toMinor` rejects. */
export const priceProblem = (price: number, currency: string): string => problemOf('Enter a price', price, currency)

/** The same for any other amount. */
export const amountProblem = (amount: number, currency: string): string =>
  problemOf('Enter an amount', amount, currency)

function problemOf(enter: string, amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const suchAs = `${enter} such as ${amountSuchAs(currency)}`
  if (amount * 10 ** decimals > Number.MAX_SAFE_INTEGER) return `That is too much. ${suchAs}`
  const isOfLastDecimal = stepOf(currency) > 1 && amount > 0 && Number(amount.toFixed(decimals)) === amount
  return isOfLastDecimal ? `Card payments need 0 as the last decimal. ${suchAs}` : suchAs
}
