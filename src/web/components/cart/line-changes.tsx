import type { ReactNode } from 'react'
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

/** What has changed about a product since it was added, with one button to agree to all of it. */
export function LineChanges({ line, currency, onSet, onRemove }: LineChangesProps) {
  const { changes, entry, tool, message, unitPrice, agreed } = line
  if (changes.length === 0) return null
  return (
    <LineAlert
      name={tool.name}
      action={agreed ? acceptanceOf(agreed, line.ok, currency) : 'Remove it'}
      onPress={() => (agreed ? onSet(agreed) : onRemove())}
    >
      {message && <p>{message}</p>}
      {changes.includes('available') && !agreed && (
        <p>The smallest order is {formatCount(leastQuantity(offerOf(tool, currency)))}.</p>
      )}
      {changes.includes('price') && (
        <p>
          The price changed from {formatMoney(entry.seenPrice, currency)} to {formatMoney(unitPrice, currency)} each
          since you added it.
        </p>
      )}
    </LineAlert>
  )
}

type LineRefusalProps = { refusal: Refusal; name: string; onAgree: (quantity: number) => void }

/** Why an order was refused because of a product, with one button to fix it where that is possible. */
export function LineRefusal({ refusal: { message, suggestion }, name, onAgree }: LineRefusalProps) {
  const offer = suggestion !== undefined && { action: instead(suggestion), onPress: () => onAgree(suggestion) }
  return (
    <LineAlert name={name} {...offer}>
      <p>{message}</p>
    </LineAlert>
  )
}

type LineAlertProps = { name: string; action?: string; onPress?: () => void; children: ReactNode }

function LineAlert({ name, action, onPress, children }: LineAlertProps) {
  return (
    <div role="alert" className="cart-change">
      <div>{children}</div>
      {action && (
        <Button size="small" aria-label={`${action}: ${name}`} onClick={onPress}>
          {action}
        </Button>
      )}
    </div>
  )
}

const instead = (quantity: number): string => `Order ${formatCount(quantity)} instead`

const acceptanceOf = ({ quantity, seenPrice }: CartEntry, ok: boolean, currency: string): string =>
  ok ? `Accept ${formatMoney(seenPrice, currency)}` : instead(quantity)
