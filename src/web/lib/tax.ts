import { taxedTotal, taxRateOf, type TaxRules } from '#features/pricing/tax.ts'
import { toMajor, type Minor } from '#shared/money.ts'

/** An order's total in major units, and the tax in it. */
export type TaxedSum = { total: number; tax: number }

/** The total of lines with the destination's tax, computed by the shop's own rules. @param rules without them there is no tax. */
export function taxedSum(
  lines: readonly { total: Minor; category: string }[],
  { rules, currency, country }: { rules: TaxRules | undefined; currency: string; country?: string | undefined },
): TaxedSum {
  const taxable = lines.map(({ total, category }) => ({
    total,
    rate: rules ? taxRateOf(rules, category, country || undefined) : 0,
  }))
  const { total, tax } = taxedTotal(taxable, rules ?? { prices: 'inclusive', rounding: 'sum' }, currency)
  return { total: toMajor(total, currency), tax: toMajor(tax, currency) }
}
