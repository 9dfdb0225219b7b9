import { formatMoney } from '#shared/money.ts'

/** What of a total is tax, in major units; of what is not taxed, nothing. */
export function TaxNote({ name, tax, currency }: { name: string | undefined; tax: number; currency: string }) {
  if (tax === 0) return null
  return (
    <span className="block pt-1.5 text-small text-ink-2">
      with {formatMoney(tax, currency)} {name}
    </span>
  )
}
