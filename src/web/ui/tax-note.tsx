import { formatMoney } from '#shared/money.ts'

/** The tax included in a total, in major units; nothing if there is none. */
export function TaxNote({ name, tax, currency }: { name: string | undefined; tax: number; currency: string }) {
  if (tax === 0) return null
  return (
    <span className="block pt-1.5 text-small text-ink-2">
      with {formatMoney(tax, currency)} {name}
    </span>
  )
}
