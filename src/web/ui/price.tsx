import { formatMoney } from '#shared/money.ts'
import { useEach } from '#web/lib/settings.ts'
import { formatCount } from './format.ts'

/** What one unit costs, in major units. */
export function Price({ amount, currency }: { amount: number; currency: string }) {
  return (
    <p className="flex items-baseline gap-2">
      <span className="display text-price">{formatMoney(amount, currency)}</span>
      <span className="text-fine text-ink-3">{useEach()}</span>
    </p>
  )
}

type TotalProps = { quantity: number; unitPrice: number; total: number; currency: string }

/**
 * The total of an order with its calculation above, in major units. If it can change, its parent announces that. An invalid
 * quantity, such as −5, has no total.
 */
export function Total({ quantity, unitPrice, total, currency }: TotalProps) {
  const valid = Number.isSafeInteger(quantity) && quantity > 0
  return (
    <p>
      <span className="label block text-ink-2">
        {valid ? formatCount(quantity) : '–'} × {formatMoney(unitPrice, currency)}
      </span>
      <span className="display block pt-2 text-total">{valid ? formatMoney(total, currency) : '–'}</span>
    </p>
  )
}
