import { type ComponentProps, Fragment, useEffect, useRef } from 'react'
import type { Order } from '#features/orders/schema.ts'
import { langOf } from '#shared/language.ts'
import { numberIn } from '#shared/number.ts'
import type { DialogTyping } from '#web/lib/dialog-typing.ts'
import type { Wrong } from '#web/lib/problem.ts'
import { FieldNote } from '#web/ui/field.tsx'
import { formatCount } from '#web/ui/format.ts'

type Line = Pick<Order['lines'][number], 'position' | 'productName'> & {
  /** The largest quantity possible. */
  most: number
}

type LineBoxesProps = {
  legend: string
  legendClass: 'field-label' | 'sr-only'
  lines: readonly Line[]
  /** The initial value of a line's box, unless another was typed before. */
  initially: (line: Line) => number
  typing: DialogTyping
  noteId: string
  /** The problem, with one line or with all of them together. */
  error: Pick<BoxesProblem, 'position' | 'text'> | undefined
}

const nameOf = (position: number): string => `line-${position}`

/** A quantity box for each line. */
export function LineBoxes({ legend, legendClass, lines, initially, typing, noteId, error }: LineBoxesProps) {
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
              <PiecesBox
                name={nameOf(line.position)}
                initial={initially(line)}
                typing={typing}
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

type PiecesBoxProps = Pick<LineBoxesProps, 'typing'> & ComponentProps<'input'> & { name: string; initial: number }

/** While nothing was typed into it, the box follows what it would begin with: a parcel sent meanwhile leaves fewer. */
function PiecesBox({ typing, initial, ...input }: PiecesBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  const { name } = input
  useEffect(() => {
    if (box.current && typing.isUntouched(name)) box.current.value = String(initial)
  }, [initial, name, typing])
  return (
    <input
      {...input}
      ref={box}
      className="field-box"
      inputMode="numeric"
      autoComplete="off"
      defaultValue={typing.of(name, initial)}
    />
  )
}

/** The boxes' values in the shape of the request; lines whose box is empty or 0 are left out. */
export const linesIn = (form: FormData, lines: readonly { position: number }[]) =>
  lines
    .map(({ position }) => ({ position, quantity: numberIn(String(form.get(nameOf(position)) ?? '').trim() || '0') }))
    .filter(({ quantity }) => quantity !== 0)

/** The quantities entered, without empty boxes. */
export type Pieces = ReturnType<typeof linesIn>

/** A problem in a form: its field and, for the boxes, its line. */
export type BoxesProblem = { field: string; position: number | undefined; text: string }

/** Locates a problem from its path, such as `lines.0.quantity`, whose index counts only the boxes filled in. */
export function problemAt({ path, text }: Wrong, said: Pieces): BoxesProblem {
  const [field = '', n] = path.split('.')
  return { field, position: said[Number(n)]?.position, text }
}
