import { minor, stepOf, type Minor } from '#shared/money.ts'

/** A rate in basis points (1500 is 15 %) for a product category, for a country (ISO 3166-1 alpha-2), for both or for all. */
export type TaxRate = { category?: string | undefined; country?: string | undefined; rate: number }

/** How the shop is taxed. */
export type TaxRules = {
  /** What the tax is called. */
  name: string
  /** Whether prices contain it, or it comes on top of them. */
  prices: 'inclusive' | 'exclusive'
  /** Where tax is rounded to the smallest amount: in each line, or once for all lines of a rate. */
  rounding: 'line' | 'sum'
  /** The default destination of goods, ISO 3166-1 alpha-2. */
  country: string
  rates: readonly TaxRate[]
}

/** A line with its rate in basis points; its total in minor units, as prices are. */
export type TaxableLine = { total: Minor; rate: number }
/** A line with its tax, in minor units: contained in the total, or on top of it. */
export type TaxedLine = TaxableLine & { tax: Minor }

/** Minor units: `net` plus `tax` is `gross`, for each rate and for all. */
export type TaxOf = { net: Minor; tax: Minor; gross: Minor }
export type Taxes = TaxOf & { byRate: readonly (TaxOf & { rate: number })[] }

/** The tax of each line in order, the tax of all, and the total to pay. Minor units. */
export type TaxedTotal = { taxes: Minor[]; tax: Minor; total: Minor }

/** The rate of a product in basis points: the most specific one, where a country outranks a category. */
export function taxRateOf({ rates, country: home }: TaxRules, category: string, country = home): number {
  const nearness = (each: TaxRate) => (each.country ? 2 : 0) + (each.category ? 1 : 0)
  const [nearest] = rates
    .filter((each) => (each.category ?? category) === category && (each.country ?? country) === country)
    .toSorted((a, b) => nearness(b) - nearness(a))
  return nearest?.rate ?? 0
}

/**
 * The total of priced lines with their tax, in minor units. Prices that contain tax are what is paid; tax on top of prices is
 * rounded, halves up, to the smallest amount that cards carry. The taxes of the lines add up to the tax of all.
 */
export function taxedTotal(
  lines: readonly TaxableLine[],
  { prices, rounding }: Pick<TaxRules, 'prices' | 'rounding'>,
  currency: string,
): TaxedTotal {
  const share = shareOf(prices, stepOf(currency))
  const taxes: Minor[] = lines.map(() => minor(0))
  for (const [rate, members] of Map.groupBy(lines.keys(), (n) => lines[n]?.rate ?? 0)) {
    const totals = members.map((n) => lines[n]?.total ?? 0)
    const parts = rounding === 'line' ? totals.map((each) => share(each, rate)) : spread(totals, rate, share)
    for (const [n, member] of members.entries()) taxes[member] = minor(parts[n] ?? 0)
  }
  const tax = sum(taxes)
  const paid = sum(lines.map(({ total }) => total)) + (prices === 'exclusive' ? tax : 0)
  return { taxes, tax: minor(tax), total: minor(paid) }
}

/** The totals of taxed lines by rate, the highest first. */
export function taxesByRate(lines: readonly TaxedLine[], prices: TaxRules['prices']): Taxes {
  const byRate = [...Map.groupBy(lines, ({ rate }) => rate)]
    .toSorted(([one], [other]) => other - one)
    .map(([rate, members]) => {
      const tax = sum(members.map((each) => each.tax))
      const total = sum(members.map((each) => each.total))
      const net = prices === 'exclusive' ? total : total - tax
      return { rate, net: minor(net), tax: minor(tax), gross: minor(net + tax) }
    })
  const all = (of: keyof TaxOf) => minor(sum(byRate.map((each) => each[of])))
  return { net: all('net'), tax: all('tax'), gross: all('gross'), byRate }
}

type Share = (amount: number, rate: number) => number

/** The tax in an amount that contains it, or on one that does not. BigInt throughout, since products exceed 2^53. */
function shareOf(prices: TaxRules['prices'], step: Minor): Share {
  return (amount, rate) => {
    const bottom = BigInt(prices === 'inclusive' ? 10_000 + rate : 10_000) * BigInt(step)
    const top = BigInt(amount) * BigInt(rate)
    return Number((2n * top + bottom) / (2n * bottom)) * step
  }
}

/** Spreads the tax of a sum over its parts: each gets the amount by which it raises the tax of the running sum. */
function spread(parts: readonly number[], rate: number, share: Share): number[] {
  let total = 0
  let taxed = 0
  return parts.map((part) => {
    total += part
    const grown = share(total, rate) - taxed
    taxed += grown
    return grown
  })
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0)
