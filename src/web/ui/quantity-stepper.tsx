import { Minus, Plus } from 'lucide-react'
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { numberIn } from '#shared/number.ts'
import { FieldNote } from './field.tsx'
import { formatCount } from './format.ts'
import { MeasureLine } from './measure-line.tsx'
import { showAsciiDigits } from './number-field.tsx'

type QuantityStepperProps = {
  label: string
  /** NaN while the box does not hold a number. */
  value: number
  min: number
  max: number
  /** How much a press adds or subtracts. */
  increment?: number
  onChange: (value: number) => void
  onBlur?: () => void
  invalid?: boolean
  /** Shown under the box when invalid. */
  error?: string
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** A quantity to type or step, above a scale from the minimum to what is available. */
export function QuantityStepper({
  label,
  value,
  min,
  max,
  increment = 1,
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
  // Text that is not a number stays visible, so that the user can correct it.
  const [typed, setTyped] = useState('')
  const text = Number.isNaN(value) ? '' : String(value)
  const box = useTypedEarly(text, (early) => {
    setTyped(early)
    onChange(numberIn(early))
  })
  useImperativeHandle(ref, () => box.current as HTMLInputElement, [box])
  const most = Math.floor(max / increment) * increment
  // Between two steps, it moves to the next step in that direction.
  const step = (by: number) => {
    const next = (by > 0 ? Math.floor(value / increment) : Math.ceil(value / increment)) * increment + by
    onChange(Number.isNaN(value) ? min : Math.max(min, Math.min(most, next)))
  }
  const stepByKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: increment, ArrowDown: -increment }[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className={invalid ? 'stepper is-invalid' : 'stepper'}>
        <button
          type="button"
          aria-label={increment === 1 ? 'One less' : `${formatCount(increment)} less`}
          disabled={value <= min}
          onClick={() => step(-increment)}
        >
          <Minus size={20} strokeWidth={1.75} aria-hidden />
        </button>
        <input
          ref={box}
          id={id}
          name={name}
          className="display"
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          aria-valuemin={min}
          aria-valuemax={max}
          aria-valuenow={Number.isNaN(value) ? undefined : value}
          value={Object.is(numberIn(typed), value) ? typed : text}
          onChange={(event) => {
            showAsciiDigits(event)
            setTyped(event.target.value)
            onChange(numberIn(event.target.value))
          }}
          onKeyDown={stepByKey}
          onBlur={(event) => {
            showAsciiDigits(event)
            setTyped(event.target.value)
            onBlur?.()
          }}
          aria-invalid={invalid || undefined}
          aria-describedby={`${id}-range ${id}-note`}
        />
        <button
          type="button"
          aria-label={increment === 1 ? 'One more' : `${formatCount(increment)} more`}
          disabled={value >= most}
          onClick={() => step(increment)}
        >
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

/** Scrolls a message into view if it appears while its field has the focus, clear of what is fixed to the screen. */
function useSeenWhileTyping<Place extends HTMLElement>(message: string | undefined) {
  const place = useRef<Place>(null)
  useEffect(() => {
    const isInUse = place.current?.parentElement?.contains(document.activeElement)
    if (message !== undefined && isInUse) place.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return place
}

/**
 * Reports what was typed into the HTML before React loaded, which hydration would replace. It is read before that, and
 * reported once the form around it is listening too.
 */
function useTypedEarly(shown: string, onTyped: (text: string) => void) {
  const box = useRef<HTMLInputElement>(null)
  const [early, setEarly] = useState(shown)
  const look = useEffectEvent(() => setEarly(box.current?.value ?? shown))
  const tell = useEffectEvent(() => {
    if (early !== shown) onTyped(early)
  })
  useLayoutEffect(() => look(), [])
  useEffect(() => tell(), [early])
  return box
}
