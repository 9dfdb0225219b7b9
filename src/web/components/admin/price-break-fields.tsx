import { Plus, X } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { toolFieldNames } from '#features/catalogue/schema.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { asNumber, showAsciiDigits } from '#web/ui/number-field.tsx'
import type { ToolFormState } from './tool-form.tsx'

const mostBreaks = 20
/** Boxes in which nothing is typed yet. */
const empty = { from: undefined, price: undefined } as unknown as { from: number; price: number }
const problemId = 'price-breaks-problem'

/** From how many pieces on each costs how much: a quantity and a price in each row, added and removed one by one. */
export function PriceBreakFields({ form, currency }: { form: ToolFormState; currency: string }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'price_breaks' })
  const addButton = useRef<HTMLButtonElement>(null)
  const problems = form.formState.errors.price_breaks
  const first = fields.map((_, row) => problems?.[row]?.from ?? problems?.[row]?.price).find(Boolean)
  const box = (row: number, part: 'from' | 'price') => {
    const field = form.register(`price_breaks.${row}.${part}`, asNumber)
    return {
      ...field,
      className: 'field-box min-w-0',
      autoComplete: 'off',
      ...(problems?.[row]?.[part] && { 'aria-invalid': true, 'aria-describedby': problemId }),
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        showAsciiDigits(event)
        return field.onChange(event)
      },
    }
  }
  return (
    <fieldset className="min-w-0">
      <legend className="field-label">{toolFieldNames.price_breaks}</legend>
      <ul className="grid gap-2">
        {fields.map(({ id }, row) => (
          <li key={id} className="grid grid-cols-[1fr_1fr_44px] items-center gap-2">
            <input
              inputMode="numeric"
              aria-label={`From how many pieces, price break ${row + 1}`}
              placeholder="From 100 pieces"
              {...box(row, 'from')}
            />
            <input
              inputMode="decimal"
              aria-label={`Price each, price break ${row + 1}`}
              placeholder={`79.00 ${currency.toUpperCase()} each`}
              {...box(row, 'price')}
            />
            <Button
              variant="quiet"
              size="square"
              className="delete-button"
              aria-label={`Remove price break ${row + 1}`}
              onClick={() => {
                remove(row)
                addButton.current?.focus()
              }}
            >
              <X size={18} strokeWidth={1.75} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <Button
        ref={addButton}
        variant="outline"
        size="small"
        className={fields.length > 0 ? 'mt-3' : ''}
        disabled={fields.length >= mostBreaks}
        onClick={() => append(empty)}
      >
        <Plus size={17} strokeWidth={1.75} aria-hidden /> Add a price break
      </Button>
      <FieldNote id={problemId} error={first?.message ?? problems?.message} />
    </fieldset>
  )
}
