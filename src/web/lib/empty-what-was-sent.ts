import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * For a form that stays open for the next entry: call it when the form is submitted.
 * @returns a function that empties the form afterwards. A field edited meanwhile keeps its value: it belongs to the next entry.
 */
export function emptyWhatWasSent<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, unknown>,
): () => void {
  const sent = form.getValues()
  return () => {
    const now = form.getValues()
    const names = Object.keys(now) as Path<Values>[]
    const same = names.filter((name) => Object.is(now[name], sent[name]))
    for (const name of same) form.resetField(name)
    // Also what is known about its submission. Alone it would empty the boxes behind React's back, which would then take the same
    // number, typed again, for no change.
    if (same.length === names.length) form.reset()
  }
}
