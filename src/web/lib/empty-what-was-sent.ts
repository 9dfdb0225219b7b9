import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * For a form that stays to be filled in again: call it as the form is sent.
 * @returns what empties the form afterwards. A field that was changed meanwhile keeps what is typed there: it is of the next.
 */
export function emptyWhatWasSent<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, unknown>,
): () => void {
  const sent = form.getValues()
  return () => {
    const now = form.getValues()
    const names = Object.keys(now) as Path<Values>[]
    const same = names.filter((name) => Object.is(now[name], sent[name]))
    if (same.length === names.length) form.reset()
    else for (const name of same) form.resetField(name)
  }
}
