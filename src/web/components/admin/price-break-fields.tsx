import type { ChangeEvent } from 'react'
import { useFieldArray } from 'react-hook-form'
import { toolFieldNames } from '#features/catalogue/schema.ts'
import { amountSuchAs } from '#shared/money.ts'
import { asMoney, asNumber, showAsciiDigits } from '#web/ui/number-field.tsx'
import { FieldRows } from './field-rows.tsx'
import type { ToolFormState } from './tool-form.tsx'

const mostBreaks = 20
/** A row with nothing typed yet. */
const empty = { from: undefined, price: undefined } as unknown as { from: number; price: number }
const problemId = 'price-breaks-problem'

/** The price breaks: a minimum quantity and a price in each row. */
export function PriceBreakFields({ form, currency }: { form: ToolFormState; currency: string }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'price_breaks' })
  const problems = form.formState.errors.price_breaks
  const first = fields.map((_, row) => problems?.[row]?.from ?? problems?.[row]?.price).find(Boolean)
  const box = (row: number, part: 'from' | 'price') => {
    const field = form.register(`price_breaks.${row}.${part}`, part === 'price' ? asMoney(currency) : asNumber)
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
    <FieldRows
      legend={toolFieldNames.price_breaks}
      heads={['From (pieces)', `Each, ${currency.toUpperCase()}`]}
      columns="grid-cols-[1fr_1fr_44px]"
      rows={fields.map(({ id }, row) => ({
        key: id,
        boxes: (
          <>
            <input
              inputMode="numeric"
              aria-label={`From how many pieces, price break ${row + 1}`}
              placeholder="From 100 pieces"
              {...box(row, 'from')}
            />
            <input
              inputMode="decimal"
              aria-label={`Price each, price break ${row + 1}`}
              placeholder={`${amountSuchAs(currency, 79)} ${currency.toUpperCase()} each`}
              {...box(row, 'price')}
            />
          </>
        ),
      }))}
      removeLabel={(row) => `Remove price break ${row + 1}`}
      onRemove={remove}
      addLabel="Add a price break"
      onAdd={() => append(empty)}
      most={mostBreaks}
      problemId={problemId}
      problem={first?.message ?? problems?.message}
    />
  )
}
