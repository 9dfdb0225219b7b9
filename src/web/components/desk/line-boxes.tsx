import { Fragment } from 'react'
import type { Order } from '#features/orders/schema.ts'
import { langOf } from '#shared/language.ts'
import { numberIn } from '#shared/number.ts'
import type { Wrong } from '#web/lib/problem.ts'
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
  /** What is wrong, of one line or of all of them together. */
  error: Pick<BoxesProblem, 'position' | 'text'> | undefined
}

const nameOf = (position: number): string => `line-${position}`

/** How many pieces of each line, in a box each. */
export function LineBoxes({ legend, legendClass, lines, initially, noteId, error }: LineBoxesProps) {
  const wrong = lines.find(({ position }) => position === error?.position)
  const note = <FieldNote id={noteId} error={error?.text} />
  return (
    <fieldset className="line-boxes">
      <legend className={legendClass}>{legend}</legend>
      {!wrong && note}
      {lines.map((line) => {
        const isWrong = error && (!wrong || line === wrong)
        return (
          <Fragment key={line.position}>
            <label>
              <span className="min-w-0" lang={langOf(line.productName)}>
                {line.productName}
              </span>
              <input
                name={nameOf(line.position)}
                className="field-box"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={initially(line)}
                aria-invalid={isWrong ? true : undefined}
                aria-describedby={isWrong ? noteId : undefined}
              />
              <span className="text-ink-2">of {formatCount(line.most)}</span>
            </label>
            {line === wrong && note}
          </Fragment>
        )
      })}
    </fieldset>
  )
}

/** What the boxes say, as calls take it; of a line whose box is empty nothing is meant. */
export const linesIn = (form: FormData, lines: readonly { position: number }[]) =>
  lines
    .map(({ position }) => ({ position, quantity: numberIn(String(form.get(nameOf(position)) ?? '').trim() || '0') }))
    .filter(({ quantity }) => quantity !== 0)

/** What the boxes say, without those that say nothing. */
export type Pieces = ReturnType<typeof linesIn>

/** What is wrong with a form: at which field and, of its boxes, with which line. */
export type BoxesProblem = { field: string; position: number | undefined; text: string }

/** The same from the path of a problem, such as `lines.0.quantity`, counted among what the boxes say. */
export function problemAt({ path, text }: Wrong, said: Pieces): BoxesProblem {
  const [field = '', n] = path.split('.')
  return { field, position: said[Number(n)]?.position, text }
}
