import type { ComponentProps, SyntheticEvent } from 'react'
import { decimalsOf } from '#shared/money.ts'
import { numberIn } from '#shared/number.ts'
import { withAsciiDigits } from '#shared/text.ts'
import { Field } from './field.tsx'

type NumberFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'inputMode'> & {
  /** Counts are whole numbers; for a price, a phone's keyboard has a decimal point. */
  inputMode: 'numeric' | 'decimal'
}

/**
 * A text box for a number, since a browser's own number box silently drops the digits of other scripts.
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

/** How react-hook-form reads such a box; its default is already a number. NaN for what is not a number. */
export const asNumber = numbersWith(0)
/** The same for money in this currency. */
export const asMoney = (currency: string) => numbersWith(decimalsOf(currency))

function numbersWith(decimals: number) {
  return {
    setValueAs: (typed: string | number | undefined) => (typeof typed === 'string' ? numberIn(typed, decimals) : typed),
  }
}

/** Shows typed digits as the ASCII digits that the site uses; later if a keyboard is still composing. */
export function showAsciiDigits({ target: box, nativeEvent }: SyntheticEvent & { target: HTMLInputElement }): void {
  const digits = withAsciiDigits(box.value)
  if (digits === box.value || (nativeEvent as InputEvent).isComposing) return
  const { selectionStart, selectionEnd } = box
  box.value = digits
  if (box === document.activeElement) box.setSelectionRange(selectionStart, selectionEnd)
}
