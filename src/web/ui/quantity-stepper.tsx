import { Minus, Plus } from 'lucide-react'
import { type Ref, useEffect, useId, useRef } from 'react'
import { FieldNote } from './field.tsx'
import { formatCount } from './format.ts'
import { MeasureLine } from './measure-line.tsx'

type QuantityStepperProps = {
  label: string
  /** NaN while the box is empty. */
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  onBlur?: () => void
  invalid?: boolean
  /** Said under the box when invalid. */
  error?: string
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** A count that is typed or stepped, over a scale from the least to the most there is. */
export function QuantityStepper({
  label,
  value,
  min,
  max,
  onChange,
  onBlur,
  invalid = false,
  error,
  name,
  ref,
}: QuantityStepperProps) {
  const id = useId()
  const shownError = invalid ? error : undefined
  const note = useSeenWhileTyping<HTMLDivElement>(shownError)
  const step = (by: number) => onChange(Number.isNaN(value) ? min : Math.max(min, Math.min(max, value + by)))
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className={invalid ? 'stepper is-invalid' : 'stepper'}>
        <button type="button" aria-label="One less" disabled={value <= min} onClick={() => step(-1)}>
          <Minus size={20} strokeWidth={1.75} aria-hidden />
        </button>
        <input
          ref={ref}
          id={id}
          name={name}
          className="display"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={Number.isNaN(value) ? '' : value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          onBlur={onBlur}
          aria-invalid={invalid || undefined}
          aria-describedby={`${id}-range ${id}-note`}
        />
        <button type="button" aria-label="One more" disabled={value >= max} onClick={() => step(1)}>
          <Plus size={20} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
      <div ref={note}>
        <FieldNote id={`${id}-note`} error={shownError} />
      </div>
      <div className="pt-2">
        <MeasureLine from={min} to={max} parts={60} majorEvery={10} mark={value} invalid={invalid} />
      </div>
      <div id={`${id}-range`} className="label flex justify-between text-ink-2">
        <span>{formatCount(min)} min</span>
        <span>{formatCount(max)} available</span>
      </div>
    </div>
  )
}

/** A message that appears while its field is used is brought into sight, out from under what is fixed to the screen. */
function useSeenWhileTyping<Place extends HTMLElement>(message: string | undefined) {
  const place = useRef<Place>(null)
  useEffect(() => {
    const isInUse = place.current?.parentElement?.contains(document.activeElement)
    if (message !== undefined && isInUse) place.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return place
}
