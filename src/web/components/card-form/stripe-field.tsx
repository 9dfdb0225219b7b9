import type { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js'
import type { StripeElementChangeEvent, StripeElementStyle } from '@stripe/stripe-js'
import { useId, useState, useSyncExternalStore } from 'react'
import { FieldNote } from '#web/ui/field.tsx'

type StripeFieldProps = {
  label: string
  element: typeof CardNumberElement | typeof CardExpiryElement | typeof CardCvcElement
  options?: { showIcon?: boolean }
}

const box =
  'field-box py-4 [&.StripeElement--focus]:border-ink [&.StripeElement--focus]:outline-3 ' +
  '[&.StripeElement--focus]:outline-lime [&.StripeElement--invalid]:border-err'

/** One of Stripe's framed boxes, with a label and a message like those of our own fields. */
export function StripeField({ label, element: Element, options }: StripeFieldProps) {
  const id = useId()
  const [error, setError] = useState<string>()
  const style = useElementStyle()
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <Element
        id={id}
        className={box}
        options={{ ...options, style }}
        onChange={(event: StripeElementChangeEvent & { error?: { message: string } }) => setError(event.error?.message)}
      />
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}

/** Our colours as they are now: a frame of another site sees neither our styles nor a change of theme. */
function useElementStyle(): StripeElementStyle {
  const [ink, placeholder, error] = useSyncExternalStore(onThemeChange, themeColours, () => '').split('|')
  return {
    base: {
      fontSize: '17px',
      fontFamily: 'ui-monospace, monospace',
      color: ink,
      '::placeholder': { color: placeholder },
    },
    invalid: { color: error },
  }
}

function themeColours(): string {
  const theme = getComputedStyle(document.documentElement)
  return ['--ink', '--ink-3', '--err'].map((name) => theme.getPropertyValue(name).trim()).join('|')
}

function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', changed)
  }
}
