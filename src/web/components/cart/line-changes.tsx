import type { CartEntry } from '#features/cart/schema.ts'
import { leastQuantity } from '#features/catalogue/rules.ts'
import { formatMoney } from '#shared/money.ts'
import type { LineView } from '#web/lib/cart/view.ts'
import { offerOf } from '#web/lib/offer.ts'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format.ts'

type LineChangesProps = {
  line: LineView
  currency: string
  onSet: (entry: CartEntry) => void
  onRemove: () => void
}

/** What has changed about a product since it was put in, and one press to agree to all of it. */
export function LineChanges({ line, currency, onSet, onRemove }: LineChangesProps) {
  const { changes, entry, tool, message, unitPrice, agreed } = line
  const acceptance = agreed && acceptanceOf(agreed, line.ok, currency)
  if (changes.length === 0) return null
  return (
    <div role="alert" className="cart-change">
      <div>
        {message && <p>{message}</p>}
        {changes.includes('available') && !agreed && (
          <p>The smallest order is {formatCount(leastQuantity(offerOf(tool, currency)))}.</p>
        )}
        {changes.includes('price') && (
          <p>
            The price changed from {formatMoney(entry.seenPrice, currency)} to {formatMoney(unitPrice, currency)} each
            since you put it in.
          </p>
        )}
      </div>
      {agreed ? (
        <Button size="small" aria-label={`${acceptance}: ${tool.name}`} onClick={() => onSet(agreed)}>
          {acceptance}
        </Button>
      ) : (
        <Button size="small" aria-label={`Take it out: ${tool.name}`} onClick={onRemove}>
          Take it out
        </Button>
      )}
    </div>
  )
}

const acceptanceOf = ({ quantity, seenPrice }: CartEntry, ok: boolean, currency: string): string =>
  ok ? `Accept ${formatMoney(seenPrice, currency)}` : `Order ${formatCount(quantity)} instead`
