import type { ComponentProps, SyntheticEvent } from 'react'
import { numberIn } from '#shared/number.ts'
import { withAsciiDigits } from '#shared/text.ts'
import { Field } from './field.tsx'

type NumberFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'inputMode'> & {
  /** Counts are whole; a price has a point on the keys of a phone. */
  inputMode: 'numeric' | 'decimal'
}

/**
 * A box for a number: one of text, since a browser's own number box drops the digits of other scripts without a word.
 * Spread react-hook-form's `register('price', asNumber)` into it.
 */
export function NumberField({ onChange, onBlur, ...field }: NumberFieldProps) {
  return (
    <Field
      autoComplete="off"
      {...field}
      onChange={(event) => {
        showAsciiDigits(event)
        onChange?.(event)
      }}
      onBlur={(event) => {
        showAsciiDigits(event)
        onBlur?.(event)
      }}
    />
  )
}

/** How react-hook-form reads such a box; what it was given at first is a number already. NaN is what is none. */
export const asNumber = {
  setValueAs: (typed: string | number | undefined) => (typeof typed === 'string' ? numberIn(typed) : typed),
}

/** Shows what was typed into a box in the digits that the site counts with; where a keyboard is still composing, later. */
export function showAsciiDigits({ target: box, nativeEvent }: SyntheticEvent & { target: HTMLInputElement }): void {
  const digits = withAsciiDigits(box.value)
  if (digits === box.value || (nativeEvent as InputEvent).isComposing) return
  const { selectionStart, selectionEnd } = box
  box.value = digits
  if (box === document.activeElement) box.setSelectionRange(selectionStart, selectionEnd)
}
