import { z } from 'zod'
import { site } from '#content/site.ts'
import { categories } from '#features/catalogue/schema.ts'
import type { Seller } from '#features/invoices/document.ts'
import type { TaxRules } from '#features/papers/tax.ts'
import { ConfigError } from './error.ts'

const line = z.string().trim().min(1).max(200)

/** What papers need to know of the seller. */
export const sellerVariables = {
  SELLER_NAME: line.optional(),
  SELLER_ADDRESS: line.optional(),
  SELLER_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a country of two capital letters, such as BD')
    .default('BD'),
  SELLER_TAX_ID: line.optional(),
  SELLER_REGISTRATION: line.optional(),
  SELLER_BANK: line.optional(),
  TAX_NAME: line.default('VAT'),
  TAX_RATES: z.string().optional(),
  TAX_ROUNDING: z.enum(['line', 'sum'], 'must be line or sum').default('sum'),
}

type Values = z.infer<z.ZodObject<typeof sellerVariables>>

/** Who sells, by law: what papers say of the seller. */
export const sellerOf = (values: Values): Seller => ({
  name: values.SELLER_NAME ?? site.name,
  address: values.SELLER_ADDRESS?.split('|').map((each) => each.trim()) ?? [...site.address],
  country: values.SELLER_COUNTRY,
  taxId: values.SELLER_TAX_ID ?? null,
  registration: values.SELLER_REGISTRATION ?? null,
  bank: values.SELLER_BANK ?? null,
  email: site.email,
  phone: site.phone,
})

/**
 * How much of a price is tax: `15` of all, or `15,cases=7.5` with other rates for some categories. Prices include it.
 * @throws ConfigError for what is no rate.
 */
export function taxRulesOf({ TAX_RATES, TAX_ROUNDING: rounding }: Values): TaxRules {
  const rates = new Map<string, number>()
  for (const part of (TAX_RATES ?? '0').split(',')) {
    const [, category = '', percent = ''] = /^\s*(?:([a-z-]+)\s*=\s*)?(\d{1,2}(?:\.\d{1,2})?)\s*$/.exec(part) ?? []
    const isKnown = category === '' || categories.some((each) => each === category)
    if (percent === '' || !isKnown || rates.has(category)) throw new ConfigError(wrong)
    rates.set(category, Math.round(Number(percent) * 100))
  }
  const others = rates.get('')
  if (others === undefined) throw new ConfigError(wrong)
  return { rateOf: (category) => rates.get(category) ?? others, rounding }
}

const wrong = `TAX_RATES is wrong: must be a rate in per cent, such as 15, and others for some of ${categories.join(', ')}, such as 15,cases=7.5`
