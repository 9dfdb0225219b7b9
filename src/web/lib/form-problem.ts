import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiProblem, problemText } from './problem.ts'

/**
 * Shows a failed call in its form: each field's message at the field, anything else as the form's own (`errors.root`).
 * What was typed stays.
 */
export function showProblem<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, unknown>,
  error: unknown,
): void {
  // Of `price_breaks.0.from` the form knows the first part, also where that row is gone.
  const isField = (path: string): path is Path<Values> => Object.hasOwn(form.getValues(), path.split('.')[0] ?? '')
  const errors = error instanceof ApiProblem ? error.errors : []
  for (const { path, message } of errors) {
    if (isField(path)) form.setError(path, { type: 'server', message }, { shouldFocus: true })
  }
  if (errors.length === 0 || errors.some(({ path }) => !isField(path))) {
    form.setError('root', { type: 'server', message: problemText(error) })
  }
}
