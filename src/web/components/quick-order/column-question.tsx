import { type SubmitEvent, useState } from 'react'
import { likelyColumns, shown, type Columns, type Table as Cells } from '#web/lib/quick-order/reading.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote, SelectField } from '#web/ui/field.tsx'
import { Table } from '#web/ui/table.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'

type ColumnQuestionProps = {
  table: Cells
  heads: readonly string[] | undefined
  onAnswer: (columns: Columns) => void
  onCancel: () => void
}

const shownRows = 3

/** Asks which columns hold the part numbers and the quantities, with the first rows beside the question. */
export function ColumnQuestion({ table, heads, onAnswer, onCancel }: ColumnQuestionProps) {
  const width = Math.max(...table.map((row) => row.length))
  const names = columnNames(heads, width)
  const [columns, setColumns] = useState<Columns>(() => likelyColumns(table, heads))
  const isSame = columns.part === columns.quantity

  function answer(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!isSame) onAnswer(columns)
  }
  const choice = (label: string, which: keyof Columns) => (
    <SelectField
      label={label}
      value={columns[which]}
      onChange={({ target }) => setColumns({ ...columns, [which]: Number(target.value) })}
    >
      {names.map((name, column) => (
        <option key={name} value={column}>
          {name}
        </option>
      ))}
    </SelectField>
  )
  return (
    <form method="post" onSubmit={answer} className="quick-question" aria-labelledby="quick-question">
      <h2 id="quick-question" className="text-h3">
        Choose the columns
      </h2>
      <div className="scroll-hint" tabIndex={0} role="region" aria-label="The first rows">
        <Table caption="The first rows">
          <thead>
            <tr>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.slice(heads ? 1 : 0, shownRows + (heads ? 1 : 0)).map((row) => (
              <tr key={row.join('\t')}>
                {names.map((name, column) => (
                  <td key={name}>
                    <Unbroken>{shown(row[column] ?? '')}</Unbroken>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        {choice('Part numbers or names', 'part')}
        {choice('Quantities', 'quantity')}
      </div>
      <FieldNote id="quick-question-note" error={isSame ? 'Choose two different columns.' : undefined} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Use these columns</Button>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** A heading that stands over several columns says which of them. */
function columnNames(heads: readonly string[] = [], width: number): string[] {
  const written = Array.from({ length: width }, (_, column) => shown(heads[column]?.trim() ?? ''))
  return written.map((name, column) => {
    if (name === '') return `Column ${column + 1}`
    return written.indexOf(name) === written.lastIndexOf(name) ? name : `${name} (column ${column + 1})`
  })
}
