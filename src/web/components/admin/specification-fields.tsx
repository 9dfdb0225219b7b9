import { useFieldArray } from 'react-hook-form'
import { toolFieldNames } from '#features/catalogue/schema.ts'
import { FieldRows } from './field-rows.tsx'
import type { ToolFormState } from './tool-form.tsx'

const mostRows = 30
const problemId = 'specification-problem'

/** The rows of the specification: a label and a value each. */
export function SpecificationFields({ form }: { form: ToolFormState }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'specification.rows' })
  const problem = form.formState.errors.specification?.rows
  const inError = (row: number, part: 'label' | 'value') =>
    problem?.[row]?.[part] && { 'aria-invalid': true, 'aria-describedby': problemId }
  return (
    <FieldRows
      legend={toolFieldNames.specification}
      columns="grid-cols-[2fr_3fr_44px]"
      rows={fields.map(({ id }, row) => ({
        key: id,
        boxes: (
          <>
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
          </>
        ),
      }))}
      removeLabel={(row) => `Remove row ${row + 1}`}
      onRemove={remove}
      addLabel="Add a row"
      onAdd={() => append({ label: '', value: '' })}
      most={mostRows}
      problemId={problemId}
      problem={problem && 'A label can have up to 40 characters, a value up to 200'}
    />
  )
}
