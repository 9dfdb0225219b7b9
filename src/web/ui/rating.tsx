import { type Ref, useId } from 'react'
import { FieldNote } from './field.tsx'

const steps = [1, 2, 3, 4, 5] as const

/** A rating out of 5 as five bars and in figures. */
export function RatingMeter({ rating }: { rating: number }) {
  return (
    <span className="rating" role="img" aria-label={`${rating} of 5`}>
      <svg width="112" height="9" viewBox="0 0 112 9" aria-hidden="true">
        {steps.map((step) => (
          <rect key={step} className={step <= rating ? 'on' : 'off'} x={(step - 1) * 23} width="20" height="9" rx="1" />
        ))}
      </svg>
      <span className="label text-ink-2" aria-hidden="true">
        {rating} / 5
      </span>
    </span>
  )
}

type RatingInputProps = {
  label: string
  name: string
  value: number | undefined
  onChange: (rating: number) => void
  error?: string | undefined
  /** Gets the radio that the focus goes to. */
  ref?: Ref<HTMLInputElement>
}

/** Five bars to choose from: radios, so that the arrow keys move between them. */
export function RatingInput({ label, name, value, onChange, error, ref }: RatingInputProps) {
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-note` : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend id={`${id}-label`} className="field-label">
        {label}
      </legend>
      <div className="rating-input">
        {steps.map((step) => (
          <label key={step}>
            <input
              ref={step === (value ?? 1) ? ref : undefined}
              type="radio"
              name={name}
              value={step}
              checked={value === step}
              onChange={() => onChange(step)}
              className="sr-only"
              aria-label={`${step} of 5`}
            />
          </label>
        ))}
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </fieldset>
  )
}
