import { z } from 'zod'
import { site } from '#content/site.ts'
import { categories } from '#features/catalogue/schema.ts'
import type { Seller } from '#features/invoices/document.ts'
import type { TaxRate, TaxRules } from '#features/pricing/tax.ts'
import { countries } from '#shared/countries.ts'
import { ConfigError } from './error.ts'

const line = z.string().trim().min(1).max(200)

/** The seller's details for invoices and other papers. */
export const sellerVariables = {
  SELLER_NAME: line.optional(),
  SELLER_ADDRESS: line.optional(),
  SELLER_COUNTRY: z
    .string()
    .refine((code) => countries.includes(code), 'must be a country code of two capital letters, such as BD')
    .default('BD'),
  SELLER_TAX_ID: line.optional(),
  SELLER_REGISTRATION: line.optional(),
  SELLER_BANK: line.optional(),
  TAX_NAME: line.default('VAT'),
  TAX_RATES: z.string().optional(),
  TAX_PRICES: z.enum(['inclusive', 'exclusive'], 'must be inclusive or exclusive').default('inclusive'),
  TAX_ROUNDING: z.enum(['line', 'sum'], 'must be line or sum').default('sum'),
}

type Values = z.infer<z.ZodObject<typeof sellerVariables>>

/** The legal seller, as printed on papers. */
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
 * Tax by product category and country: `15` for all, `cases=7.5` for some, `DE:19` and `DE:cases=7` for deliveries to a country.
 * @throws ConfigError for an invalid rate.
 */
export function taxRulesOf(values: Values): TaxRules {
  const rates = values.TAX_RATES === undefined ? [] : values.TAX_RATES.split(',').map(rateIn)
  const named = new Set(rates.map(({ country = '', category = '' }) => `${country}:${category}`))
  if (named.size < rates.length) throw new ConfigError(wrong)
  return {
    name: values.TAX_NAME,
    prices: values.TAX_PRICES,
    rounding: values.TAX_ROUNDING,
    country: values.SELLER_COUNTRY,
    rates,
  }
}

function rateIn(text: string): TaxRate {
  const [whole, country, category, percent] =
    /^\s*(?:([A-Z]{2})\s*:)?\s*(?:([a-z-]+)\s*=)?\s*(\d{1,2}(?:\.\d{1,2})?)\s*$/.exec(text) ?? []
  const isKnown =
    (category === undefined || categories.some((each) => each === category)) &&
    (country === undefined || countries.includes(country))
  if (whole === undefined || !isKnown) throw new ConfigError(wrong)
  return { country, category, rate: Math.round(Number(percent) * 100) }
}

const wrong = `TAX_RATES is wrong: must be rates in per cent, such as 15,cases=7.5,DE:19,DE:cases=7: for everything, for a category (${categories.join(', ')}) or by country`
