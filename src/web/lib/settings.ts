import { useRouteLoaderData } from 'react-router'
import type { PaymentMode } from '#features/payments/schema.ts'
import type { TaxRules } from '#features/pricing/tax.ts'

/** What every page may know of the shop's configuration: public, the same for everyone. */
export type PublicSettings = {
  /** ISO 4217, lower case. */
  currency: string
  payment: PaymentMode
  /** How Continue with Google works here: Google's own, the bundled stand-in, or not at all. */
  google: 'on' | 'sandbox' | 'off'
  /** What every page has to warn of: sandboxes where others than the operator may come. */
  warning: string | undefined
  /** Whether messages are sent, or only kept on the server because it knows no mail server. */
  mail: 'on' | 'kept'
  tax: TaxRules
  /** How long an unpaid order keeps its stock. */
  holdHours: number
  /** The origin users see, without a trailing slash. */
  publicUrl: string
}

/** What stands behind the price of one piece: where tax is added to prices, that it is not in this one. */
export function useEach(): string {
  const tax = useSettings()?.tax
  return tax?.prices === 'exclusive' ? `each, excl. ${tax.name}` : 'each'
}

/** What stands above the price of one piece, in little room. */
export function usePriceLabel(): string {
  const tax = useSettings()?.tax
  return tax?.prices === 'exclusive' ? `Each + ${tax.name}` : 'Price each'
}

/** The public settings, for any component below the root. Undefined only where the root itself failed. */
export function useSettings(): PublicSettings | undefined {
  return useRouteLoaderData<() => PublicSettings>('root')
}
