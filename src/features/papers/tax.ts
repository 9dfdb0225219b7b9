import { minor, type Minor } from '#shared/money.ts'

/** How much of a price is tax, in basis points (1500 is 15 %): by category of product, or for all others. */
export type TaxRules = {
  rateOf: (category: string) => number
  /** Whether tax is rounded for each line, or for the sum of those of one rate. */
  rounding: 'line' | 'sum'
}

export type TaxedLine = { total: Minor; rate: number }
/** Whole minor units: `net` and `tax` are `gross`, of each rate and of all. */
export type TaxOf = { net: Minor; tax: Minor; gross: Minor }
export type Taxes = TaxOf & { byRate: readonly (TaxOf & { rate: number })[] }

/** The tax that is in an amount, rounded half up: prices are what a buyer pays. */
export const taxIn = (gross: number, rate: number): number => Math.round((gross * rate) / (10_000 + rate))

/** What of the lines' prices is tax. Nothing is added to them: what is paid is their sum. */
export function taxesOf(lines: readonly TaxedLine[], rounding: TaxRules['rounding']): Taxes {
  const rates = [...new Set(lines.map(({ rate }) => rate))].toSorted((a, b) => b - a)
  const byRate = rates.map((rate) => {
    const totals = lines.filter((line) => line.rate === rate).map(({ total }) => total)
    const gross = sum(totals)
    const tax = rounding === 'line' ? sum(totals.map((total) => taxIn(total, rate))) : taxIn(gross, rate)
    return { rate, net: minor(gross - tax), tax: minor(tax), gross: minor(gross) }
  })
  const all = (of: keyof TaxOf) => minor(sum(byRate.map((each) => each[of])))
  return { net: all('net'), tax: all('tax'), gross: all('gross'), byRate }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0)

/**
 * An amount in parts that are to each other as the weights are: whole minor units that add up to it exactly, each less than one
 * away from its share.
 * @param weights none below zero, and not all zero.
 */
export function allotted(amount: Minor, weights: readonly number[]): Minor[] {
  const all = sum(weights)
  const shares = weights.map((weight, index) => ({ index, exact: (amount * weight) / all }))
  let left = amount - sum(shares.map(({ exact }) => Math.floor(exact)))
  const parts = shares.map(({ exact }) => Math.floor(exact))
  for (const { index } of shares.toSorted((a, b) => (b.exact % 1) - (a.exact % 1) || a.index - b.index)) {
    if (left <= 0) break
    parts[index] = (parts[index] ?? 0) + 1
    left -= 1
  }
  return parts.map(minor)
}
