import { type Ref, useId } from 'react'
import { FieldNote } from './field.tsx'
import { steps } from './rating.tsx'

type RatingInputProps = {
  label: string
  name: string
  value: number | undefined
  onChange: (rating: number) => void
  error?: string | undefined
  /** Gets the radio button that takes the focus. */
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
