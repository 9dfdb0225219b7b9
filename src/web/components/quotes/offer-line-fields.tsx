import { langOf } from '#shared/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import type { DraftLine } from './offer-draft.ts'

type OfferLineProps = {
  line: DraftLine
  currency: string
  errors: { quantity: string | undefined; unitPrice: string | undefined }
  onChange: (by: Partial<DraftLine>) => void
  onRemove: () => void
}

/** A product of an offer, with how many and at what price. */
export function OfferLineFields({ line, currency, errors, onChange, onRemove }: OfferLineProps) {
  const { productName, quantity, unitPrice } = line
  return (
    <li className="offer-line">
      <p className="display min-w-0 self-center text-name wrap-anywhere" lang={langOf(productName)}>
        <Unbroken>{productName}</Unbroken>
      </p>
      <Field
        label="Pieces"
        inputMode="numeric"
        autoComplete="off"
        value={quantity}
        onChange={({ target }) => onChange({ quantity: target.value })}
        error={errors.quantity}
      />
      <Field
        label={`Each, ${currency.toUpperCase()}`}
        inputMode="decimal"
        autoComplete="off"
        value={unitPrice}
        onChange={({ target }) => onChange({ unitPrice: target.value })}
        error={errors.unitPrice}
      />
      <Button variant="outline" aria-label={`Remove: ${productName}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
