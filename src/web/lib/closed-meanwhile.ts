import { notifyError } from '#web/ui/notify.ts'
import { problemText } from './problem.ts'

/** Shows a failure that its form cannot show because the dialog was closed while the form was being sent. */
export function tellIfClosed(form: Element | null, error: unknown): void {
  if (!form?.isConnected) void notifyError(problemText(error))
}

/**
 * Closes the dialog of a form that was sent. Does nothing if the user closed it meanwhile: by now it may be open again, with
 * another form in it.
 */
export function closeIfOpen(form: Element | null, close: () => void): void {
  if (form?.isConnected) close()
}
