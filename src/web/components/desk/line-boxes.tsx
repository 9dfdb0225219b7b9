import type { Order } from '#features/orders/schema.ts'
import { langOf } from '#shared/language.ts'
import { numberIn } from '#shared/number.ts'
import { FieldNote } from '#web/ui/field.tsx'
import { formatCount } from '#web/ui/format.ts'

type Line = Pick<Order['lines'][number], 'position' | 'productName'> & {
  /** Of so many at the most. */
  most: number
}

type LineBoxesProps = {
  legend: string
  legendClass: 'field-label' | 'sr-only'
  lines: readonly Line[]
  /** What stands in a line's box at first. */
  initially: (line: Line) => number
  noteId: string
  error: string | undefined
}

const nameOf = (position: number): string => `line-${position}`

/** How many pieces of each line, in a box each. */
export function LineBoxes({ legend, legendClass, lines, initially, noteId, error }: LineBoxesProps) {
  return (
    <fieldset className="line-boxes">
      <legend className={legendClass}>{legend}</legend>
      {lines.map((line) => (
        <label key={line.position}>
          <span className="min-w-0" lang={langOf(line.productName)}>
            {line.productName}
          </span>
          <input
            name={nameOf(line.position)}
            className="field-box"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={initially(line)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? noteId : undefined}
          />
          <span className="text-ink-2">of {formatCount(line.most)}</span>
        </label>
      ))}
      <FieldNote id={noteId} error={error} />
    </fieldset>
  )
}

/** What the boxes say, as calls take it; of a line whose box is empty nothing is meant. */
export const linesIn = (form: FormData, lines: readonly { position: number }[]) =>
  lines
    .map(({ position }) => ({ position, quantity: numberIn(String(form.get(nameOf(position)) ?? '').trim() || '0') }))
    .filter(({ quantity }) => quantity !== 0)
