import { Plus, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

type FieldRowsProps = {
  legend: string
  rows: readonly { key: string; boxes: ReactNode }[]
  /** Column heads above the rows, for when a filled box would not explain itself. */
  heads?: readonly string[]
  /** The grid columns of a row's boxes; the remove button comes last. */
  columns: string
  removeLabel: (index: number) => string
  onRemove: (index: number) => void
  addLabel: string
  onAdd: () => void
  /** How many rows there may be. */
  most: number
  problemId: string
  problem: string | undefined
}

/** Rows of boxes that are added and removed one by one. */
export function FieldRows(props: FieldRowsProps) {
  const { legend, rows, heads, columns, removeLabel, onRemove, addLabel, onAdd, most, problemId, problem } = props
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <fieldset className="min-w-0">
      <legend className="field-label">{legend}</legend>
      {heads && rows.length > 0 && (
        // Hidden: each box has its own accessible name.
        <div aria-hidden className={`grid ${columns} gap-2 pb-1 text-small text-ink-2`}>
          {heads.map((head) => (
            <span key={head}>{head}</span>
          ))}
        </div>
      )}
      <ul className="grid gap-2">
        {rows.map(({ key, boxes }, index) => (
          <li key={key} className={`grid ${columns} items-center gap-2`}>
            {boxes}
            <Button
              variant="quiet"
              size="square"
              className="delete-button"
              aria-label={removeLabel(index)}
              onClick={() => {
                onRemove(index)
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
        className={rows.length > 0 ? 'mt-3' : ''}
        disabled={rows.length >= most}
        onClick={onAdd}
      >
        <Plus size={17} strokeWidth={1.75} aria-hidden /> {addLabel}
      </Button>
      <FieldNote id={problemId} error={problem} />
    </fieldset>
  )
}
