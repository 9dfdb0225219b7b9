import { useRouteLoaderData } from 'react-router'
import type { PaymentMode } from '#features/payments/schema.ts'
import type { TaxRules } from '#features/pricing/tax.ts'

/** The public part of the shop's configuration, the same for everyone. */
export type PublicSettings = {
  /** ISO 4217, lower case. */
  currency: string
  payment: PaymentMode
  /** How Continue with Google works here: Google's own, the bundled stand-in, or not at all. */
  google: 'on' | 'sandbox' | 'off'
  /** A warning for every page: sandboxes are in use where others than the operator may visit. */
  warning: string | undefined
  /** Whether messages are sent, or only kept because no mail server is configured. */
  mail: 'on' | 'kept'
  tax: TaxRules
  /** How long an unpaid order keeps its stock. */
  holdHours: number
  /** The origin users see, without a trailing slash. */
  publicUrl: string
}

/** The suffix of a unit price; where tax is added to prices, it says that this one excludes it. */
export function useEach(): string {
  const tax = useSettings()?.tax
  return tax?.prices === 'exclusive' ? `each, excl. ${tax.name}` : 'each'
}

/** The heading of a unit price where space is tight. */
export function usePriceLabel(): string {
  const tax = useSettings()?.tax
  return tax?.prices === 'exclusive' ? `Each + ${tax.name}` : 'Price each'
}

/** The public settings, for any component below the root. Undefined only when the root itself failed. */
export function useSettings(): PublicSettings | undefined {
  return useRouteLoaderData<() => PublicSettings>('root')
}
