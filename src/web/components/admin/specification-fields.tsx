import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { toolFieldNames } from '#features/catalogue/schema.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import type { ToolFormState } from './tool-form.tsx'

const mostRows = 30
const problemId = 'specification-problem'

/** The rows of the specification: a label and a value each, added and removed one by one. */
export function SpecificationFields({ form }: { form: ToolFormState }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'specification.rows' })
  const addButton = useRef<HTMLButtonElement>(null)
  const problem = form.formState.errors.specification?.rows
  const inError = (row: number, part: 'label' | 'value') =>
    problem?.[row]?.[part] && { 'aria-invalid': true, 'aria-describedby': problemId }
  return (
    <fieldset className="min-w-0">
      <legend className="field-label">{toolFieldNames.specification}</legend>
      <ul className="grid gap-2">
        {fields.map(({ id }, row) => (
          <li key={id} className="grid grid-cols-[2fr_3fr_44px] items-center gap-2">
            <input
              className="field-box min-w-0"
              aria-label={`Label of row ${row + 1}`}
              placeholder="Efficiency"
              {...inError(row, 'label')}
              {...form.register(`specification.rows.${row}.label`)}
            />
            <input
              className="field-box min-w-0"
              aria-label={`Value of row ${row + 1}`}
              placeholder="80 Plus Gold"
              {...inError(row, 'value')}
              {...form.register(`specification.rows.${row}.value`)}
            />
            <Button
              variant="quiet"
              size="square"
              className="delete-button"
              aria-label={`Remove row ${row + 1}`}
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
        disabled={fields.length >= mostRows}
        onClick={() => append({ label: '', value: '' })}
      >
        <Plus size={17} strokeWidth={1.75} aria-hidden /> Add a row
      </Button>
      <FieldNote id={problemId} error={problem && 'A label can have up to 40 characters, a value up to 200'} />
    </fieldset>
  )
}
