import { notifyError } from '#web/ui/notify.ts'
import { problemText } from './problem.ts'

/** Shows a failure that its form cannot show because the dialog was closed while the form was being sent. */
export function tellIfClosed(form: Element | null, error: unknown): void {
  if (!form?.isConnected) void notifyError(problemText(error))
}
