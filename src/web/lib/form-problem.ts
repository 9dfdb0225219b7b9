import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiProblem, problemText } from './problem.ts'

/**
 * Shows a failed call in its form: each field error at its field, anything else at the form level (`errors.root`).
 * The input is kept.
 */
export function showProblem<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, unknown>,
  error: unknown,
): void {
  // For `price_breaks.0.from` only the first segment is checked, so that it counts as a field even when that row is gone.
  const isField = (path: string): path is Path<Values> => Object.hasOwn(form.getValues(), path.split('.')[0] ?? '')
  const errors = error instanceof ApiProblem ? error.errors : []
  for (const { path, message } of errors) {
    if (isField(path)) form.setError(path, { type: 'server', message }, { shouldFocus: true })
  }
  if (errors.length === 0 || errors.some(({ path }) => !isField(path))) {
    form.setError('root', { type: 'server', message: problemText(error) })
  }
}
