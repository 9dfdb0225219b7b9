import { useId } from 'react'
import { langOf } from '#shared/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import type { DraftLine } from './offer-draft.ts'

type OfferLineProps = {
  line: DraftLine
  currency: string
  /** What is known of its product apart from the offer. */
  note: string | undefined
  errors: { quantity: string | undefined; unitPrice: string | undefined }
  onChange: (by: Partial<DraftLine>) => void
  onRemove: () => void
}

/** A product of an offer, with its quantity and price. */
export function OfferLineFields({ line, currency, note, errors, onChange, onRemove }: OfferLineProps) {
  const { productName, quantity, unitPrice } = line
  const id = useId()
  return (
    // Named, since the boxes of every line have the same labels.
    <li>
      <div role="group" aria-labelledby={id} className="offer-line">
        <div className="min-w-0">
          <p id={id} className="display text-name wrap-anywhere" lang={langOf(productName)}>
            <Unbroken>{productName}</Unbroken>
          </p>
          {/* The note arrives later: the reserved height keeps the layout still. */}
          <p className="min-h-[1.55em] text-small text-ink-2">{note}</p>
        </div>
        <Field
          label="Pieces"
          inputMode="numeric"
          autoComplete="off"
          value={quantity}
          onChange={({ target }) => onChange({ quantity: target.value })}
          errorAt={errors.quantity && `${id}-quantity`}
        />
        <Field
          label={`Each, ${currency.toUpperCase()}`}
          inputMode="decimal"
          autoComplete="off"
          value={unitPrice}
          onChange={({ target }) => onChange({ unitPrice: target.value })}
          errorAt={errors.unitPrice && `${id}-price`}
        />
        {/* Across the line: in a column of its own box each would take four lines. */}
        <FieldNote id={`${id}-quantity`} error={errors.quantity} />
        <FieldNote id={`${id}-price`} error={errors.unitPrice} />
        <Button variant="outline" aria-label={`Remove: ${productName}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}
