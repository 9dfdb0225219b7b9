import type { CartEntry } from '#features/cart/schema.ts'
import { leastQuantity } from '#features/catalogue/rules.ts'
import { formatMoney } from '#shared/money.ts'
import type { LineView } from '#web/lib/cart/view.ts'
import { offerOf } from '#web/lib/offer.ts'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format.ts'
import type { Refusal } from './use-place-cart.ts'

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

type LineRefusalProps = { refusal: Refusal; name: string; onAgree: (quantity: number) => void }

/** Why an order was refused for a product, and one press to have it taken. */
export function LineRefusal({ refusal: { message, suggestion }, name, onAgree }: LineRefusalProps) {
  return (
    <div role="alert" className="cart-change">
      <p>{message}</p>
      {suggestion !== undefined && (
        <Button size="small" aria-label={`${instead(suggestion)}: ${name}`} onClick={() => onAgree(suggestion)}>
          {instead(suggestion)}
        </Button>
      )}
    </div>
  )
}

const instead = (quantity: number): string => `Order ${formatCount(quantity)} instead`

const acceptanceOf = ({ quantity, seenPrice }: CartEntry, ok: boolean, currency: string): string =>
  ok ? `Accept ${formatMoney(seenPrice, currency)}` : instead(quantity)
