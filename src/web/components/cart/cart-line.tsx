import { X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { messages } from '#content/messages.ts'
import type { CartEntry } from '#features/cart/schema.ts'
import { leastQuantity, mostPieces } from '#features/catalogue/rules.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { NextBreak } from '#web/components/purchase/price-breaks.tsx'
import { pricedEntry, type LineView } from '#web/lib/cart/view.ts'
import { offerOf } from '#web/lib/offer.ts'
import { useEach } from '#web/lib/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { ProductPicture } from '#web/ui/product-picture.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import { LineChanges, LineRefusal } from './line-changes.tsx'
import type { Refusal } from './use-place-cart.ts'

type CartLineProps = {
  line: LineView
  currency: string
  /** The number in the box, if it is not a quantity that can be kept. */
  typed: number | undefined
  /** Why an order was refused because of this line. */
  refusal: Refusal | undefined
  /** The line was just restored, and takes the focus from the Undo button. */
  focused: boolean
  onType: (quantity: number) => void
  onSet: (entry: CartEntry) => void
  onRemove: () => void
}

/** A product in the cart: quantity, price, and what has changed about it. */
export function CartLine({ line, currency, typed, refusal, focused, onType, onSet, onRemove }: CartLineProps) {
  const { entry, tool, changes, ok, unitPrice, total } = line
  const each = useEach()
  const id = useId()
  const offer = offerOf(tool, currency)
  const isGone = changes.includes('gone')
  const isTyped = typed !== undefined
  const group = useRef<HTMLDivElement>(null)
  /** The agree button disappears with the change it agreed to, so the line takes the focus. */
  const agree = (agreed: CartEntry) => {
    group.current?.focus()
    onSet(agreed)
  }
  const set = (quantity: number) => {
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > mostPieces) return onType(quantity)
    onSet(pricedEntry(entry.toolId, quantity, tool, currency))
  }
  return (
    <li data-open={changes.length > 0 || isTyped || refusal ? '' : undefined}>
      <div ref={group} role="group" tabIndex={-1} aria-labelledby={id} className="cart-line">
        <ProductPicture src={tool.img} alt="" sizes="120px" className="cart-picture" />
        <div className="cart-name">
          <h2 id={id} className="text-name" lang={langOf(tool.name)}>
            {isGone ? (
              <Unbroken>{tool.name}</Unbroken>
            ) : (
              <Link to={`/tool/${entry.toolId}`} className="hover:underline">
                <Unbroken>{tool.name}</Unbroken>
              </Link>
            )}
          </h2>
          <p className="label mt-1.5 text-ink-2">{tool.part_number}</p>
          {!isGone && (
            <p className="mt-3 text-small text-ink-2">
              {formatMoney(unitPrice, currency)} {each}
            </p>
          )}
        </div>
        {!isGone && (
          <div className="cart-quantity">
            <QuantityStepper
              label="Quantity"
              value={typed ?? entry.quantity}
              min={leastQuantity(offer)}
              max={tool.available_quantity}
              increment={offer.increment}
              onChange={set}
              invalid={isTyped || !ok}
              error={isTyped ? messages.quantityOutOfRange : ''}
            />
          </div>
        )}
        <div className="cart-total">
          <p className="display text-figure-s" aria-live="polite">
            {isGone || isTyped ? '–' : formatMoney(total, currency)}
          </p>
          <Button
            variant="outline"
            size="small"
            aria-label={`Remove: ${tool.name}`}
            autoFocus={focused}
            onClick={onRemove}
          >
            <X size={16} strokeWidth={1.75} aria-hidden /> Remove
          </Button>
        </div>
        <div className="cart-notes">
          {!isTyped && <LineChanges line={line} currency={currency} onSet={agree} onRemove={onRemove} />}
          {refusal && changes.length === 0 && (
            <LineRefusal
              refusal={refusal}
              name={tool.name}
              onAgree={(quantity) => agree(pricedEntry(entry.toolId, quantity, tool, currency))}
            />
          )}
          {ok && !isTyped && <NextBreak tool={tool} currency={currency} quantity={entry.quantity} />}
        </div>
      </div>
    </li>
  )
}
